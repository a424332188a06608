import { describe, expect, test, vi } from "vitest";
import { splitFile } from "../../build/content/head.ts";
import { read } from "./sample-page.ts";

/**
 * So many that a pattern which is tried from each place to the end takes longer than a test may.
 */
const many = 300_000;
const spaces = " ".repeat(many);

describe("long texts are read once", () => {
  test.each<[what: string, text: string]>([
    ["a string without an end", `{"${'\\"'.repeat(many)}`],
    ["spaces after the name of its language", `---json${spaces}\nx`],
    ["empty lines", `---\na: b${"\n ".repeat(many)}\nc: d\n---\n`],
  ])("a head with %s", (what, text) => {
    expect(splitFile(text).data).toEqual(what === "empty lines" ? { a: "b", c: "d" } : {});
  });

  test.each<[what: string, text: string, shown: string]>([
    ["spaces in the title of an alert", `> [!NOTE] a${spaces}b\n> c`, "b</p>"],
    ["spaces after an id", `Text.\n\n# a {#b}${spaces}x`, "{#b}"],
    ["braces", "{{".repeat(many), "{{"],
    ["comments above a rule", `${"<!-- a -->\n".repeat(30_000)}---\n`, "<hr"],
    ["a comment with spaces", `<!--${spaces}-->${spaces}\n---\n`, "<!--"],
    ["marks of hidden text", `x ${"%% a ".repeat(many)}`, "x"],
    [
      "spaces in a comment of a template language",
      `{%${spaces}comment${spaces} endcomment`,
      "endcomment",
    ],
    ["backslashes in a style", `<svg fill="${"\\".repeat(many)}"></svg>`, "<svg"],
    ["comments without an end", `<div>\n${"<!--".repeat(many / 10)}`, "<div>"],
    ["tags without an end", "<a ".repeat(20_000), "&lt;a"],
    ["headings in HTML", `<div>${"<h1>".repeat(50_000)}${"<h1 ".repeat(50_000)}`, "<div>"],
    ["a heading's braces", `## ${"{#a".repeat(10_000)}`, "{#a"],
    ["spaces in a heading's braces", `## {${" ".repeat(100_000)}#`, "<h2"],
    ["addresses that are none", "www._".repeat(40_000), "www._"],
    ["schemes", "https://".repeat(30_000), "https://"],
    ["double brackets", "[[".repeat(50_000), "[["],
    ["bars in double brackets", `[[a${"|b".repeat(50_000)}`, "[[a"],
    ["headings in double brackets", `[[a${"#b".repeat(290)}]] `.repeat(100), "a &gt; b"],
    ["dollars", "$a ".repeat(30_000), "$a"],
    ["formulas", "$$a\n".repeat(20_000), "<math"],
    ["definitions in a formula", `$${"\\def\\a{\\a\\a}".repeat(50)}\\a$`, "\\def"],
  ])(
    "%s",
    (_, text, shown) => {
      expect(read(text).html).toContain(shown);
    },
    60_000,
  );
});

test.each([
  ["api", sections(10_000), '<details class="fold">'],
  ["home", `Text.\n\n${"- [A](/)\n\n1. b\n\n".repeat(20_000)}`, '<ul class="ways">'],
] as const)(
  "many sections or lists on the page of type %s are read once",
  (type, text, shown) => {
    expect(read(text, { type }).html).toContain(shown);
  },
  60_000,
);

function sections(count: number): string {
  return Array.from({ length: count }, (_, at) => `## A {#a${at} .fold}\n\nText.\n\n`).join("");
}

test("a paragraph with links costs work in proportion to its length", () => {
  const { indexOf } = String.prototype;
  /** Signs that are looked through for the texts of links, and calls of it. */
  const workOf = (links: number): number => {
    let work = 0;
    const spy = vi.spyOn(String.prototype, "indexOf").mockImplementation(function (
      this: string,
      sought,
      from = 0,
    ) {
      const at = indexOf.call(this, sought, from);
      work += 1 + (at === -1 ? this.length : at) - Math.min(from, this.length);
      return at;
    });
    try {
      read("See [this](https://a.example/b), and [[a name]], then `code`. ".repeat(links));
    } finally {
      spy.mockRestore();
    }
    return work;
  };
  workOf(10);
  expect(workOf(4_000) / workOf(2_000)).toBeLessThan(2.5);
});
