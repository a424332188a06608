import { describe, expect, test } from "vitest";
import { read } from "./sample-page.ts";

const told = (body: string) =>
  read(body, { offset: 3 }).faults.map(({ line, problem, expected }) => [line, problem, expected]);

describe("what can only be meant as a link, and is none, is a fault with the spelling that works", () => {
  test.each<[body: string, line: number, problem: string, expected: string]>([
    ["A\n[x](two words.md)", 5, "`[x](two words.md)`", "`[x](<two words.md>)`"],
    ["![x *y*](../images/plan (old).svg)", 4, "plan (old).svg)`", "(<../images/plan (old).svg>)`"],
    ['- [x](two words.md "Title")', 4, "`[x](two words.md)`", "`[x](<two words.md>)`"],
    ["| a |\n|---|\n| [x](two words.md#a) |", 6, "[x](two words.md#a)", "(<two words.md#a>)`"],
    ["[r]\n\n[r]: two words.md", 6, "`[r]: two words.md`", "`[r]: <two words.md>`"],
    ["A\n[x]: ../about.md", 5, "`[x]: ../about.md`", "an empty line before it"],
    ["A[^root].\n\n[^roots]: B", 4, "note `[^root]`", "`[^roots]`"],
    ["# A\n\nA[^one]. B[^1].\n\n[^1]: B", 6, "note `[^one]`", "`[^one]: its text` in a line"],
    ["A[^2].\n\nB[^1].\n\n[^1]: C", 4, "note `[^2]`", "`[^2]: its text` in a line"],
    [
      "- A[^12]\n- B[^1]\n\n[^1]: C\n\n[^b]: D[^1]",
      4,
      "note `[^12]`",
      "`[^12]: its text` in a line",
    ],
    ["[a][plann] [b][plan]\n\n[plan]: ../about.md", 4, "of `[plann]`", "`[plan]`"],
    ["[a][plann]\n\n[plans]: ../about.md", 4, "of `[plann]`", "`[plans]`"],
    ["A\n![a][no] [b][yes]\n\n[yes]: ../about.md", 5, "`![a][no]`", "`[no]: address` in a line"],
    ["[no][] [b][yes]\n\n[yes]: ../about.md", 4, "`[no][]`", "`[no]: address` in a line"],
    ["A[^1]\n\n[^1]: a\n\n[^1]: b", 8, "a second note `[^1]`", "a label that is only its own"],
    ["[x]() B", 4, "has a link without an address", "an address between the brackets"],
    ["[x](<>) B", 4, "has a link without an address", "an address between the brackets"],
    ["![x]()", 4, "shows an image without an address", "an address between the brackets"],
    ["[x](http:/a.example/b)", 4, "`http:/a.example/b`", "`http://a.example/b`"],
    ["[x](https:v//a.example/b)", 4, "`https:v//a.example/b`, which lacks a slash", "`https://…`"],
    ["[x](www.a.example)", 4, "`www.a.example`", "perhaps `https://www.a.example`"],
    ["[x](https//a.example/)", 4, "https//a.example/", "perhaps `https://a.example/`"],
    ["[x](me@a.example)", 4, "`me@a.example`", "perhaps `mailto:me@a.example`"],
    [
      "See https://house.example/gone/.",
      4,
      "links to `/gone/`",
      "the path of a file or an address",
    ],
    ["A\n<https://HOUSE.example/gone/>", 5, "links to `/gone/`", "the path of a file"],
    ["[x](http://house.example/gone/)", 4, "links to `/gone/`", "the path of a file"],
    ["[x](//house.example/none/)", 4, "links to `/none/`", "the path of a file"],
  ])("%j", (body, line, problem, expected) => {
    expect(told(body)).toEqual([
      [line, expect.stringContaining(problem), expect.stringContaining(expected)],
    ]);
  });
});

