import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

type Files = Record<string, string>;

const build = async (files: Files, lenient = false) => buildSite({ input: folderOf(files), lenient });

/** The lines of a page's Markdown that are list items, without addresses: `[Title] (remark)`. */
function linesOf(markdown: string): string[] {
  return markdown
    .split("\n")
    .filter((line) => /^ *- /.test(line))
    .map((line) => line.replace(/^( *)- /, "$1").replace(/\]\([^)]*\)/, "]"));
}

const post = (date: string, more = "") => `---\ndate: ${date}\n${more}---\n\nWords of a post.\n`;

/** Posts of some days in each of these years. */
function posts(folder: string, counts: Readonly<Record<number, number>>): Files {
  const dates = Object.entries(counts).flatMap(([year, count]) =>
    Array.from({ length: count }, (_, n) => {
      const day = (number: number) => String(number).padStart(2, "0");
      return `${year}-${day(1 + (Math.floor(n / 28) % 12))}-${day(1 + (n % 28))}`;
    }),
  );
  return Object.fromEntries(dates.map((date, n) => [`${folder}/post-${n}.md`, post(date)]));
}

describe("a folder without a page", () => {
  test("gets one that lists its folders and pages, as HTML, Markdown and in the sitemap, but not in the corpus", async () => {
    const site = await build({
      "index.md": "# Home\n\nSee [the guide](guide/).\n",
      "Getting_Started/first-steps.md": "# First steps\n\nBegin here.\n",
      "Getting_Started/more/a.md": "# A\n",
      "Getting_Started/more/b.md": "# B\n",
      "guide/x.md": "# X\n",
      "guide/y.md": "# Y\n",
      "alone/z.md": "# Z\n",
    });
    const page = site.model.pages.find(({ path }) => path === "/getting_started/");
    expect(page).toMatchObject({ title: "Getting started", type: "list", source: null });
    expect(page?.description).toBe("3 pages in “Getting started”.");
    expect(linesOf(markdownOf(page as Page).toString())).toEqual(["[First steps]: Begin here.", "[More] (2 pages)"]);
    expect(site.text("/getting_started.md")).toContain("[First steps](");
    expect(site.html.has("/alone/")).toBe(false); // a folder with a single page has no list
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

  test("gets none where its address is a draft, a page that is gone, a former address, a file or a document", async () => {
    const site = await build({
      "index.md": "# Home\n",
      "drafted/index.md": "---\ndraft: true\n---\n",
      "drafted/a.md": "# A\n",
      "removed/index.md": "---\ngone: true\n---\n",
      "removed/a.md": "# A\n",
      "moved/a.md": "# A\n",
      "other.md": "---\naliases: [/moved/]\n---\n\n# Other\n",
      "copied/index.html": "<!doctype html><title>Mine</title>",
      "copied/a.md": "# A\n",
      "sitemap/a.md": "# A\n",
    });
    const made = site.model.pages.filter(({ list }) => list).map(({ path }) => path);
    expect(made).toEqual([]);
    expect(site.html.get("/drafted/a/")).not.toContain('class="crumbs"');
  });
});

describe("long lists", () => {
  test("are whole, without descriptions; one by date has headings for its years, and begins with its folders", async () => {
    const site = await build({
      "index.md": "# Home\n",
      ...Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`guide/${n + 1}.md`, `# Page ${n + 1}\n\nText.\n`])),
      ...posts("blog", { 2018: 130, 2019: 60 }),
      "blog/more/a.md": "# A\n",
      "blog/more/b.md": "# B\n",
    });
    expect(linesOf(site.text("/guide.md"))).toEqual(Array.from({ length: 230 }, (_, n) => `[Page ${n + 1}]`));
    const lines = linesOf(site.text("/blog.md"));
    expect(site.text("/blog.md").match(/^## .*$/gm)).toEqual(["## Folders", "## 2019", "## 2018"]);
    expect([lines.length, lines[0]]).toEqual([1 + 190, "[More] (2 pages)"]);
    expect(site.html.get("/blog/")).toMatch(
      /<div class="when alone"><time datetime="2018-[^"]*">[^<]*<\/time><\/div><\/li>/,
    );
  });

  test("of the first folder have an address of their own, to which the home page leads", async () => {
    const files = Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`note-${n}.md`, `# Note ${n}\n`]));
    const site = await build({ ...files, "contents.md": "# Mine\n" });
    expect(site.text("/index.md")).toMatch(
      /- \[Note 48\][^]*\n- \[Contents\]\([^)]*\/contents-list\/\) \(231 pages\)\n/,
    );
    const all = linesOf(site.text("/contents-list.md"));
    for (let n = 0; n < 230; n++) expect(all.filter((line) => line.startsWith(`[Note ${n}]`))).toHaveLength(1);
  });

  test.each([
    ["folders", ["/guide/"], ["/tags/", "/tags/x/"]],
    ["tags", ["/tags/", "/tags/x/"], ["/guide/"]],
  ])("are made of %s alone where the facts say so", async (kind, made, left) => {
    const facts = readFileSync(join(import.meta.dirname, "../fixtures/site/facts.yaml"), "utf8");
    const site = await build({
      "facts.yaml": `${facts}\nlists: [${kind}]\n`,
      "guide/a.md": "---\ntags: [x]\n---\n\n# A\n",
      "guide/b.md": "# B\n",
    });
    expect([...made, ...left].filter((path) => site.html.has(path))).toEqual(made);
  });
});

