import fc from "fast-check";
import createParser from "markdown-it";
import { expect, test } from "vitest";
import { escapeMarkdown } from "../../build/markdown/plain-text.ts";

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