describe("what may be meant as text is a warning with its place, and stays as it is written", () => {
  test.each([
    "A set [^a-z] of letters.",
    "A[^one] without notes.",
    "A[^2].\n\nB[^one].\n\n[^one]: C",
    "A[^0-9].\n\nB[^1].\n\n[^1]: C",
    "Take m[i][j] or f[x](a, b).",
    "m[i][j] [b][yes]\n\n[yes]: ../about.md",
    "[PR #1](words in brackets)",
    "[a][ref] and ![b][ref]",
    "[x](https://a.example/a b)",
    "Words\n[x]: a.example",
  ])("%j", (body) => {
    const { faults, warnings, text } = read(body, { offset: 3 });
    expect([faults, warnings]).toEqual([
      [],
      [expect.stringMatching(/^Brackets that look like .*: `notes\/one\.md:\d`\.$/)],
    ]);
    expect(text).toContain(body.split("\n\n")[0]?.replace("[b][yes]", "b").replaceAll("\n", " "));
  });

  test.each([
    "[a] (b) [c]: d, - [ ] x, \\[a](b c), `[a](b c)`, [d]",
    "- [ ] (open)\n- [x] [[about|A b]]",
    "```\n[a](b c) [^a-z]\n```",
    "A[^1] and ^[b].\n\n[^1]: C",
    "[A][^1] and [b].\n\n[^1]: C\n\n[b]: ../about.md",
    "[a [b] c](../about.md), [about]\n\n[about]: ../about.md",
  ])("but nothing is said of %j", (body) => {
    const { faults, warnings } = read(body);
    expect([faults, warnings]).toEqual([[], []]);
  });
});

describe("a definition that nothing refers to is in no form of the page", () => {
  test.each<[body: string, markdown: string]>([
    ["A\n\n[//]: # (secret)\n\nB", "A\n\n\nB"],
    [
      "[comment]: <> (secret)\n[x]: ../about.md 'secret'\n\n[y] B\n\n[y]: ../about.md",
      "[y] B\n\n[y]: https://house.example/about/",
    ],
    ["A\n\n> [secret]: #\n\nB", "A\n\n> \n\nB"],
    ["- A\n\n[//]: # (secret)\n\n  B", "- A\n\n<!-- -->\n\n  B"],
    ["A\n[^x]: secret\n\n    secret\n\nB", "A\n<!-- -->\n\nB"],
    ["A\n\n[^x]: secret\n    [a](two%20words.md)\n\nB", "A\n\n\nB"],
    ["[y]\n\n[y]: ../about.md\n[Y]: #secret", "[y]\n\n[y]: https://house.example/about/"],
  ])("%j", (body, markdown) => {
    const page = read(body, { offset: 3 });
    expect([page.markdown, page.faults]).toEqual([markdown, []]);
    expect(page.warnings).toEqual([
      expect.stringMatching(/^Definitions .* are left out: (`notes\/one\.md:\d`(, )?)+\.$/),
    ]);
    expect(page.html + page.text).not.toMatch(/secret|<!--/);
    expect(read(page.markdown).html.replace(/<!-- -->\n/, "")).toBe(page.html);
  });
});