describe("tags", () => {
  const files = {
    "index.md": "# Home\n",
    "a.md": "---\ntags: [C++, Open Data]\ndate: 2026-01-01\n---\n\n# A\n",
    "b.md": "---\ntags: [open-data, C]\n---\n\n# B\n",
    "c.md": "---\ntags: [Open Data]\ndate: 2026-02-01\n---\n\n# C\n",
  };
  test("have a page each and a list of all, and pages link to them", async () => {
    const site = await build(files);
    expect(linesOf(site.text("/tags.md"))).toEqual(["[C] (1 page)", "[C++] (1 page)", "[Open Data] (3 pages)"]);
    expect(linesOf(site.text("/tags/open-data.md"))).toEqual(["[C] (1 February 2026)", "[A] (1 January 2026)", "[B]"]);
    expect(site.html.get("/b/")).toContain('<li><a rel="tag" href="/tags/open-data/">open-data</a></li>');
    expect(site.html.get("/a/")).toContain('<a rel="tag" href="/tags/c-plus-plus/">C++</a>');
  });

  test("say what each page is about, unless there are many", async () => {
    const some = (name: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`${name}${n}.md`, post("2020-01-01", `tags: [${name}]\n`)]),
      );
    const site = await build({ "index.md": "# Home\n", ...some("few", 20), ...some("many", 21) });
    expect(linesOf(site.text("/tags/few.md"))[0]).toBe("[Few0] (1 January 2020): Words of a post.");
    expect(linesOf(site.text("/tags/many.md"))[0]).toBe("[Many0] (1 January 2020)");
    expect(site.html.get("/tags/")).toContain('<ul class="counted">\n<li><a href="/tags/few/">few</a> (20 pages)</li>');
  });

  test("whose address the author has lead to the author's page, which lists what it asks for", async () => {
    const mine = "# My data\n\n<!-- insert: list #open-data -->\n";
    const site = await build({ ...files, "tags/open-data.md": mine });
    expect(site.html.get("/a/")).toContain('<a rel="tag" href="/tags/open-data/">');
    expect(linesOf(site.text("/tags/open-data.md"))).toHaveLength(3);
  });

  test("are plain text where no page can be made", async () => {
    const site = await build({ ...files, "d.md": "---\naliases: [/tags/c/]\n---\n\n# D\n" });
    expect(site.html.get("/b/")).toContain("<li>C</li>");
    expect(linesOf(site.text("/tags.md"))[0]).toBe("C (1 page)");
  });
});

