import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf } from "./faults-of.ts";

const head = (lines: string) => `---\n${lines}\n---\n\nText.\n`;

describe("addresses that a page has with another tool lead to it", async () => {
  const files = {
    "index.md": "# Home\n\n[a](/former/place/), [b](/old.html), [c](/notes/short/), [d](/about)\n",
    "guide.md": head("permalink: /former/place/"),
    "about-us.md": head("permalink: /about"),
    "faq.md": head("redirect_from:\n  - /old.html\n  - help/"),
    "notes/a-long-name.md": head("slug: short"),
    "notes/own.md": head("url: /notes/own/\npermalink: pretty"),
    "notes/pattern.md": head("permalink: /:week/:title/\nurl: https://elsewhere.example/x\nslug: Web/Grid"),
    "notes/taken.md": head("url: /guide/\nredirect_from: /sitemap.md"),
    "notes/twice.md": head("url: /former/place/"),
    "404.md": head("permalink: /404.html"),
  };
  const site = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
  const aliasesOf = (source: string) => site.model.pages.find((page) => page.source === source)?.aliases;

  test.each([
    ["guide.md", ["/former/place/"]],
    ["about-us.md", ["/about/"]],
    ["faq.md", ["/old.html", "/help/"]],
    ["notes/a-long-name.md", ["/notes/short/"]],
    ["notes/own.md", []],
    ["notes/pattern.md", []],
    ["notes/taken.md", []],
    ["notes/twice.md", []],
  ])("%s", (source, aliases) => {
    expect(aliasesOf(source)).toEqual(aliases);
  });

  test("by redirects and by the author's own links, without a fault", async () => {
    expect(site.text("/_redirects")).toMatch(/^\/former\/place\/ \/guide\/ 301$/m);
    expect(site.text("/_redirects")).toMatch(/^\/old\.html \/faq\/ 301$/m);
    expect(site.html.get("/")).toMatch(/"\/guide\/">a<.*"\/faq\/">b<.*"\/notes\/a-long-name\/">c<.*"\/about-us\/">d</);
    expect(await faultsOf(files)).toEqual([]);
  });

  test("what is no address is told as left alone", () => {
    expect(site.warnings.join("\n")).toContain("are left alone: `permalink`, `slug`, `url`.");
  });
});

