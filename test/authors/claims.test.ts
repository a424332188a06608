import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf, png } from "./faults-of.ts";

// Which address, id and title belongs to what. What is at fault is in test/fixtures/faults.

const page = (matter: string, body = "Text.\n") => `---\n${matter}\n---\n\n${body}`;

const references = `[a] [b] [c]

[a]:
  index.md

- [b]: index.md

> [c]: <index.md> 'x'

A text and
[d]: gone.md

\`\`\`
[a]: index.md
\`\`\`
`;
const signs =
  "[a](<b/what%3F now.md>)\n[b](b/C%23.md)\n[c](/b/c/)\n[d](b/C%23.md#part)\n[e](signs.md?x#y)\n[f](signs.md#)\n\n## Y\n";

const site = await buildSite({
  input: folderOf({
    "index.md": "# Home\n\n<!-- insert: list all -->\n",
    "essay.md": page("permalink: /essays/snow/", "See [b](notes/b.md).\n"),
    "notes/b.md": page("title: B", "See [snow](../essay.md).\n"),
    "notes/c.md": page("permalink: false", "xyzzy"),
    "corpus.md": page("gone: true"),
    "manifesto.md": "# My own\n",
    "xyzzy.md": page("draft: true\ngone: true"),
    "public/.open-house": "",
    "public/about.md": "# Twin\n",
    "assets/photo.png": png,
    "ids.md":
      '# A\n\n## X {#x-2}\n\n## X\n\n## X\n\n## X\n\n## Main\n\n## Part\n\n<b id="part">one</b>\n',
    "guestbook.md": "# G\n\n## Entries\n\n## Sign\n",
    "search.md": "---\nlayout: search\n---\n\n<!-- insert: list all -->\n\n## Results\n",
    "list.md": "# List\n\n## C++ / C#\n\n## Example\n\n## Example\n\n## 🏠 Home\n",
    "linked.md":
      "# Symbols\n\n[C](list.md#c--c) [second](list.md#example-1) [home](list.md#-home) [top](#symbols) [or](#top) [[list#Example]]\n",
    "own.md":
      "[home](https://openhouse.example/) ![x](https://openhouse.example/pic.png) [b](https://openhouse.example.org/)\n",
    "pic.png": png,
    "signs.md": signs,
    "b/what? now.md": "x",
    "b/C#.md": "## Part\n",
    "references.md": `# A\n\n${references}`,
    "described.md":
      "```\n# not a title\n```\n\nA *first* [sentence](index.md). A second.\n\nThe *real* `title` {#own}\n=====\n\n<!-- insert: contact -->\n",
    "bom.md": "\ufeff---\ntitle: Marked\n---\n\nText.\n",
    "crlf.md": "---\r\ntitle: Lines\r\ntags: [a]\r\n---\r\n\r\n## Part\r\n\r\nText.\r\n",
    "controls.md": "# Controls\n\nA\0B \x1b[1mC\n",
    "empty.md": "",
    "line\nbreak.md": "Text.\n",
    'quote"<&.md': "Text.\n",
    [`${"long".repeat(62)}.md`]: "Text.\n",
  }),
  base_url: "https://house.example",
});
const paths = [...site.files.keys()];
const htmlOf = (path: string) => site.html.get(path) ?? "";
const pageAt = (path: string) => site.model.pages.find((each) => each.path === path);

test("a permalink is the page's address, its Markdown and links follow, and `false` keeps the page out", () => {
  expect(paths).toEqual(
    expect.arrayContaining(["/essays/snow/index.html", "/essays/snow.md", "/notes/b/index.html"]),
  );
  expect(paths.filter((path) => /essay\b|notes\/c\b/.test(path))).toEqual([]);
  expect(site.text("/notes/b.md")).toContain("/essays/snow/");
  expect(htmlOf("/essays/snow/")).toContain('href="/notes/b/"');
});

test("a page that ships with the pipeline may be gone or give way, and a draft that is gone tells nobody", () => {
  const titles = site.model.pages.map(({ path, title }) => `${path} ${title}`);
  expect(titles.filter((title) => /manifesto/.test(title))).toEqual([
    "/house-manifesto/ Manifesto",
    "/manifesto/ My own",
  ]);
  expect(site.text("/_redirects")).not.toContain("xyzzy");
});

test("a folder that another build wrote is none of the content, and the house's own assets are in one of their own", () => {
  expect(paths.filter((path) => path.startsWith("/public"))).toEqual([]);
  const assets = Object.values(site.model.assets).flatMap((value) =>
    typeof value === "string" ? [value] : Object.values<string>(value ?? {}),
  );
  // So that an author's `assets` are not cached for good.
  expect(assets.filter((path) => !path.startsWith("/assets/house/"))).toEqual([]);
  expect(paths).toContain("/assets/photo.png");
});

