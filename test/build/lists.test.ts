import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

type Files = Record<string, string>;

const build = async (files: Files) => buildSite({ input: folderOf(files) });

/** The lines of a page's Markdown that are list items, without addresses: `[Title] (remark)`. */
function linesOf(markdown: string): string[] {
  return markdown
    .split("\n")
    .filter((line) => /^ *[-*] /.test(line))
    .map((line) => line.replace(/^( *)[-*] /, "$1").replace(/\]\([^)]*\)/, "]"));
}

/** So many files. */
const many = (count: number, file: (number: number) => [path: string, text: string]): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => file(number)));
const post = (date: string, more = "") => `---\ndate: ${date}\n${more}---\n\nWords of a post.\n`;
const twoIn = (folder: string) => ({ [`${folder}/a.md`]: "# A\n", [`${folder}/b.md`]: "# B\n" });

test("a list that is inserted beside another stays a list of its own", async () => {
  const newest = "<!-- insert: list newest -->";
  const site = await build({
    "index.md": `Come in.\n\n- [A](notes/a.md)\n\n${newest}\n\n<!-- insert: list /notes/ -->\n`,
    "below.md": `# Below\n\n${newest}\n\n- Mine.\n`,
    "alone.md": `# Alone\n\n- Mine.\n\nWords.\n\n${newest}\n`,
    "notes/a.md": "---\ntype: note\ndate: 2026-01-01\n---\n\n# A\n",
    "notes/b.md": "---\ntype: note\ndate: 2026-01-02\n---\n\n# B\n",
  });
  const lists = (path: string) => {
    const body = site.model.byPath.get(path)?.html.matchAll(/<ul[^>]*>([^]*?)<\/ul>/g) ?? [];
    return Array.from(body, ([, items = ""]) => items.match(/<li>/g)?.length);
  };
  expect([lists("/"), lists("/below/"), lists("/alone/")]).toEqual([
    [1, 2, 2],
    [2, 1],
    [1, 2],
  ]);
  expect(site.html.get("/")).toContain('<ul class="ways">');
  expect(site.text("/index.md").replace(/^([-*])? .*\n|.*\n/gm, "$1")).toBe("-**--");
  expect(site.text("/alone.md")).toContain("- [B]");
});