describe("a note that only notes refer to which are left out is left out with them", () => {
  test.each<[body: string, markdown: string]>([
    ["A\n\n[^a]: secret[^b]\n\n[^b]: secret\n\nB", "A\n\n\n\nB"],
    ["A[^1]\n\n[^1]: C\n\n[^b]: secret[^a]\n\n[^a]: secret[^b]\n", "A[^1]\n\n[^1]: C"],
    ["A\n\n[^a]: secret[^a]\n\nB", "A\n\n\nB"],
    [
      "A[^1]\n\n[^2]: secret[^3] [r] <b id='x'>[c](no.md)</b>\n\n[^3]: secret\n\n[r]: #secret\n\n[^1]: C",
      "A[^1]\n\n\n\n\n[^1]: C",
    ],
    [
      "A[^1]\n\n> [^2]: secret[^3]\n\n[^1]: C\n\n| d |\n|---|\n| e |\n\n[^3]: secret",
      "A[^1]\n\n> \n\n[^1]: C\n\n| d |\n|---|\n| e |",
    ],
  ])("%j", (body, markdown) => {
    const page = read(body);
    expect([page.markdown, page.faults]).toEqual([markdown, []]);
    expect(page.html + page.text).not.toContain("secret");
    expect(read(page.markdown).html).toBe(page.html);
  });

  test("but a chain of notes that begins in the text is shown, each with what it refers to", () => {
    const body = "[^3]: C[^4]\n\n[^2]: B[^3] [c](./one.md)\n\nA[^1]\n\n[^1]: A[^2]\n\n[^4]: D\n";
    const { html, text, warnings, markdown } = read(body);
    expect([text, warnings]).toEqual(["A\n\nA\n\nB c\n\nC\n\nD", []]);
    expect(html.match(/ id="fn\d"/g)).toHaveLength(4);
    expect(markdown).toBe(body.replace("./one.md", "https://house.example/notes/one/").trim());
  });

  test("a note in its line may refer to others", () => {
    const { html, text, warnings } = read("A^[B[^1] ^[C]] D[^2]\n\n[^1]: E\n\n[^2]: F\n");
    expect([text, warnings]).toEqual(["A D\n\nB\n\nE\n\nC\n\nF", []]);
    expect(html.match(/(?<=href="#)fn\d/g)).toEqual(["fn1", "fn4", "fn2", "fn3"]);
  });

  test("a note within another is one beside it", () => {
    const { html, text, warnings } = read("A[^1] B[^2]\n\n[^1]: C\n\n    [^2]: D\n\n    E\n");
    expect([text, warnings]).toEqual(["A B\n\nC\n\nE\n\nD", []]);
    expect(html).toContain('<a href="#fn2" id="fnref2">');
    const outer = read("B[^2]\n\n[^1]: secret\n\n    [^2]: D\n");
    expect([outer.text, read(outer.markdown).text]).toEqual(["B\n\nD", "B\n\nD"]);
  });
});

describe("a link is looked for beside its page, then from the content folder, then by its name", () => {
  test.each([
    ["[x](about.md)", "/about/"],
    ["[x](notes/two%20words.md)", "/notes/two-words/"],
    ["![x](images/plan%20(old).svg)", "/images/plan%20%28old%29.svg"],
    ["![x](plan%20(old).svg)", "/images/plan%20%28old%29.svg"],
    ["[x](#:~:text=very%20wet)", "#:~:text=very%20wet"],
    ["[x](https://HOUSE.example/about/#a)", "/about/#a"],
    ["[x](http://house.example)", "/"],
  ])("%s", (body, href) => {
    const { html, faults } = read(body);
    expect([html.match(/(?:href|src)="([^"]*)"/)?.[1], faults]).toEqual([href, []]);
  });

  test.each([
    ["[x](./about.md)", "perhaps `../about.md`"],
    ["[x](here/about.md)", "perhaps `../about.md`"],
    ["[x](same.md)", "one of `../a/same.md`, `../b/same.md`"],
  ])("but %s is none", (body, expected) => {
    const { faults } = read(body);
    expect(faults).toMatchObject([{ expected }]);
  });

  test("the name of a folder's page is its folder's", () => {
    expect(read("[x](index.md)", { from: "a/same.md" }).html).toContain('href="/"');
    expect(read("[x](README.md)", { from: "a/same.md" }).faults).toHaveLength(1);
  });

  test("words of a page that a browser looks for are no part of it", () => {
    const { fragments } = read("[x](../about.md#a:~:text=b) [y](../about.md#:~:text=c)");
    expect(fragments).toMatchObject([{ path: "/about/", fragment: "a" }]);
  });
});

test("a style attribute, which the pages' policy blocks, is told with its line", () => {
  const { warnings, faults } = read('A\n\n<p style="color: red">\nx\n</p>\n');
  expect([faults, warnings]).toEqual([[], [expect.stringMatching(/policy.*: `notes\/one\.md:3`/)]]);
});
