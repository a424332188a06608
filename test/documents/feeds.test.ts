import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { feedIdOf } from "../../build/content/feeds.ts";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite } from "../build/site.ts";
import { feedComplaints } from "../judges/judge/feed.ts";
import { elementsOf } from "../judges/judge/markup.ts";
import { factsFile } from "./facts.ts";

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
      "notes and other dated pages, the newest first, of one day by address",
      { ...notes, "c.md": on(third) },
      ["C", "New", "A", "B", "Old"],
    ],
    [
      "posts of a folder beside one note",
      { "blog/a.md": on(third), "blog/b.md": on(first), "one.md": note(second) },
      ["A", "One", "B"],
    ],
    [
      "pages of every type",
      {
        "room.md": on(first, "type: realm\nstatus: open\n"),
        "hello.md": on(second, "type: greeting\n"),
        "odd.md": on(third, "type: list\n"),
      },
      ["Odd", "Hello", "Room"],
    ],
    [
      "no pages of folders",
      {
        "blog/index.md": on(third),
        "blog/a.md": on(first),
        "blog/deep/index.md": on(third),
        "blog/deep/b.md": on(second),
        "notes/index.md": on(third),
        "realms/index.md": on(third),
      },
      ["B", "A"],
    ],
    [
      "a post in a folder of its own, with its pictures",
      { "blog/trip/index.md": on(second), "blog/a.md": on(first), "blog/trip/map.svg": "<svg/>" },
      ["Trip", "A"],
    ],
    ["no page that is only kept current", { "a.md": "---\nupdated: 2026-01-01\n---\n" }, []],
  ])("has %s", async (_, files, expected) => {
    const feed = await feedOf(files);
    expect([titles(feed), feedComplaints(feed)]).toEqual([expected, []]);
  });

  test.each([
    ["its newest entry", { "a.md": on(first), "b.md": on(second) }, "2026-02-01T00:00:00Z"],
    [
      "the entry that was changed last",
      { "a.md": on(first, "updated: 2026-05-01\n"), "b.md": on(second) },
      "2026-05-01T00:00:00Z",
    ],
    [
      "its newest entry, however new another page is",
      { "a.md": on(first), "index.md": on(third), "c.md": "---\nupdated: 2026-06-01\n---\n" },
      "2026-01-01T00:00:00Z",
    ],
  ])("has the date of %s", async (_, files, updated) => {
    expect(parseAtomFeed(await feedOf(files)).updated).toBe(updated);
  });

  test.each<[string, Record<string, string>, string | undefined]>([
    ["the newest entry", { "notes/a.md": note(first), "b.md": on(second) }, "B"],
    [
      "no page that was changed since",
      { "a.md": on(first), "b.md": "---\nupdated: 2026-05-01\n---\n" },
      "A",
    ],
    [
      "the page that was changed last, where none is dated",
      { "a.md": "---\nupdated: 2020-02-01\n---\n", "b.md": "---\nupdated: 2020-01-01\n---\n" },
      "A",
    ],
    ["a home page with a date, where no other has one", { "index.md": on(first) }, "Home"],
    ["nothing, where no page says when", { "a.md": "# A\n" }, undefined],
  ])("and the state's latest item is %s", async (_, files, title) => {
    const site = await siteOf({ "facts.yaml": factsFile({ name: "Home" }), ...files });
    const { latest } = site.json<{ latest: { title: string } | null }>("/api/state.json");
    expect(latest?.title).toBe(title);
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

describe("the id of an entry", () => {
  const idsOf = async (files: Record<string, string>) =>
    entriesOf(await feedOf(files)).map(({ id }) => id);
  const house = "https://openhouse.example";

  test.each([
    ["its address", "", `${house}/new/`],
    ["a former address", "feed_id: /notes/old/\n", `${house}/notes/old/`],
    ["a former address with other letters", "feed_id: /über/\n", `${house}/%C3%BCber/`],
    ["another program's", 'feed_id: "tag:blog.example,2005:1"\n', "tag:blog.example,2005:1"],
    [
      "a random one",
      "feed_id: urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6\n",
      "urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6",
    ],
    ["that of another site", "feed_id: https://old.example/?p=7\n", "https://old.example/?p=7"],
    ["not an alias", "aliases: [/short, /notes/old/]\n", `${house}/new/`],
  ])("is %s", async (_, head, id) => {
    expect(await idsOf({ "new.md": on("2026-01-01", head) })).toEqual([id]);
  });

  test.each(["/new/", "/", "/b%C3%A9/", "/a b/"])("of %s has the base URL as URLs are", (path) => {
    const { href } = new URL(path, "https://garden.example");
    expect(feedIdOf(undefined, path, "HTTPS://Garden.example:443")).toBe(href);
  });

  test("is kept in the feeds of folders and tags too, and is a different version", async () => {
    const site = (head: string) =>
      siteOf({
        "blog/a.md": on("2026-01-01", `tags: [t]\n${head}`),
        "blog/b.md": on("2025-01-01"),
      });
    const moved = await site("feed_id: /a/\n");
    for (const feed of ["/feed.xml", "/feeds/blog.xml", "/feeds/tags/t.xml"])
      expect(entriesOf(moved.text(feed))[0]?.id).toBe(`${house}/a/`);
    expect(moved.model.version).not.toBe((await site("")).model.version);
  });

  test.each([
    ["is the address of another page", "/b/", /a\.md:3 feed_id: is .*\/b\/, the id of b\.md too/],
    ["has no slash at its end", "/old", /a\.md:3 feed_id: is "\/old"/],
    ["is no address", "old name", /a\.md:3 feed_id: is "old name"/],
    ["has signs that no address has", "tag:<b>", /a\.md:3 feed_id: is tag:<b>, not an IRI/],
    ["has no host", '"https://:80/"', /a\.md:3 feed_id: is https:\/\/:80\/, not an IRI/],
  ])("is a fault where it %s", async (_, id, fault) => {
    const input = folderOf({
      "index.md": "# Home\n",
      "a.md": `---\ndate: 2026-01-01\nfeed_id: ${id}\n---\n`,
      "b.md": on("2026-01-01"),
    });
    await expect(buildSite({ input })).rejects.toThrow(fault);
  });

  test("is a fault on both pages that name it, and none where its former owner has another", async () => {
    const files = (other: string) => ({
      "index.md": "# Home\n",
      "a.md": on("2026-01-01", "feed_id: /b/\n"),
      "b.md": on("2026-01-01", `feed_id: ${other}\n`),
    });
    await expect(buildSite({ input: folderOf(files("/b/")) })).rejects.toThrow(/^2 things/);
    expect((await siteOf(files("/c/"))).tolerated).toEqual([]);
  });
});

test("dates in the future are counted in a warning that names the pages, whose pages are published", async () => {
  const year = new Date().getUTCFullYear() + 1;
  const day = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const site = await siteOf({
    "far.md": on("2099-01-01"),
    "kept.md": `---\nupdated: ${year}-12-31\n---\n`,
    "soon.md": on(day(1)),
    "before.md": on(day(-1)),
    "today.md": on(day(0).slice(0, 10)),
  });
  expect(site.warnings.filter((warning) => warning.includes("future"))).toEqual([
    "3 pages with a date in the future, published and listed as if it had come: `far.md`, `kept.md`, `soon.md`.",
  ]);
  expect(titles(site.text("/feed.xml"))[0]).toBe("Far");
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