describe("folders, tags and rooms", async () => {
  const action = "{ action: look, label: Look, method: GET, href: /c/, media_type: text/html }";
  const site = await build({
    "index.md": "# Home\n\nSee [the guide](guide/).\n",
    "Getting_Started/first-steps.md": "# First steps\n\nBegin here.\n",
    ...twoIn("Getting_Started/more"),
    ...twoIn("guide"),
    "alone/z.md": "# Z\n",
    // Folders whose addresses are something else.
    "removed/index.md": "---\ngone: true\n---\n",
    "other.md": "---\naliases: [/moved/, /tags/taken/]\n---\n\n# Other\n",
    "copied/index.html": "<!doctype html><title>Mine</title>",
    ...Object.assign({}, ...["removed", "moved", "copied", "sitemap"].map(twoIn)),
    // Pages of the author's at the addresses of folders.
    "none/index.md": "# None\n\nRead [on](https://x.example/).\n",
    "near/index.md": "# Near\n\nBegin with [a](a.md#top).\n",
    "deep/index.md": "# Deep\n\nBegin with [a](part/a.md).\n",
    "placed/index.md":
      "# Placed\n\n<!--insert:list /guide/-->\n\n  <!--  insert:  list #Open Data  -->  \n",
    ...Object.assign(
      {},
      ...["none", "none/part", "near", "deep", "deep/part", "placed"].map(twoIn),
    ),
    "c.md": "---\ntags: [C++, Open Data, Taken]\ndate: 2026-01-01\n---\n\n# C\n",
    "d.md": "---\ntags: [open-data, C, Mine]\n---\n\n# D\n",
    "e.md": "---\ntags: [Open Data]\ndate: 2026-02-01\n---\n\n# E\n",
    "tags/mine.md": "# My own\n\n<!-- insert: list #mine -->\n",
    "realms/hall.md": `---\ntype: realm\nstatus: open\naffordances: [${action}]\n---\n\nCome in.\n`,
  });

  test("a folder gets a page that lists what is in it, as HTML, Markdown and in the sitemap, not in the corpus", () => {
    const page = site.model.pages.find(({ path }) => path === "/getting_started/");
    expect(page).toMatchObject({ title: "Getting started", type: "list", source: null });
    expect(page?.description).toBe("3 pages in “Getting started”.");
    expect(linesOf(site.text("/getting_started.md"))).toEqual([
      "[First steps]: Begin here.",
      "[More] (2 pages)",
    ]);
    expect(site.text("/sitemap.xml")).toContain("/getting_started/more/</loc>");
    for (const path of ["/api/corpus.json", "/llms-full.txt", "/llms.txt"])
      expect(site.text(path)).not.toContain("/getting_started.md");
    expect(site.json<{ pages: object[] }>("/api/site.json").pages).toContainEqual(
      expect.objectContaining({ id: "getting_started", generated: true }),
    );
    expect(site.html.get("/getting_started/more/a/")).toMatch(
      /<nav class="crumbs"[^]*href="\/getting_started\/">Getting started<[^]*href="\/getting_started\/more\/">More</,
    );
  });

  test("none where there is a single page, or its address is gone, a former one, a file or a document", () => {
    const made = site.model.pages
      .filter(({ list, path }) => list && !path.startsWith("/tags/"))
      .map(({ path }) => path);
    expect(made.sort()).toEqual([
      "/deep/part/",
      "/getting_started/",
      "/getting_started/more/",
      "/guide/",
      "/none/part/",
    ]);
    expect(site.html.get("/removed/a/")).not.toContain('class="crumbs"');
  });

  test.each([
    ["/none.md", ["[A]", "[B]", "[Part] (2 pages)"]],
    ["/near.md", []],
    ["/deep.md", []],
    ["/index.md", []],
    ["/placed.md", ["[A]", "[B]", "[E] (1 February 2026)", "[C] (1 January 2026)", "[D]"]],
  ])(
    "a page of the author's has a list of what is in it, unless it links to that or places lists: %s",
    (path, lines) => {
      expect(linesOf(site.text(path))).toEqual(lines);
    },
  );

  test("tags have a page each, or the author's, and a list of all; where there can be no page, they are words", () => {
    expect(linesOf(site.text("/tags.md"))).toEqual([
      ...[
        "[C] (1 page)",
        "[C++] (1 page)",
        "[Mine] (1 page)",
        "[Open Data] (3 pages)",
        "Taken (1 page)",
      ],
    ]);
    expect(linesOf(site.text("/tags/open-data.md"))).toEqual([
      "[E] (1 February 2026)",
      "[C] (1 January 2026)",
      "[D]",
    ]);
    expect(site.html.get("/d/")).toContain(
      '<li><a rel="tag" href="/tags/open-data/">open-data</a></li>',
    );
    expect(site.html.get("/c/")).toContain('<a rel="tag" href="/tags/c-plus-plus/">C++</a>');
    expect(site.html.get("/d/")).toContain('<a rel="tag" href="/tags/mine/">Mine</a>');
    expect(linesOf(site.text("/tags/mine.md"))).toEqual(["[D]"]);
    expect(site.html.get("/c/")).toContain("<li>Taken</li>");
  });

  test("a room lists what one can do in it", () => {
    expect(linesOf(site.text("/realms/hall.md"))).toEqual(["[Look]: `GET /c/` gives `text/html`"]);
    expect(site.html.get("/realms/hall/")).toContain('<div class="way"><code>GET /c/</code>');
  });
});

test("the home page lists the site where its text links to nothing of it", async () => {
  const files = { ...twoIn("guide"), "help.md": "# Help\n", "about.md": "# About\n" };
  const lines = async (home: string) =>
    linesOf((await build({ ...files, "index.md": home })).text("/index.md"));
  expect(await lines("# Home\n")).toEqual(["[About]", "[Guide] (2 pages)", "[Help]"]);
  expect(await lines("[Help](help.md)\n")).toEqual([]);
});

test("a list of a folder or tag that there is not is a fault", async () => {
  const wrong = "# Home\n\n<!-- insert: list /gide/ -->\n\n<!-- insert: list #gardn -->\n";
  await expect(build({ "index.md": wrong })).rejects.toThrow(
    /index\.md:3[^]*asks for the list `\/gide\/`, which this site does not have[^]*index\.md:5[^]*the list `#gardn`/,
  );
});

