import { describe, expect, test } from "vitest";
import { sitemap, sitemapParts } from "../../build/documents/sitemap.ts";
import { feedComplaints } from "../judges/judge/feed.ts";
import { readLlms } from "../judges/judge/llms.ts";
import { sitemapComplaints } from "../judges/judge/sitemap.ts";
import { childrenOf, readXml } from "../judges/judge/xml.ts";
import { folderOf } from "./folder.ts";
import { buildSite, sampleSite } from "./site.ts";

/** Ten thousand pages: most of them notes, some realms, some plain pages in folders. */
const count = { notes: 8_000, realms: 500, pages: 1_500 };
const total = 10_000;

const day = (number: number) => new Date(Date.UTC(2000, 0, 1 + number)).toISOString().slice(0, 10);
const files = Object.fromEntries([
  ["index.md", "# A large house\n\n<!-- insert: list newest -->\n"],
  ...Array.from({ length: count.notes }, (_, n) => [
    `notes/${n % 40}/note-${n}.md`,
    `---\ntype: note\ndate: ${day(n)}\ntags: [t${n % 9}]\n---\n\n# Note number ${n}\n\nIt says little, and [leads on](note-${(n + 40) % count.notes}.md).\n`,
  ]),
  ...Array.from({ length: count.realms }, (_, n) => [
    `realms/realm-${n}.md`,
    `---\ntype: realm\nstatus: open\n---\n\n# Realm ${n}\n\nA place.\n`,
  ]),
  ...Array.from({ length: count.pages - 1 }, (_, n) => [`pages/${n % 10}/page-${n}.md`, `# Page ${n}\n\nA page.\n`]),
]) as Record<string, string>;

describe("at ten thousand pages", async () => {
  const site = await buildSite({ input: folderOf(files) });
  const { pages, corpus, base_url } = site.model;
  const shipped = pages.filter(({ source }) => source === null).length;
  const json = (path: string) =>
    site.json<{ pages: unknown[]; documents: unknown[]; digests: object; realms: unknown[] }>(path);

  test("every page is in every document that lists pages", () => {
    expect(pages).toHaveLength(total + shipped);
    expect(json("/api/site.json").pages).toHaveLength(pages.length);
    expect(json("/api/corpus.json").documents).toHaveLength(corpus.length);
    expect(Object.keys(json("/api/digests.json").digests)).toHaveLength(pages.length);
    expect(json("/api/realms.json").realms).toHaveLength(count.realms);
    expect(site.text("/llms-full.txt").match(/^canonical_url: /gm)).toHaveLength(corpus.length);
    expect(childrenOf(readXml(site.text("/sitemap.xml")), "url")).toHaveLength(pages.length);
    expect(pages.filter(({ markdown_path }) => !site.files.has(decodeURIComponent(markdown_path)))).toEqual([]);
    expect([...site.html.values()].every((html) => html.endsWith("</html>\n"))).toBe(true);
  });

  test("state.json stays under 16 KB", () => {
    expect(Buffer.byteLength(site.text("/api/state.json"))).toBeLessThan(16_384);
    expect(site.json("/api/state.json")).toMatchObject({
      counts: { pages: pages.length, notes: count.notes, realms: count.realms },
    });
  });

  test("llms.txt stays short, and every page that was written is reached through its files", () => {
    const complaints: string[] = [];
    const index = readLlms(site.text("/llms.txt"), complaints);
    expect(complaints).toEqual([]);
    const direct = index.sections.flatMap(({ links }) => links.map(({ url }) => url));
    const sections = direct
      .filter((url) => url.startsWith(`${base_url}/llms/`))
      .map((url) => url.replace(base_url, ""));
    const listed = sections.flatMap((path) =>
      readLlms(site.text(path)).sections.flatMap(({ links }) => links.map(({ url }) => url)),
    );
    const reached = new Set([...direct, ...listed]);
    expect(corpus.filter(({ markdown_url }) => !reached.has(markdown_url))).toEqual([]);
  });

  test("the feed keeps to the newest, and is still a feed", () => {
    const feed = site.text("/feed.xml");
    expect(feedComplaints(feed)).toEqual([]);
    const titles = childrenOf(readXml(feed), "entry").map((entry) => childrenOf(entry, "title")[0]?.text);
    expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `Note number ${count.notes - 1 - n}`));
  });

  test("sitemap.md has every page, and feeds of folders and tags hold the newest", () => {
    expect(site.text("/sitemap.md").match(/^- \[/gm)).toHaveLength(pages.length);
    const newest = Array.from({ length: 20 }, (_, n) => `Note number ${count.notes - 1 - n}`);
    const titlesOf = (path: string) =>
      childrenOf(readXml(site.text(path)), "entry").map((entry) => childrenOf(entry, "title")[0]?.text);
    expect(feedComplaints(site.text("/feeds/notes.xml"))).toEqual([]);
    expect(titlesOf("/feeds/notes.xml")).toEqual(newest);
    expect(titlesOf("/feeds/tags/t3.xml")).toEqual(
      Array.from({ length: count.notes }, (_, n) => count.notes - 1 - n)
        .filter((n) => n % 9 === 3)
        .slice(0, 20)
        .map((n) => `Note number ${n}`),
    );
    expect([...site.files.keys()].filter((path) => path.startsWith("/feeds/"))).toHaveLength(1 + 40 + 9);
  });
});

describe("past 50,000 addresses the sitemap is an index of sitemaps", async () => {
  const { model } = await sampleSite();
  const page = model.home;
  const alone = { written: [], templates: [] };
  const pages = (number: number) =>
    Array.from({ length: number }, (_, n) => ({ ...page, url: `${model.base_url}/p${n}/` }));

  test("not yet at 50,000", () => {
    const full = { ...model, pages: pages(50_000) };
    expect(
      sitemapComplaints(sitemap.kind === "text" ? String(sitemap.render(full, alone)) : "", model.base_url),
    ).toEqual([]);
    expect(sitemapParts.files(full, alone)).toEqual([]);
  });

  test("at 100,001: three parts, each valid, together everything", () => {
    const large = { ...model, pages: pages(100_001) };
    const index = readXml(sitemap.kind === "text" ? String(sitemap.render(large, alone)) : "");
    expect([index.name, index.namespace]).toEqual(["sitemapindex", "http://www.sitemaps.org/schemas/sitemap/0.9"]);
    const parts = sitemapParts.files(large, alone);
    expect(childrenOf(index, "sitemap").map((part) => childrenOf(part, "loc")[0]?.text)).toEqual(
      parts.map(({ path }) => model.base_url + path),
    );
    expect(parts.map(({ content }) => childrenOf(readXml(String(content)), "url").length)).toEqual([50_000, 50_000, 1]);
    expect(parts.flatMap(({ content }) => sitemapComplaints(String(content), model.base_url))).toEqual([]);
  });
});
