import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitIntoWords, stem } from "../../build/search/words.ts";

const read = (text: string) =>
  splitIntoWords(text)
    .map(({ term }) => term)
    .join(" ");

describe("the words of a text", () => {
  test.each([
    ["English", "An open House, twice: “open”!", "an open house twice open"],
    ["accents", "Ärger, naïve Señor; Œuvre Straße Łódź", "arger naive senor oeuvre strasse lodz"],
    ["accents as marks of their own", "cafe\u0301", "cafe"],
    ["Vietnamese", "Tiếng Việt đẹp", "tieng viet dep"],
    ["Vietnamese in pieces", "Tiếng Việt đẹp".normalize("NFD"), "tieng viet dep"],
    ["Greek and Cyrillic", "ΟΔΌΣ οδός ёлка Киев", "οδοσ οδοσ елка киев"],
    [
      "apostrophes",
      "the author’s l'homme don't we’ll o’clock I'm",
      "the author s l homme don t we ll o clock i m",
    ],
    ["a compound by its parts", "base_url", "base url"],
    ["hyphens", "Idempotency-Key well‑known", "idempotency key well known"],
    ["files and versions", "facts.yaml 1.2.0.", "facts yaml 1 2 0"],
    ["addresses", "https://a.example/x_y?z=1", "https a example x y z 1"],
    ["no compounds over spaces and dashes", "end. Next - or—this", "end next or this"],
    ["Chinese, by pairs", "检索结果。", "检索 索结 结果 果"],
    ["one character", "猫", "猫"],
    ["Japanese among Latin", "AIガイドと技術", "ai ガイ イド ドと と技 技術 術"],
    ["voiced kana stay voiced", "が", "が"],
    ["Thai keeps its vowel signs", "ภาษา", "ภา าษ ษา า"],
    ["Korean, in words", "한국어를 검색", "한국어를 검색"],
    ["Hindi keeps its vowel signs", "हिन्दी में", "हिन्दी में"],
    ["wide letters", "ｆｕｌｌ１", "full1"],
    ["a soft hyphen", "open\u00adhouse", "openhouse"],
    ["characters beyond 16 bits", "𠮷野家", "𠮷野 野家 家"],
    ["a digest is divided", "a".repeat(64), `${"a".repeat(40)} ${"a".repeat(24)}`],
    ["nothing", " —…!? ", ""],
  ])("%s", (_, text, words) => {
    expect(read(text)).toBe(words);
  });
});

test("a word stands where it says it does, and reads the same by itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      let before = 0;
      for (const { term, start, end } of splitIntoWords(text)) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(term.isWellFormed() || !text.isWellFormed()).toBe(true);
        expect(splitIntoWords(text.slice(start, end)).map((word) => word.term)).toContain(term);
        before = start;
      }
    }),
  );
});

test("the index and a query have the same words, in whatever case and form they are written", () => {
  const texts = [
    "Ärger im Straßenverkehr",
    "ΟΔΌΣ",
    "Ｆｕｌｌ ｗｉｄｔｈ",
    "İstanbul",
    "Một ngày đẹp",
    "한국어",
    "がパ",
    "हिन्दी",
  ];
  for (const text of texts)
    for (const other of [text.toLowerCase(), text.normalize("NFD"), text.normalize("NFC")])
      expect(read(other)).toBe(read(text));
});

test.each([
  ["train", "trains trained training"],
  ["delet", "delete deletes deleted deleting"],
  ["verify", "verifies verified verifying"],
  ["cooky", "cookie cookies"],
  ["pag", "page pages"],
  ["match", "matches matched matching"],
  ["stop", "stops stopped stopping"],
  ["class", "class classes"],
])("%s is the stem of %s", (base, words) => {
  for (const word of words.split(" ")) expect(stem(word)).toBe(base);
});

test("short words, names with digits and what only looks like an ending stay", () => {
  for (const word of [
    "bed",
    "thing",
    "string",
    "need",
    "status",
    "this",
    "bus",
    "1200",
    "größe",
    "検索",
  ])
    expect(stem(word)).toBe(word);
});
