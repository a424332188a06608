import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite } from "../build/site.ts";
import { feedComplaints } from "../judges/judge/feed.ts";
import { elementsOf } from "../judges/judge/markup.ts";

const siteOf = (files: Record<string, string>) =>
  buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }), lenient: true });
const feedOf = async (files: Record<string, string>) => (await siteOf(files)).text("/feed.xml");
const feedsOf = (site: BuiltSite) =>
  [...site.files.keys()].filter((path) => path.startsWith("/feeds/")).sort();
const entriesOf = (feed: string) => parseAtomFeed(feed).entries ?? [];
const titles = (feed: string) => entriesOf(feed).map(({ title }) => title?.value);
const on = (date: string, head = "", body = "Text.") =>
  `---\ndate: ${date}\n${head}---\n\n${body}\n`;
const note = (date: string, head = "", body = "Text.") => on(date, `type: note\n${head}`, body);

describe("the site's feed", () => {
  test("is one with markup, letters of every kind, and characters that XML has no place for", async () => {
    const controls = "Bell\u0007 and \u001b[0m escape";
    const files = ['<b> & "quotes" ]]>', "日本語 🏠 über", controls, "a\uFFFEb\uFFFFc"].map(
      (title, index) => {
        const text = JSON.stringify(title);
        const head = `title: ${text}\ndescription: ${text}\ntags: [${text}]\n`;
        return [`${index}.md`, note("2026-11-20", head, `# ${title}\n\n${title}`)];
      },
    );
    const feed = await feedOf(Object.fromEntries(files));
    expect([feedComplaints(feed), titles(feed).length]).toEqual([[], 4]);
  });

  const [first, second, third] = ["2026-01-01", "2026-02-01", "2026-03-01"] as const;
  const notes = {
    "b.md": note(second),
    "a.md": note(second),
    "old.md": note(first),
    "new.md": note(third),
  };
  test.each<[string, Record<string, string>, string[]]>([
    ["nothing", {}, []],
    [
      "dated pages, without notes",
      { "a.md": on(first), "b.md": on(second), "c.md": "" },
      ["B", "A"],
    ],
    ["no home page", { "index.md": on(third, "title: Home\n"), "a.md": on(first) }, ["A"]],
    [
      "notes, the newest first, of one day by address",
      { ...notes, "c.md": on(third) },
      ["New", "A", "B", "Old"],
    ],
  ])("has %s", async (_, files, expected) => {
    const feed = await feedOf(files);
    expect([titles(feed), feedComplaints(feed)]).toEqual([expected, []]);
  });

  test("says of an entry when it was published and last changed, in UTC", async () => {
    const [entry] = entriesOf(
      await feedOf({ "n.md": note("2026-01-01", "updated: 2026-03-01T12:00:00+02:00\n") }),
    );
    expect([entry?.published, entry?.updated]).toEqual([
      "2026-01-01T00:00:00Z",
      "2026-03-01T10:00:00Z",
    ]);
  });

  test("has absolute links in its entries, and leaves code that shows links as it is", async () => {
    const body = '[home](/) `<a href="/x">`\n\n```html\n<img src="/y">\n```';
    const content = entriesOf(await feedOf({ "n.md": note("2026-01-01", "", body) }))[0]?.content
      ?.value;
    expect(content).toContain('<a href="https://openhouse.example/">home</a>');
    expect(content).toContain("&lt;a href=&quot;/x&quot;&gt;");
  });
});

/** What the head of a page names as feeds. */
const named = (html = "") =>
  elementsOf(html)
    .filter(
      ({ name, attributes }) => name === "link" && attributes["type"] === "application/atom+xml",
    )
    .map(({ attributes }) => [attributes["href"], attributes["title"]]);

