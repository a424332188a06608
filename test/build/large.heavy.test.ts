import { describe, expect, test } from "vitest";
import { sitemap, sitemapParts } from "../../build/documents/sitemap.ts";
import { feedComplaints } from "../judges/judge/feed.ts";
import { readLlms } from "../judges/judge/llms.ts";
import { sitemapComplaints } from "../judges/judge/sitemap.ts";
import { textsIn } from "../judges/judge/xml.ts";
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
  ...Array.from({ length: count.pages - 1 }, (_, n) => [
    `pages/${n % 10}/page-${n}.md`,
    `# Page ${n}\n\nA page.\n`,
  ]),
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
    const own = pages.filter(({ list }) => list === null).length;
    expect(site.text("/llms-full.txt").match(/^canonical_url: /gm)).toHaveLength(own);
    expect(textsIn(site.text("/sitemap.xml"), "//s:url")).toHaveLength(pages.length);
    expect(
      pages.filter(({ markdown_path }) => !site.files.has(decodeURIComponent(markdown_path))),
    ).toEqual([]);
    expect([...site.html.values()].every((html) => html.endsWith("</html>\n"))).toBe(true);
  });

  test("state.json stays under 16 KB", () => {
    expect(Buffer.byteLength(site.text("/api/state.json"))).toBeLessThan(16_384);
    expect(site.json("/api/state.json")).toMatchObject({
      counts: { pages: pages.length, notes: count.notes, realms: count.realms },
    });
  });

  test("llms.txt stays short, and leads to files that are too", () => {
    const complaints: string[] = [];
    const sections = readLlms(site.text("/llms.txt"), complaints).sections;
    expect(complaints).toEqual([]);
    const files = sections.flatMap(({ links }) =>
      links.map(({ url }) => url.replace(base_url, "")),
    );
    const written = [...site.files.keys()].filter((path) => path.startsWith("/llms/"));
    expect(written.length).toBeGreaterThan(2);
    expect(files).toEqual(expect.arrayContaining(written));
  });

  test("feeds of the site, of folders and of tags keep to the newest, and sitemap.md has every page", () => {
    const newest = (isIn: (n: number) => boolean) =>
      Array.from({ length: count.notes }, (_, n) => count.notes - 1 - n)
        .filter(isIn)
        .slice(0, 20)
        .map((n) => `Note number ${n}`);
    const titlesOf = (path: string) => textsIn(site.text(path), "//a:entry/a:title");
    for (const path of ["/feed.xml", "/feeds/notes.xml"]) {
      expect(feedComplaints(site.text(path))).toEqual([]);
      expect(titlesOf(path)).toEqual(newest(() => true));
    }
    expect(titlesOf("/feeds/tags/t3.xml")).toEqual(newest((n) => n % 9 === 3));
    expect([...site.files.keys()].filter((path) => path.startsWith("/feeds/"))).toHaveLength(
      1 + 40 + 9,
    );
    expect(site.text("/sitemap.md").match(/^- \[/gm)).toHaveLength(pages.length);
  });
});

test("past 50,000 addresses the sitemap is an index of sitemaps, each valid, together everything", async () => {
  const { model } = await sampleSite();
  const alone = { written: [], templates: [] };
  const of = (number: number) => {
    const pages = Array.from({ length: number }, (_, n) => ({
      ...model.home,
      path: `/p${n}/`,
      url: `${model.base_url}/p${n}/`,
    }));
    const large = { ...model, pages };
    const main = "render" in sitemap ? String(sitemap.render(large, alone)) : "";
    return {
      main,
      parts: sitemapParts
        .files(large, alone)
        .map(({ path, content }) => [path, String(content)] as const),
    };
  };
  const full = of(50_000);
  expect([sitemapComplaints(full.main, model.base_url), full.parts]).toEqual([[], []]);
  const { main, parts } = of(100_001);
  expect(textsIn(main, "/s:sitemapindex/s:sitemap/s:loc")).toEqual(
    parts.map(([path]) => model.base_url + path),
  );
  expect(parts.map(([, text]) => textsIn(text, "//s:url").length)).toEqual([50_000, 50_000, 1]);
  expect(parts.flatMap(([, text]) => sitemapComplaints(text, model.base_url))).toEqual([]);
});
