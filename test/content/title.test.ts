import fc from "fast-check";
import createParser from "markdown-it";
import { expect, test } from "vitest";
import { escapeMarkdown } from "../../build/markdown/plain-text.ts";
import { read } from "./sample-page.ts";

const markdown = createParser({ html: true });

/** The text of a line of Markdown, as a heading shows it, or as a link in one does. */
function heading(line: string): string | undefined {
  const [open, inline, close, ...more] = markdown.parse(`# ${line}\n`, {});
  const isAlone =
    open?.type === "heading_open" && close?.type === "heading_close" && more.length === 0;
  const children = (inline?.children ?? []).filter(({ type }) => !type.startsWith("link_"));
  return isAlone && children.every(({ type }) => type === "text" || type === "text_special")
    ? children.map(({ content }) => content).join("")
    : undefined;
}

const awkward = fc.string({
  unit: fc.constantFrom(..."ab 1.#*_`~[]()<>&;!\\|{}^-+=:/\"'$é🏠".split(/(?:)/u)),
  maxLength: 12,
});
const line = fc
  .oneof(awkward, fc.string({ unit: "grapheme", maxLength: 20 }))
  .map((text) => text.replace(/[\s\p{Cc}\p{Z}\uFEFF]+/gu, " ").trim());

test("a title set into Markdown reads as that title, whatever is in it", () => {
  fc.assert(
    fc.property(
      line.filter((text) => text !== ""),
      (text) => {
        expect(heading(escapeMarkdown(text))).toBe(text);
        expect(heading(`[${escapeMarkdown(text)}](/page/)`)).toBe(text);
      },
    ),
    {
      numRuns: 2000,
      seed: 7,
      examples: ["C#", "a < b & c", "~~struck~~", "&copy;", "1. First"].map((text) => [text]),
    },
  );
});

test.each([
  "AT&T",
  "Q&A",
  "Research & Development",
  "<3",
  "a < b > c",
  "x & y; z",
  "snow (1)",
  "100 %",
])("%s needs no escapes", (text) => expect(escapeMarkdown(text)).toBe(text));

test.each([
  ["&amp;", "&amp;amp;"],
  ["&#8217;", "&amp;#8217;"],
  ["<b>", "\\<b>"],
  ["</b>", "\\</b>"],
  ["<!-- x -->", "\\<!-- x -->"],
  ["<https://a.example>", "\\<https://a.example>"],
  ["> said", "\\> said"],
])("%s would be markup and is escaped", (text, escaped) =>
  expect(escapeMarkdown(text)).toBe(escaped),
);

test("a heading with a note is no title that could leave the page, and its note keeps its reference", () => {
  const { title_heading, html, markdown, faults } = read("# On moss[^1]\n\nText.\n\n[^1]: A talk.");
  expect(title_heading).toBe("On moss");
  expect(faults).toMatchObject([
    { line: 1, problem: "has a note in the heading that is its title" },
  ]);
  expect([html, markdown]).toEqual([
    expect.stringContaining('id="fnref1"'),
    expect.stringContaining("# On moss[^1]"),
  ]);
  expect(read("Text[^1].\n\n# On moss[^1]\n\n[^1]: A talk.").faults).toEqual([]);
});

test("a heading has none of the ids of notes, and HTML that has one is a fault", () => {
  const notes = "A[^1] and[^1] and ^[x].\n\n[^1]: B";
  const { html, headings } = read(`## fn1\n\n## fnref2\n\n${notes}`);
  expect(headings.map(({ id }) => id)).toEqual(["fn1-1", "fnref2-1"]);
  expect(html.match(/ id="[^"]*"/g)).toHaveLength(7);
  expect(read(`## A {#fnref1:1}\n\n${notes}`).faults).toMatchObject([{ line: 1 }]);
  expect(read(`A\n\n<b id="fn2">B</b>\n\n${notes}`).faults).toMatchObject([{ line: 3 }]);
});