describe("a blog in folders with tags", async () => {
  const site = await siteOf({
    "blog/index.md": "---\ndescription: Walks & talks.\n---\n\n# Blog\n",
    "blog/b.md": on("2026-02-01", "tags: [garden, Open Data]\n"),
    "blog/deep/er/index.md": "# Deeper\n",
    "blog/deep/er/c.md": on("2026-03-01", "tags: [open data]\nupdated: 2026-05-01\n"),
    "blog/deep/er/a.md": on("2026-01-01"),
    "blog/undated.md": "---\ntags: [never]\n---\n\n# Undated\n",
    "guide/index.md": "# Guide\n",
    "guide/x.md": "# X\n",
    "日本/index.md": "# 日本\n",
    "日本/x.md": on("2026-01-01"),
  });

  test("has a feed for each section and tag with dated pages below it, newest first, each as RFC 4287 has it", () => {
    const found = feedsOf(site).map((path) => [
      path,
      titles(site.text(path)),
      feedComplaints(site.text(path)),
    ]);
    expect(found).toEqual([
      ["/feeds/blog.xml", ["C", "B", "A"], []],
      ["/feeds/blog/deep.xml", ["C", "A"], []],
      ["/feeds/blog/deep/er.xml", ["C", "A"], []],
      ["/feeds/tags/garden.xml", ["B"], []],
      ["/feeds/tags/open-data.xml", ["C", "B"], []],
      ["/feeds/日本.xml", ["X"], []],
    ]);
  });

  test("whose head says what it is", () => {
    expect(parseAtomFeed(site.text("/feeds/blog.xml"))).toMatchObject({
      id: "https://openhouse.example/feeds/blog.xml",
      title: { value: "Blog · Home" },
      subtitle: { value: "Walks & talks." },
      updated: "2026-05-01T00:00:00Z",
      links: [
        { rel: "self", href: "https://openhouse.example/feeds/blog.xml" },
        { rel: "alternate", href: "https://openhouse.example/blog/" },
        { rel: "license" },
      ],
    });
  });

  test("which site.json names, and the section's page beside the site's feed, but no other page", () => {
    const { pages } = site.json<{ pages: { url: string; feed?: string }[] }>("/api/site.json");
    const feeds = pages
      .flatMap(({ feed }) => feed ?? [])
      .map((url) => decodeURI(new URL(url).pathname));
    expect(feeds.sort()).toEqual(feedsOf(site));
    const own = ["/feed.xml", "Home"];
    expect(named(site.html.get("/blog/"))).toEqual([own, ["/feeds/blog.xml", "Blog · Home"]]);
    expect(site.html.get("/blog/")).toContain(
      '<a href="/feeds/blog.xml" type="application/atom+xml">',
    );
    for (const path of ["/blog/b/", "/guide/", "/"])
      expect(named(site.html.get(path))).toEqual([own]);
    expect(named(site.html.get("/%E6%97%A5%E6%9C%AC/"))[1]?.[0]).toBe(
      "/feeds/%E6%97%A5%E6%9C%AC.xml",
    );
  });
});

test("a feed has at most twenty entries, and a note elsewhere is in the feed of notes once", async () => {
  const days = Array.from({ length: 25 }, (_, n) => [
    `notes/deep/n${n}.md`,
    note(`2026-01-${10 + (n % 15)}`),
  ]);
  const files = { "notes/index.md": "# Notes\n", "else/where.md": note("2026-06-01") };
  const found = titles(
    (await siteOf({ ...Object.fromEntries(days), ...files })).text("/feeds/notes.xml"),
  );
  expect([found.length, new Set(found).size, found[0]]).toEqual([20, 20, "Where"]);
});

test("an author's file at the address of a feed stays", async () => {
  const site = await siteOf({
    "feeds/blog.xml": "<mine/>",
    "blog/index.md": "# Blog\n",
    "blog/a.md": on("2026-01-01"),
  });
  expect(site.text("/feeds/blog.xml")).toBe("<mine/>");
  expect(named(site.html.get("/blog/"))).toHaveLength(1);
});

test.each([
  ["/feeds/blog.xml", 0],
  ["/feeds/tags/open-data.xml", 0],
  ["/feeds/guide.xml", 1],
])("a link to the feed %s is %i times a fault", async (target, faults) => {
  const blog = { "blog/a.md": on("2026-01-01", "tags: [Open Data]\n"), "blog/b.md": "# B\n" };
  const files = {
    ...blog,
    "guide/x.md": "# X\n",
    "guide/y.md": "# Y\n",
    "about.md": `[Follow](${target}).\n`,
  };
  expect((await siteOf(files)).tolerated).toHaveLength(faults);
});