test("long lists are whole, without descriptions; by date they have headings for years, after folders", async () => {
  const day = (number: number) =>
    `${number < 130 ? 2018 : 2019}-${String(1 + (number % 12)).padStart(2, "0")}-${10 + (number % 18)}`;
  const site = await build({
    "index.md": "# Home\n",
    ...many(230, (n) => [`guide/${n + 1}.md`, `# Page ${n + 1}\n\nText.\n`]),
    ...many(190, (n) => [`blog/post-${n}.md`, post(day(n))]),
    ...twoIn("blog/more"),
    ...many(20, (n) => [`few${n}.md`, post("2020-01-01", "tags: [few]\n")]),
    ...many(21, (n) => [`many${n}.md`, post("2020-01-01", "tags: [many]\n")]),
  });
  expect(linesOf(site.text("/guide.md"))).toEqual(
    Array.from({ length: 230 }, (_, n) => `[Page ${n + 1}]`),
  );
  const lines = linesOf(site.text("/blog.md"));
  expect(site.text("/blog.md").match(/^## .*$/gm)).toEqual(["## Folders", "## 2019", "## 2018"]);
  expect([lines.length, lines[0]]).toEqual([1 + 190, "[More] (2 pages)"]);
  expect(site.html.get("/blog/")).toMatch(
    /<div class="when"><time datetime="2018-[^"]*">[^<]*<\/time><\/div><\/li>/,
  );
  expect(linesOf(site.text("/tags/few.md"))[0]).toBe("[Few0] (1 January 2020): Words of a post.");
  expect(linesOf(site.text("/tags/many.md"))[0]).toBe("[Many0] (1 January 2020)");
  expect(site.html.get("/tags/")).toContain(
    '<ul class="counted">\n<li><a href="/tags/few/">few</a> (20 pages)</li>',
  );
});

test("the long list of the first folder has an address of its own, to which the home page leads", async () => {
  const site = await build({
    ...many(230, (n) => [`note-${n}.md`, `# Note ${n}\n`]),
    "contents.md": "# Mine\n",
  });
  expect(site.text("/index.md")).toMatch(
    /- \[Note 48\][^]*\n- \[Contents\]\([^)]*\/contents-list\/\) \(231 pages\)\n/,
  );
  const all = linesOf(site.text("/contents-list.md"));
  for (let n = 0; n < 230; n++)
    expect(all.filter((line) => line.startsWith(`[Note ${n}]`))).toHaveLength(1);
});

test.each([
  ["folders", ["/guide/"], ["/tags/", "/tags/x/"]],
  ["tags", ["/tags/", "/tags/x/"], ["/guide/"]],
])("lists are made of %s alone where the facts say so", async (kind, made, left) => {
  const facts = readFileSync(join(import.meta.dirname, "../fixtures/site/facts.yaml"), "utf8");
  const site = await build({
    "facts.yaml": `${facts}\nlists: [${kind}]\n`,
    ...twoIn("guide"),
    "c.md": "---\ntags: [x]\n---\n\n# C\n",
  });
  expect([...made, ...left].filter((path) => site.html.has(path))).toEqual(made);
});

test("a large site shows what is where on its home page and on the search page, and not every page", async () => {
  const site = await build({
    ...many(240, (n) => [
      `part-${n % 3}/in-${n % 4}/page-${n}.md`,
      `---\ntags: [t${n % 5}]\n---\n\n# Page ${n}\n`,
    ]),
    "about.md": "# About\n\nWho writes.\n",
  });
  for (const file of ["/index.md", "/search.md"]) {
    expect(linesOf(site.text(file))).toEqual([
      ...["[Part 0] (80 pages)", "[Part 1] (80 pages)", "[Part 2] (80 pages)"],
      ...["[About]: Who writes.", "[Tags] (5 tags)"],
    ]);
    expect(site.text(file)).not.toContain("[Page 7]");
  }
});

test("lists of all pages of the site have numbers in addresses in the order of numbers", async () => {
  const numbers = [1, 2, 9, 10, 11, 100];
  const site = await build(
    Object.fromEntries(numbers.map((number) => [`thought-${number}.md`, "Words.\n"])),
  );
  const titles = numbers.map((number) => `[Thought ${number}]`);
  for (const path of ["/index.md", "/search.md", "/sitemap.md", "/llms.txt"])
    expect(site.text(path).match(/\[Thought \d+\]/g), path).toEqual(titles);
});

test("letters with accents stand by those without, in lists of pages and of tags", async () => {
  const names = ["Äpfel", "Zucker", "Ananas", "Éclair", "Band 2", "Band 10", "Band", "Ôde"];
  const files = names.map((name) => [
    `obst/${name}.md`,
    `---\ntitle: ${name}\ntags: ["${name}"]\n---\n\nText.\n`,
  ]);
  const site = await buildSite({ input: folderOf(Object.fromEntries(files)) });
  const order = ["Ananas", "Äpfel", "Band", "Band 2", "Band 10", "Éclair", "Ôde", "Zucker"];
  for (const list of ["/obst.md", "/tags.md"])
    expect(linesOf(site.text(list)).map((line) => /\[(.*?)\]/.exec(line)?.[1])).toEqual(order);
});
