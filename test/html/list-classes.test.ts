import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { problems } from "../../functions/guestbook/http.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";

// Whoever changes how a list prints a date, a status, a number or an action sees here whether its
// column or block is still there.

const { model, html } = await sampleSite();
const pages = model.pages.filter(({ type }) =>
  ["home", "list", "realm", "greeting"].includes(type),
);

/** How often a pattern stands in a text. */
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The lines of lists in a page's Markdown. */
const linesOf = (page: (typeof pages)[number]) =>
  String(markdownOf(page))
    .split("\n")
    .filter((line) => /^- \[.*\]\(/.test(line));

describe.each(pages.map((page) => [page.path, page] as const))("the lists of %s", (path, page) => {
  const lines = linesOf(page);
  const document = html.get(path) ?? "";

  test("have a column for each date, whatever its form", () => {
    const hasLists = page.type === "list" || page.type === "home";
    const years = lines.filter((line) => hasLists && /\) \(.*\b20\d\d\b.*?\)(?::|$)/.test(line));
    expect(count(document, /<li><a [^>]*>[^<]*<\/a> <div class="when/g)).toBe(years.length);
  });

  test("have a block for each action", () => {
    const actions = lines.filter((line) => /\): `[A-Z]+ \S+` gives `/.test(line));
    expect(count(document, /<div class="way">/g)).toBe(actions.length);
    const named = page.type === "greeting" ? model.greeting_affordances : page.realm?.affordances;
    if (page.type === "realm") expect(actions).toHaveLength(named?.length ?? 0);
  });
});

test("beside a column each text is in an element, whatever the line is about", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "blog/dated.md": "---\ndate: 2026-01-01\n---\n\nOf a day.\n",
    "blog/undated.md": "---\ndescription: Of no day.\n---\n\nText.\n",
    "blog/short.md": "# No description\n",
    "blog/2025/a.md": "# A\n",
    "blog/2025/b.md": "# B\n",
  });
  const mixed = await buildSite({ input, lenient: true });
  const pageOf = (path: string) => mixed.model.byPath.get(path) as (typeof pages)[number];
  const markdown = linesOf(pageOf("/blog/")).join("\n");
  expect(markdown).toMatch(/\]\(\S*\/undated\/\): Of no day\.$/m);
  expect(markdown).toMatch(/\]\(\S*\/2025\/\) \(2 pages\)$/m);
  const columns = /<ul class="listed columns[^"]*">[^]*?<\/ul>/g;
  const documents = [...html.values(), mixed.text("/blog/index.html"), mixed.text("/index.html")];
  const items = documents.flatMap((document) =>
    (document.match(columns) ?? []).flatMap((list) => list.match(/<li>.*<\/li>/g) ?? []),
  );
  expect(items.length).toBeGreaterThan(30);
  const elements = /<(a|div|p|span)\b[^>]*>.*?<\/\1>|<\/?li>|\s+/g;
  expect(items.filter((item) => item.replaceAll(elements, "") !== "")).toEqual([]);
});

test("the lists of realms have a column for each status, and of folders and tags a number", () => {
  const all = pages.map(({ path }) => html.get(path) ?? "").join("");
  const realms = html.get("/realms/") ?? "";
  expect(count(realms, /<div class="state">/g)).toBe(model.realms.length);
  expect(count(all, /<ul class="counted">/g)).toBeGreaterThan(0);
  expect(count(html.get("/tags/") ?? "", /<ul class="counted">/g)).toBe(1);
});

test("each promise has its plate, each endpoint and each language of first steps its fold, and each problem its id", () => {
  const manifesto = html.get(model.manifesto.path) ?? "";
  expect(count(manifesto, /<span class="plate">/g)).toBe(model.promises.length);
  const endpoints = model.catalogue.filter(({ group }) => group === "api").length;
  const api = html.get("/api/") ?? "";
  const languages = count(api, /<div class="inside" id="with-/g);
  expect(languages).toBe(3);
  expect(count(api, /<details class="fold">/g)).toBe(
    endpoints + model.operations.length + 1 + languages,
  );
  expect(count(api, /<span class="call"><code>/g)).toBe(endpoints + model.operations.length + 1);
  const ids = Array.from(
    api.matchAll(/<td><span id="([a-z-]+)"><code>\1<\/code><\/span><\/td>/g),
    ([, id]) => id,
  );
  expect(ids).toEqual(Object.keys(problems));
});

test("a list has its columns on a page of any type, whatever titles and descriptions hold", async () => {
  const note = (title: string, description: string) =>
    `---\ntype: note\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\ndate: 2026-01-02\n---\n\nText.\n`;
  const site = await buildSite({
    input: folderOf({
      "about.md": "# About\n\nWords before.\n<!-- insert: list newest -->\n\nWords after.\n",
      "notes/a.md": note("A (3 May 2020): [b", "c (open): <i>d</i> -->"),
      "notes/b.md": note("B", "Two."),
    }),
  });
  expect(site.html.get("/about/")).toContain(
    '<p>Words before.</p>\n<ul class="listed columns">\n' +
      '<li><a href="/notes/a/">A (3 May 2020): [b</a> <div class="when"><time datetime="2026-01-02">2 January 2026</time></div>' +
      ' <p class="about">c (open): &lt;i&gt;d&lt;/i&gt; --&gt;</p></li>\n' +
      '<li><a href="/notes/b/">B</a> <div class="when"><time datetime="2026-01-02">2 January 2026</time></div>' +
      ' <p class="about">Two.</p></li>\n</ul>\n<p>Words after.</p>',
  );
  expect(site.text("/about.md")).toContain(
    "Words before.\n- [A (3 May 2020): \\[b](https://openhouse.example/notes/a/) (2 January 2026): c (open): \\<i>d\\</i> -->\n",
  );
  const page = site.model.pages.find(({ path }) => path === "/about/");
  expect(page?.text).toContain("A (3 May 2020): [b (2 January 2026): c (open): <i>d</i> -->");
});

test("an author's own words for dates and statuses are text in a list, whatever signs they have", async () => {
  const site = await buildSite({
    input: folderOf({
      "words.yaml":
        'en:\n  date: { day: "{day} <{month}> --> {year}" }\n  status: { open: "open & <now> -->" }\n',
      "notes/a.md": "---\ntype: note\ndate: 2026-01-02\n---\n\n# A\n",
      "realms/a.md": "---\ntype: realm\nstatus: open\nsince: 2026-01-02\n---\n\n# R\n\nText.\n",
    }),
  });
  expect(site.html.get("/notes/")).toContain(
    '<div class="when"><time datetime="2026-01-02">2 &lt;January&gt; --&gt; 2026</time></div>',
  );
  expect(site.html.get("/realms/")).toContain(" open &amp; &lt;now&gt; --&gt;</div>");
  expect(site.text("/notes.md")).toContain("(2 \\<January> --> 2026)");
  expect(site.text("/realms.md")).toContain("(*open & \\<now> -->*)");
});

test("lines that an author wrote like those of a list stay as they were written", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n\n- [Home](/) (2 January 2026): the first day\n- [Home](/) (*open*)\n",
    }),
  });
  expect(site.html.get("/")).toContain(
    '<ul>\n<li><a href="/">Home</a> (2 January 2026): the first day</li>\n<li><a href="/">Home</a> (<em>open</em>)</li>\n</ul>',
  );
});

test("a generated list directly below a heading that folds is folded too, and stays a list", async () => {
  const note = "---\ntype: note\ndate: 2026-01-02\n---\n\n# A\n";
  const site = await buildSite({
    input: folderOf({
      "api/index.md": "# API\n\n## New {#new .fold}\n\n<!-- insert: list newest -->\n",
      "notes/a.md": note,
    }),
  });
  expect(site.html.get("/api/")).toContain(
    '<summary><h2>New</h2></summary>\n<div class="inside" id="new">\n<ul class="listed columns">',
  );
});

test("the API's reference on another page is the same, with nothing folded", async () => {
  const site = await buildSite({
    input: folderOf({ "docs.md": "# Docs\n\n<!-- insert: api -->\n" }),
  });
  const docs = site.html.get("/docs/") ?? "";
  expect(docs).toMatch(
    /<h3 id="index">Index <a [^>]*><\/a><\/h3>\n<p><code>GET<\/code> <code>\/api\/index\.json<\/code><\/p>\n<p>Every/,
  );
  expect(docs).not.toMatch(/class="(?:fold|call|purpose)"|\.fold|\x02/);
});

const code = "```\ncode\n```\n";

test.each<[name: string, body: string, classes: string[]]>([
  ["links after a first paragraph", "Text.\n\n- [A](/)\n- [B](/)\n\nText.\n\n- [C](/)", ["ways"]],
  ["four links", `Text.\n\n${"- [A](/)\n".repeat(4)}`, ["ways"]],
  ["five links", `Text.\n\n${"- [A](/)\n".repeat(5)}`, []],
  ["links with words beside them", "Text.\n\n- [A](/)\n- [B](/), a page", []],
  ["links with marked words", "Text.\n\n- [*A*](/)", []],
  ["two links in one item", "Text.\n\n- [A](/)[B](/)", []],
  ["links below each other", "Text.\n\n- [A](/)\n  - [B](/)", []],
  ["links with empty lines between", "Text.\n\n- [A](/)\n\n- [B](/)", []],
  ["links after two paragraphs", "Text.\n\nText.\n\n- [A](/)", []],
  ["links after a heading", "## Text\n\n- [A](/)", []],
  ["numbered links", "Text.\n\n1. [A](/)", []],
  ["code in the items", `- One\n\n  ${code.replaceAll("\n", "\n  ")}\n- Two\n`, ["forms"]],
  ["code in a second list", `- One\n\nText.\n\n- Two\n\n      code\n`, ["forms"]],
  ["code without words before it", "- ```\n  code\n  ```\n", []],
  ["a formula in the items", "- One\n\n  ```math\n  x\n  ```\n", []],
  ["code below the list", `- One\n- Two\n\n${code}`, []],
])("a home page gives classes to its author's lists: %s", async (_, body, classes) => {
  const files = (name: string) => folderOf({ [name]: `# Title\n\n${body}\n` });
  const home = await buildSite({ input: files("index.md") });
  const found = (text = "") =>
    Array.from(text.matchAll(/<ul class="(ways|forms)">/g), ([, name]) => name);
  expect(found(home.html.get("/"))).toEqual(classes);
  const other = await buildSite({ input: files("about.md") });
  expect(found(other.html.get("/about/"))).toEqual([]);
});