test("headings of the same words get different ids, also where one was claimed or the page itself has it", () => {
  const ids = pageAt("/ids/")?.headings.map(({ id }) => id);
  expect(ids).toEqual(["x-2", "x", "x-1", "x-3", "main-1", "part-1"]);
  for (const [path, id] of [
    ["/guestbook/", "entries"],
    ["/search/", "results"],
  ] as const) {
    expect(htmlOf(path).match(new RegExp(` id="${id}"`, "g"))?.length ?? 0).toBeLessThanOrEqual(1);
    expect(htmlOf(path)).toContain(` id="${id}-1"`);
  }
});

test("an id that is tolerated a second time in hand-written HTML is not there a second time", async () => {
  const files = { "a.md": '# A\n\n<b id="y">a</b>\n\n<b id="y">b</b>\n' };
  const { html } = await buildSite({ input: folderOf(files), lenient: true });
  expect(html.get("/a/")).toMatch(/<b id="y">[^]*<b ?>b/);
});

test("the author's own search page has the list of all pages, once", async () => {
  const files = {
    "search.md": "---\ntitle: Find\nlayout: search\n---\n\nWords of mine.\n",
    "list.md": "# List\n",
  };
  const { html } = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
  for (const search of [htmlOf("/search/"), html.get("/search/")])
    expect(
      search?.replace(/^[^]*<div id="site-index">/, "").match(/<a href="\/list\/">/g),
    ).toHaveLength(1);
  expect(html.get("/search/")).toContain("Words of mine.");
});

test("links to fragments that the git hosts make lead to their headings", () => {
  const hrefs = Array.from(
    htmlOf("/linked/").matchAll(/href="(\/list\/#[^"]*)"/g),
    ([, href]) => href,
  );
  expect(hrefs).toEqual(["c--c", "example-1", "-home", "example"].map((id) => `/list/#${id}`));
});

test("the site's own address may be written out in full", () => {
  expect(htmlOf("/own/")).toContain(
    '<a href="/">home</a> <img src="/pic.png" alt="x" width="1" height="1" loading="lazy" decoding="async"> <a href="https://openhouse.example.org/">b</a>',
  );
});

test("names with signs that mean something in an address are found as they are encoded, and with a part", () => {
  const hrefs = Array.from(
    pageAt("/signs/")?.html.matchAll(/href="([^"]+)"/g) ?? [],
    ([, href]) => href,
  );
  expect(hrefs.slice(0, 6)).toEqual([
    "/b/what-now/",
    "/b/c/",
    "/b/c/",
    "/b/c/#part",
    "/signs/?x#y",
    "/signs/#",
  ]);
});

test("reference definitions are made absolute in the twin, and what only looks like one is not", () => {
  const absolute = references.replace(
    /(?<=a\]:\n {2}|- \[b\]: )index\.md|<index\.md>/g,
    "https://house.example/",
  );
  expect(site.text("/references.md")).toContain(absolute);
});

test("a page with insertions has in lists the title and description that it has itself", () => {
  expect(pageAt("/described/")).toMatchObject({
    title: "The real title",
    description: "A first sentence.",
  });
  expect(htmlOf("/")).toContain('<a href="/described/">The real title</a>: A first sentence.');
});

test("files as other programs write them become pages with their words", () => {
  const texts = Object.fromEntries(site.model.pages.map(({ title, text }) => [title, text.trim()]));
  expect(texts).toMatchObject({
    Marked: "Text.",
    Lines: "Part\n\nText.",
    Controls: "AB [1mC",
    Empty: "",
    "Line break": "Text.",
    'Quote"<&': "Text.",
    [`L${"long".repeat(62).slice(1)}`]: "Text.",
  });
  expect(site.warnings).toContain("Control characters are left out of these files: `controls.md`.");
});

describe("a fault is reported once", () => {
  test("promises of which one is faulty are not said to be missing as well", async () => {
    const ids =
      "no-identity no-watching no-limits same-for-all open-origin free-to-use kept-words".split(
        " ",
      );
    const promises = ids
      .map((id) => `  - { id: ${id}, title: t${id === "no-limits" ? "" : ", text: x"} }`)
      .join("\n");
    expect(
      await faultsOf({ "m.md": page(`type: manifesto\npromises:\n${promises}`) }),
    ).toMatchObject([{ field: "promises[3].text", problem: "is missing" }]);
  });
  test("facts under another name are one", async () => {
    expect(await faultsOf({ "facts.yml": "name: x" })).toMatchObject([
      { file: "facts.yml", expected: "the name `facts.yaml`" },
    ]);
  });
});