describe("names of files and folders", async () => {
  const files = {
    "Home.md": "# A vault\n\nMy notes.\n",
    "_docs/faq.md": "Text.\n",
    "_docs/index.md": "# All docs\n",
    "_tabs/a/b.md": "Text.\n",
    "_tabs/one.md": "# Kept\n",
    "tabs/one.md": "# Other\n",
    "01-guide/02-getting-started.md": "Text.\n",
    "01-guide/1. First things.md": "Text.\n",
    "2023-05-06-dated.md": "Text.\n",
    "24-7.md": "Text.\n",
    "ar/page.md": head("lang: ar"),
    "zh/page.md": head("lang: zh_CN"),
    "xx/page.md": head("lang: [a]"),
    "several.md": head('aliases: "TCP/IP, /net/, the network"'),
    "several-addresses.md": head("aliases: /one/, /two/"),
    "feed/atom.xml": "---\nlayout: null\n---\n<feed/>\n",
    "page.html": "---\r\ntitle: x\r\n---\r\n<p>x</p>\n",
    "plain.html": "<p>--- x</p>\n",
    "package-lock.json": "{}",
    Dockerfile: "FROM scratch\n",
    "examples/Dockerfile": "FROM scratch\n",
  };
  const site = await buildSite({ input: folderOf(files) });
  const pageOf = (source: string) => site.model.pages.find((page) => page.source === source);

  test.each([
    ["Home.md", "/", "A vault"],
    ["_docs/faq.md", "/docs/faq/", "Faq"],
    ["_docs/index.md", "/docs/", "All docs"],
    ["_tabs/a/b.md", "/tabs/a/b/", "B"],
    ["_tabs/one.md", "/_tabs/one/", "Kept"],
    ["tabs/one.md", "/tabs/one/", "Other"],
    ["01-guide/02-getting-started.md", "/01-guide/02-getting-started/", "Getting started"],
    ["01-guide/1. First things.md", "/01-guide/1.-first-things/", "First things"],
    ["2023-05-06-dated.md", "/2023-05-06-dated/", "2023-05-06 dated"],
    ["24-7.md", "/24-7/", "24 7"],
  ])("%s is at %s, called %s", (source, path, title) => {
    expect(pageOf(source)).toMatchObject({ path, title });
  });

  test("a page beside index.md is no home page, whatever its name", async () => {
    const other = await buildSite({
      input: folderOf({ "Home.md": "# A\n", "index.md": "# B\n", "x/home.md": "# C\n" }),
    });
    expect(other.model.pages.filter(({ source }) => source).map(({ path }) => path)).toEqual([
      "/",
      "/home/",
      "/x/home/",
    ]);
  });

  test("a language under another key", () => {
    expect(["ar", "zh", "xx"].map((name) => pageOf(`${name}/page.md`)?.language)).toEqual(["ar", "zh-CN", "en"]);
    expect(site.html.get("/ar/page/")).toContain('<html lang="ar"');
  });

  test("aliases in one text are separated by commas", () => {
    expect(pageOf("several.md")?.aliases).toEqual(["/net/"]);
    expect(pageOf("several-addresses.md")?.aliases).toEqual(["/one/", "/two/"]);
    expect(site.warnings.join("\n")).toContain("such as `[[name]]` alone: `TCP/IP`, `the network`.");
  });

  test("templates of another tool and files of a project are not published, and named", () => {
    expect(
      ["/feed/atom.xml", "/page.html", "/package-lock.json", "/Dockerfile"].filter((path) => site.files.has(path)),
    ).toEqual([]);
    expect(site.files.has("/plain.html") && site.files.has("/examples/Dockerfile")).toBe(true);
    expect(site.warnings.join("\n")).toMatch(
      /templates of another tool, not published: `feed\/atom\.xml`, `page\.html`\./,
    );
    expect(site.warnings.join("\n")).toMatch(/private by name and not published: `Dockerfile`, `package-lock\.json`\./);
  });

  test("nothing is said for the author that the folder does not say", () => {
    expect(site.html.get("/")).toContain("<title>A vault</title>");
    expect(site.text("/llms.txt")).toContain("> My notes.");
    const said = [...site.files.keys()].filter((path) =>
      /A website (that is also|whose every page)/.test(site.text(path)),
    );
    expect(said).toEqual([]);
    expect(site.text("/feed.xml")).not.toContain("<subtitle>");
  });
});

describe("links by a file's name alone", () => {
  const files = {
    "index.md": "# Home\n\n[a](Callouts.md) [b](John%20Doe.md#part) [c](Twice.md) [d](beside.md) [e](kept.md)\n",
    "how/Callouts.md": "# Callouts\n\n![A dot](dot.svg)\n",
    "people/John Doe.md": "# John\n\n## Part\n",
    "a/Twice.md": "# One\n",
    "b/Twice.md": "# Two\n",
    "beside.md": "# Beside\n",
    "other/beside.md": "# Other\n",
    "kept.md": "---\ndraft: true\n---\n",
    "other/kept.md": "# Kept elsewhere\n",
    "images/dot.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  };
  const problems = async (more: Record<string, string>) =>
    (await faultsOf({ ...files, ...more })).map(({ problem }) => problem.replace(/, which does not exist.*/, ""));

  test("lead to it in a vault of Obsidian, if it is the only one and none is beside the page", async () => {
    const vault = { ".obsidian/app.json": "{}" };
    expect(await problems(vault)).toEqual(["links to `Twice.md`", "links to `kept.md`"]);
    const { html } = await buildSite({ input: folderOf({ ...files, ...vault }), lenient: true });
    expect(html.get("/")).toMatch(/"\/how\/callouts\/">a<.*"\/people\/john-doe\/#part">b<.*"\/beside\/">d</);
    expect(html.get("/how/callouts/")).toContain('src="/images/dot.svg"');
  });

  test("and nowhere else", async () => {
    expect(await problems({})).toContain("links to `Callouts.md`");
  });
});
