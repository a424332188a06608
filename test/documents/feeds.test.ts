import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite } from "../build/site.ts";
import { feedComplaints } from "../judges/judge/feed.ts";
import { elementsOf } from "../judges/judge/markup.ts";

const dated = (date: string, title: string, extra = "") => `---\ndate: ${date}\n${extra}---\n\n# ${title}\n\nText.\n`;
const siteOf = (files: Record<string, string>) =>
  buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }), lenient: true });
const feedsOf = (site: BuiltSite) => [...site.files.keys()].filter((path) => path.startsWith("/feeds/")).sort();
const titles = (feed: string) => parseAtomFeed(feed).entries?.map(({ title }) => title?.value);
/** What the head of a page names as feeds. */
const named = (html: string) =>
  elementsOf(html)
    .filter(({ name, attributes }) => name === "link" && attributes["type"] === "application/atom+xml")
    .map(({ attributes }) => [attributes["href"], attributes["title"]]);

describe("a blog in folders with tags", async () => {
  const site = await siteOf({
    "blog/index.md": "---\ndescription: Walks & talks.\n---\n\n# Blog\n",
    "blog/b.md": dated("2026-02-01", "B", "tags: [garden, Open Data]\n"),
    "blog/deep/er/index.md": "# Deeper\n",
    "blog/deep/er/c.md": dated("2026-03-01", "C", "tags: [open data]\nupdated: 2026-05-01\n"),
    "blog/deep/er/a.md": dated("2026-01-01", "A"),
    "blog/undated.md": "---\ntags: [never]\n---\n\n# Undated\n",
    "guide/index.md": "# Guide\n",
    "guide/x.md": "# X\n",
    "日本/index.md": "# 日本\n",
    "日本/x.md": dated("2026-01-01", "X"),
  });

  test("each section and tag with dated pages has a feed", () => {
    expect(feedsOf(site)).toEqual(
      expect.arrayContaining(["/feeds/blog.xml", "/feeds/blog/deep/er.xml", "/feeds/日本.xml"]),
    );
    expect(feedsOf(site)).not.toEqual(expect.arrayContaining(["/feeds/guide.xml"]));
    expect(feedsOf(site)).not.toEqual(expect.arrayContaining(["/feeds/tags/never.xml"]));
  });

  test("a section's feed has the pages below it at any depth, newest first, without its own page", () => {
    expect(titles(site.text("/feeds/blog.xml"))).toEqual(["C", "B", "A"]);
    expect(titles(site.text("/feeds/blog/deep/er.xml"))).toEqual(["C", "A"]);
  });

  test("every feed keeps the MUSTs of RFC 4287 and says what it is", () => {
    for (const path of feedsOf(site)) expect([path, feedComplaints(site.text(path))]).toEqual([path, []]);
    const feed = parseAtomFeed(site.text("/feeds/blog.xml"));
    expect(feed).toMatchObject({
      id: "https://openhouse.example/feeds/blog.xml",
      title: { value: "Blog · Home" },
      subtitle: { value: "Walks & talks." },
      updated: "2026-05-01T00:00:00Z",
    });
    expect(feed.links?.slice(0, 2).map(({ rel, href }) => [rel, href])).toEqual([
      ["self", "https://openhouse.example/feeds/blog.xml"],
      ["alternate", "https://openhouse.example/blog/"],
    ]);
  });

  test("site.json names the feed of each page that has one", () => {
    const { pages } = site.json<{ pages: { url: string; feed?: string }[] }>("/api/site.json");
    const feeds = pages.flatMap(({ feed }) => feed ?? []).map((url) => decodeURI(new URL(url).pathname));
    expect(feeds.sort()).toEqual(feedsOf(site));
    expect(pages.find(({ url }) => url.endsWith("/blog/"))?.feed).toBe("https://openhouse.example/feeds/blog.xml");
  });

  test("the section's page names and links its feed, beside the site's, and other pages do not", () => {
    const html = (path: string) => site.html.get(path) ?? "";
    expect(named(html("/blog/"))).toEqual([
      ["/feed.xml", "Home"],
      ["/feeds/blog.xml", "Blog · Home"],
    ]);
    expect(html("/blog/")).toContain('<a href="/feeds/blog.xml" type="application/atom+xml">');
    for (const path of ["/blog/b/", "/guide/", "/"]) expect(named(html(path))).toEqual([["/feed.xml", "Home"]]);
    expect(named(html("/%E6%97%A5%E6%9C%AC/"))[1]?.[0]).toBe("/feeds/%E6%97%A5%E6%9C%AC.xml");
  });
});

test("a feed has at most twenty entries, and a note elsewhere is in the feed of notes once", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => [
      `notes/deep/n${n}.md`,
      dated(`2026-01-${10 + (n % 15)}`, `N${n}`, "type: note\n"),
    ]),
  );
  const site = await siteOf({
    ...files,
    "notes/index.md": "# Notes\n",
    "else/where.md": dated("2026-06-01", "Elsewhere", "type: note\n"),
  });
  const found = titles(site.text("/feeds/notes.xml")) ?? [];
  expect([found.length, new Set(found).size, found[0]]).toEqual([20, 20, "Elsewhere"]);
});

test("an author's file at the address of a feed stays", async () => {
  const site = await siteOf({
    "feeds/blog.xml": "<mine/>",
    "blog/index.md": "# Blog\n",
    "blog/a.md": dated("2026-01-01", "A"),
  });
  expect(site.text("/feeds/blog.xml")).toBe("<mine/>");
  expect(named(site.html.get("/blog/") ?? "")).toHaveLength(1);
});

test("a link to a feed is a link to something that is there, and to one that is not is a fault", async () => {
  const linking = (target: string) =>
    siteOf({
      "blog/a.md": dated("2026-01-01", "A", "tags: [Open Data]\n"),
      "blog/b.md": "# B\n",
      "guide/x.md": "# X\n",
      "guide/y.md": "# Y\n",
      "about.md": `# About\n\n[Follow](${target}).\n`,
    });
  for (const there of ["/feeds/blog.xml", "/feeds/tags/open-data.xml"]) {
    const site = await linking(there);
    expect([there, site.tolerated]).toEqual([there, []]);
    expect(site.html.get("/about/")).toContain(`href="${there}"`);
  }
  expect((await linking("/feeds/guide.xml")).tolerated).toHaveLength(1);
});
