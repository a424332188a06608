import { expect, test } from "vitest";
import { countWords, firstSentence } from "../../build/markdown/plain-text.ts";
import { read } from "./sample-page.ts";

test.each([
  "I walked with Dr. Ahrens to the bog.",
  "Many plants, z. B. Moose und Farne, grow.",
  "Use e.g. Moss or i.e. Fern here.",
  "J. R. R. Tolkien wrote it.",
  "By U.S. law it is free.",
  "See Prof. Dr. Weber and Mrs. Jones (cf. Smith).",
  "Am 3. Mai begann es.",
  "Siehe Abb. 5 und Nr. 7 auf S. 12!",
  "He asked “Why?” and left.",
  'They said "Go home."',
  "It ended in 2019.",
  "He said no.",
  "M. Dupont et Mme. Curie arrivent.",
  "El Sr. García y la Dra. Ruiz hablan.",
  "Use Node.js.",
  "It works on Yahoo! and elsewhere?",
  "苔藓喜欢潮湿的地方。",
  "「寒い。」と彼は言った。",
  "本当ですか？",
  "他说：“走吧。”",
])("%s", (sentence) => {
  expect(firstSentence(`${sentence} Then more. And more.`)).toBe(sentence);
  if (/[。？”]$/.test(sentence))
    expect(firstSentence(`${sentence}它们没有根。`)).toContain(sentence);
});

test("a long sentence is cut at a blank in its second half, else between whole characters", () => {
  const many = "苔".repeat(199);
  expect(firstSentence(`Word ${"moss ".repeat(60)}`)).toBe(`Word ${"moss ".repeat(38)}moss…`);
  for (const sign of ["🌿", "👩‍🔬", "e\u0301", "🇩🇪", "👍🏽", "𠮷"])
    expect(firstSentence(`${many}${sign}${many}`)).toBe(`${many}…`);
  expect(firstSentence(`a ${many}${many}`)).toBe(`a ${"苔".repeat(198)}…`);
});

test.each([
  ["苔藓喜欢潮湿的地方。", 9],
  ["私は、Tokyo に行きます。", 8],
  ["𠮷野家 a—b", 4],
  ["안녕 하세요", 2],
  ["It's a well-kept house.", 4],
  [" 4\u00a0cm\tlong\n\nand “high” ", 5],
  ["No-break\u00a0space ", 2],
  ["", 0],
])("%s has %d words", (text, count) => expect(countWords(text)).toBe(count));

test.each([
  ["访问 https://example.org/a。谢谢", "https://example.org/a"],
  ["（https://example.org/b）说明", "https://example.org/b"],
  ["见 www.example.org/c，好", "http://www.example.org/c"],
  ["「https://example.org/d?x=1」", "https://example.org/d?x=1"],
])("an address ends where punctuation of Chinese and Japanese begins: %s", (body, href) => {
  expect(read(body).html).toContain(`href="${href}">`);
});

test.each([
  ["**注意：**这是重点。", "<strong>注意：</strong>这"],
  ["これは**「重要」**です", "<strong>「重要」</strong>で"],
  ["用*（强调）*吧，~~“删除”~~了", "<em>（强调）</em>吧，<s>“删除”</s>了"],
  ["**주의(注意)**는", "<strong>주의(注意)</strong>는"],
  ["a*(b)*c, 2 * 3 * 4", "a*(b)*c, 2 * 3 * 4"],
])("emphasis may end between their punctuation and a word: %s", (body, html) => {
  expect(read(body).html).toContain(html);
});
