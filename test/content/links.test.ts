import { describe, expect, test } from "vitest";
import { base_url, read } from "./sample-page.ts";

/** Every way an author may write a link from notes/one.md, where it leads in HTML, and how the twin says it. */
const ways: [written: string, href: string, markdown?: string][] = [
  ["[x](../about.md)", "/about/"],
  ["[x](../about)", "/about/"],
  ["[x](../about/)", "/about/"],
  ["[x](/about/)", "/about/"],
  ["[x](/about)", "/about/"],
  ["[x](/about.md)", "/about.md"], // the twin itself
  ["[x](/who/)", "/about/"],
  ["[x](index.md)", "/notes/"],
  ["[x](./)", "/notes/"],
  ["[x](..)", "/"],
  ["[x](/)", "/"],
  ["[x](one.md)", "/notes/one/"],
  ["[x](one.md#part)", "/notes/one/#part"],
  ["[x](#part)", "#part", "/notes/one/#part"],
  ["[x](?page=2)", "?page=2", "/notes/one/?page=2"],
  ["[x](<two words.md>)", "/notes/two-words/"],
  ["[x](two%20words.md)", "/notes/two-words/"],
  ["[x](über.md)", "/notes/%C3%BCber/"],
  ["[x](u\u0308ber.md)", "/notes/%C3%BCber/"],
  ["[x](%C3%BCber.md)", "/notes/%C3%BCber/"],
  ["[x](<a (b).md>)", "/notes/a-b/"],
  ["[x](door.png)", "/notes/door.png"],
  ["[x](../images/plan%20%28old%29.svg)", "/images/plan%20%28old%29.svg"],
  ["[x](/api/site.json)", "/api/site.json"],
  ["[x](/llms.txt)", "/llms.txt"],
  ['[x](../about.md "The house")', "/about/"],
  ["[x]( ../about.md )", "/about/"],
  ["[x][r]\n\n[r]: ../about.md", "/about/"],
  ["[r]\n\n[r]: <../about.md> 'The house'", "/about/"],
  ['<a href="../about.md">x</a>', "/about/"],
  ["<a href='../about.md'>x</a>", "/about/"],
];

describe("a link leads to the same page in HTML and, absolute, in the twin", () => {
  test.each(ways)("%s", (written, href, inMarkdown = href) => {
    const { html, markdown, faults } = read(`Before ${written}`);
    expect(faults).toEqual([]);
    expect(html).toContain(`href="${href}"`);
    expect(markdown).toContain(base_url + inMarkdown);
    expect(read(markdown).html.replaceAll(base_url, "")).toContain(inMarkdown);
  });

  test.each([
    "https://elsewhere.example/a?b=c&d",
    "mailto:a@b.example",
    "tel:+123",
    "//elsewhere.example/x",
    "gemini://a.example/",
  ])("an address elsewhere is left as it is: %s", (address) => {
    const { markdown, faults } = read(`[x](${address})`);
    expect([markdown, faults]).toEqual([`[x](${address})`, []]);
  });
});

describe("code is never touched", () => {
  test.each([
    "`[x](../about.md)`",
    "```\n[x](../about.md)\n```",
    "    [x](../about.md)\n",
    "```md\n[r]: ../about.md\n```",
    "\\[x](../about.md)",
    "<!-- [x](../about.md) -->",
  ])("%j", (source) => {
    expect(read(source).markdown.trim()).toBe(source.trim());
  });

  test("where the same link stands in code and outside, only the latter changes", () => {
    const { markdown } = read("`[x](../about.md)` and [x](../about.md) and `[x](../about.md)`, [x](../about.md).");
    expect(markdown).toBe(
      "`[x](../about.md)` and [x](https://house.example/about/) and `[x](../about.md)`, [x](https://house.example/about/).",
    );
  });
});

describe("links inside other markup", () => {
  test.each([
    ["a list", "- [x](../about.md)\n  - [y](index.md)"],
    ["a quotation", "> [x](../about.md)\n> lazy [y](index.md)"],
    ["a table", "| a | b |\n|---|---|\n| [x](../about.md) | [y](index.md) |"],
    ["a heading", "## [x](../about.md) and [y](index.md)"],
    ["emphasis", "**[x](../about.md)** _[y](index.md)_"],
    ["an image that is a link", "[![x](door.png)](../about.md) [y](index.md)"],
    ["a footnote", "Text[^1] [x](../about.md)\n\n[^1]: See [y](index.md)."],
    ["a link over two lines", "[x\ny](../about.md) [y](index.md)"],
    ["brackets in its text", "[x [y] `]` z](../about.md) [y](index.md)"],
    ["after CRLF-like spaces", "A  \n[x](../about.md)  \n[y](index.md)"],
  ])("in %s", (_, source) => {
    const { markdown, html, faults } = read(source);
    expect(faults).toEqual([]);
    expect([html.includes('href="/about/"'), html.includes('href="/notes/"')]).toEqual([true, true]);
    expect([markdown.includes(`](${base_url}/about/)`), markdown.includes(`](${base_url}/notes/)`)]).toEqual([
      true,
      true,
    ]);
    expect(markdown).not.toMatch(/\.md\)/);
  });
});

describe("a broken link is reported with its line", () => {
  test.each<[string, number, RegExp]>([
    ["# A\n\n[x](gone.md)", 3, /links to `gone\.md`/],
    ["A\n[x](gone.md)\nB", 2, /gone\.md/],
    ["- a\n- [x](gone.md)", 2, /gone\.md/],
    ["![x](gone.png)", 1, /shows `gone\.png`/],
    ["![x](https://elsewhere.example/a.png)", 1, /another origin/],
    ["![x](//elsewhere.example/a.png)", 1, /another origin/],
    ["![ ](door.png)", 1, /without words/],
    ['<img src="https://elsewhere.example/a.png" alt="">', 1, /another origin/],
    ["<img alt='' src=https://elsewhere.example/a.png>", 1, /another origin/],
    ['<video poster="https://elsewhere.example/a.png"></video>', 1, /<video>/],
    ['<table background="https://elsewhere.example/a.png"></table>', 1, /another origin/],
    ["<a href=gone.md>x</a>", 1, /gone\.md/],
    ["a <img src='gone.png' alt='x'>", 1, /gone\.png/],
    ["<IMG SRC='gone.png' ALT='x'>", 1, /gone\.png/],
    ['<img srcset="a.png 1x" alt="x">', 1, /srcset/],
    ["<object data='x'></object>", 1, /<object>/],
    ["Text\n\n<style>p { color: red }</style>", 3, /<style>/],
  ])("%j", (source, line, problem) => {
    const { faults } = read(source, { offset: 10 });
    expect(faults.map(({ problem }) => problem).join("\n")).toMatch(problem);
    expect(faults.find((fault) => problem.test(fault.problem))?.line).toBe(line + 10);
  });

  test.each(["Write <script> like this: `<script>`.", "```html\n<img src=x.png srcset=y>\n```"])(
    "but not what is shown as code: %j",
    (source) => {
      expect(read(source.replace("Write <script> like this: ", "")).faults).toEqual([]);
    },
  );

  test("data: images load nothing", () => {
    expect(read("![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)").faults).toEqual([]);
  });
});

test("links to parts are gathered, to be checked when all pages are there", () => {
  expect(
    read("[a](#here) [b](../about.md#there) [c](https://elsewhere.example/#no)").fragments.map(
      ({ path, fragment }) => path + "#" + fragment,
    ),
  ).toEqual(["/notes/one/#here", "/about/#there"]);
});