describe("a page of the author's at the address of a folder", () => {
  test.each([
    ["nothing", "# Guide\n\nRead [on](https://x.example/).\n", ["[A]", "[B]", "[Deep] (2 pages)"]],
    ["a page in it", "# Guide\n\nBegin with [a](a.md#top).\n", []],
    ["a page in a folder of it", "# Guide\n\nBegin with [c](deep/c.md).\n", []],
  ])("that links to %s lists what is in it, unless there is a link", async (_, guide, expected) => {
    const files = {
      "guide/a.md": "# A\n",
      "guide/b.md": "# B\n",
      "guide/deep/c.md": "# C\n",
      "guide/deep/d.md": "# D\n",
    };
    const site = await build({ "index.md": "# Home\n", "guide/index.md": guide, ...files });
    expect(linesOf(site.text("/guide.md"))).toEqual(expected);
  });

  test.each([
    ["no link", "# Home\n", ["[About]", "[Guide] (2 pages)", "[Help]"]],
    ["a link into a folder", "[A](guide/a.md)\n", []],
    ["a link to a page", "[Help](help.md)\n", []],
  ])("that is the home page lists the site where its text has %s", async (_, home, expected) => {
    const files = { "help.md": "# Help\n", "about.md": "# About\n", "guide/a.md": "# A\n", "guide/b.md": "# B\n" };
    const site = await build({ ...files, "index.md": home });
    expect(linesOf(site.text("/index.md"))).toEqual(expected);
  });

  test("can place the list itself", async () => {
    const site = await build({
      "index.md": "# Home\n\n<!-- insert: list #garden -->\n",
      "guide/index.md": "# Guide\n\n<!-- insert: list /guide/ -->\n",
      "guide/a.md": "---\ntags: [Garden]\n---\n\n# A\n\nWords.\n",
    });
    expect(linesOf(site.text("/guide.md"))).toEqual(["[A]: Words."]);
    expect(linesOf(site.text("/index.md"))).toEqual(["[A]: Words."]);
  });

  test("is told which folder or tag there is not", async () => {
    const wrong = "# Home\n\n<!-- insert: list /gide/ -->\n\n<!-- insert: list #gardn -->\n";
    await expect(build({ "index.md": wrong })).rejects.toThrow(
      /index\.md:3[^]*asks for the list `\/gide\/`, which this site does not have[^]*index\.md:5[^]*the list `#gardn`/,
    );
  });
});

test("a room lists what one can do in it", async () => {
  const action = "{ action: look, label: Look, method: GET, href: /a/, media_type: text/html }";
  const hall = `---\ntype: realm\nstatus: open\naffordances: [${action}]\n---\n\nCome in.\n`;
  const site = await build({ "index.md": "# Home\n", "a.md": "# A\n", "realms/hall.md": hall });
  expect(linesOf(site.text("/realms/hall.md"))).toEqual(["[Look]: `GET /a/` gives `text/html`"]);
  expect(site.html.get("/realms/hall/")).toContain('<div class="way"><code>GET /a/</code>');
});

test("a large site shows what is where on its home page and on the search page, and not every page", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 240 }, (_, n) => [
      `part-${n % 3}/in-${n % 4}/page-${n}.md`,
      `---\ntags: [t${n % 5}]\n---\n\n# Page ${n}\n`,
    ]),
  );
  const site = await build({ ...files, "about.md": "# About\n\nWho writes.\n" });
  for (const file of ["/index.md", "/search.md"]) {
    const lines = linesOf(site.text(file));
    expect(lines).toEqual([
      ...["[Part 0] (80 pages)", "[Part 1] (80 pages)", "[Part 2] (80 pages)"],
      ...["[About]: Who writes.", "[Tags] (5 tags)"],
    ]);
    expect(site.text(file)).not.toContain("[Page 7]");
  }
});

test("a home page that the build writes lists the author's folders and pages, and none that the software brings", async () => {
  const site = await buildSite({
    input: folderOf({ "zebra.md": "# Zebra\n", "walks/oak.md": "# Oak\n", "walks/elm.md": "# Elm\n" }),
  });
  const listed = [...site.text("/index.md").matchAll(/^- \[([^\]]+)\]/gm)].map(([, title]) => title);
  expect(listed).toEqual(["Walks", "Zebra"]);
});

test("lists of all pages of the site have numbers in addresses in the order of numbers", async () => {
  const numbers = [1, 2, 9, 10, 11, 100];
  const files = Object.fromEntries(numbers.map((number) => [`thought-${number}.md`, "Words.\n"]));
  const site = await build(files);
  const titles = numbers.map((number) => `[Thought ${number}]`);
  for (const path of ["/index.md", "/search.md", "/sitemap.md", "/llms.txt"])
    expect(site.text(path).match(/\[Thought \d+\]/g), path).toEqual(titles);
});
