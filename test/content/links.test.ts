import { describe, expect, test } from "vitest";
import { base_url, read } from "./sample-page.ts";

/**
 * Every way an author may write a link from notes/one.md, where it leads in HTML, and how the twin
 * says it.
 */
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
  ["[x](/)", "/"],
  ["[x](one.md#part)", "/notes/one/#part"],
  ["[x](#part)", "#part", "/notes/one/#part"],
  ["[x](?page=2)", "?page=2", "/notes/one/?page=2"],
  ["[x](<two words.md>)", "/notes/two-words/"],
  ["[x](über.md)", "/notes/%C3%BCber/"],
  ["[x](u\u0308ber.md)", "/notes/%C3%BCber/"],
  ["[x](<a (b).md>)", "/notes/a-b/"],
  ["[x](door.png)", "/notes/door.png"],
  ["[x](../images/plan%20%28old%29.svg)", "/images/plan%20%28old%29.svg"],
  ["[x](/llms.txt)", "/llms.txt"],
  ['[x](../about.md "The house")', "/about/"],
  ["[x]( ../about.md )", "/about/"],
  ["[x][r]\n\n[r]: ../about.md", "/about/"],
  ["[r]\n\n[r]: <../about.md> 'The house'", "/about/"],
  ['<a href="../about.md">x</a>', "/about/"],
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
    const { markdown } = read(
      "`[x](../about.md)` and [x](../about.md) and `[x](../about.md)`, [x](../about.md).",
    );
    expect(markdown).toBe(
      "`[x](../about.md)` and [x](https://house.example/about/) and `[x](../about.md)`, [x](https://house.example/about/).",
    );
  });
});

test("what a footnote in its line or the words of an image have is edited there, and the same behind it there", () => {
  const about = "https://house.example/about/";
  expect(read("word^[a [x](../about.md) b] and [x](../about.md)").markdown).toBe(
    `word^[a [x](${about}) b] and [x](${about})`,
  );
  expect(
    read("![a [x](../about.md)](data:image/gif;base64,R0lGODlhAQ==) and [x](../about.md)").markdown,
  ).toBe(`![a [x](${about})](data:image/gif;base64,R0lGODlhAQ==) and [x](${about})`);
  expect(read("a^[x %%y%% z] %%y%% b").markdown).toBe("a^[x  z]  b");
  expect(read("Text.\n\n%%\n\u00A0one\n\u3000two\n%%\n\nMore.").markdown).toBe(
    "Text.\n\n\n\nMore.",
  );
});

test("a refused image without words shows its address, in every form of the page", () => {
  const [url, other] = ["https://elsewhere.example/x.png", "https://third.example/"];
  const { html, markdown, text } = read(`![](${url}) [![ ](${url})](${other}) ![](javascript:x)`);
  expect(html).toBe(
    `<p><a href="${url}">${url}</a> <a href="${other}">${url}</a> ![](javascript:x)</p>\n`,
  );
  expect(markdown).toBe(`[${url}](${url}) [${url}](${other}) ![](javascript:x)`);
  expect(text).toBe(`${url} ${url} ![](javascript:x)`);
});

describe("a broken link is reported with its line", () => {
  test.each<[string, number, RegExp]>([
    ["# A\n\n[x](gone.md)", 3, /links to `gone\.md`/],
    ["A\n[x](gone.md)\nB", 2, /gone\.md/],
    ["- a\n- [x](gone.md)", 2, /gone\.md/],
    ["A\n![a\n[x](gone.md)](door.png)", 3, /gone\.md/],
    ["A\n^[a\n[x](gone.md)]", 3, /gone\.md/],
    ["> A\n> <a\n> title='y' href='gone.md'>", 2, /gone\.md/],
    ["![x](gone.png)", 1, /shows `gone\.png`/],
    ["![x](//elsewhere.example/a.png)", 1, /another origin/],
    ["a <img src='gone.png' alt='x'>", 1, /gone\.png/],
    ["<IMG SRC='gone.png' ALT='x'>", 1, /gone\.png/],
    ["Text\n\n<style>p { color: red }</style>", 3, /<style>/],
  ])("%j", (source, line, problem) => {
    const { faults } = read(source, { offset: 10 });
    expect(faults.map(({ problem }) => problem).join("\n")).toMatch(problem);
    expect(faults.find((fault) => problem.test(fault.problem))?.line).toBe(line + 10);
  });

  test.each([
    "Write `<script>`.",
    "```html\n<img src=x.png srcset=y>\n```",
    "![dot](data:image/gif;base64,R0lGODlhAQ==)",
  ])("but not what is shown as code, or loads nothing: %j", (source) => {
    expect(read(source).faults).toEqual([]);
  });
});

test("links to parts are gathered, to be checked when all pages are there", () => {
  expect(
    read("[a](#here) [b](../about.md#there) [c](https://elsewhere.example/#no)").fragments.map(
      ({ path, fragment }) => path + "#" + fragment,
    ),
  ).toEqual(["/notes/one/#here", "/about/#there"]);
});
