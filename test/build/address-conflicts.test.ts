import { describe, expect, test } from "vitest";
import { createPageCache } from "../../build/content/cache.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf, putFiles } from "./folder.ts";
import { type BuiltSite, buildSite } from "./site.ts";

const build = (files: Record<string, string>): Promise<BuiltSite> =>
  buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }), lenient: true });

/** The address of each of the author's files, and what was counted. */
async function placesOf(files: Record<string, string>) {
  const site = await build(files);
  const places = site.model.pages.flatMap(({ source, path }) => (source === null ? [] : [[source, path]]));
  return { site, places: Object.fromEntries(places) as Record<string, string> };
}

const links = "[file](a.md) [folder](a/index.md) [written as a folder](a/) [without ending](a)\n";

describe("with lenient, what two things would have goes to one, and the other gets another address", () => {
  test("a page beside a folder of its name: links to each file lead there", async () => {
    const { site, places } = await placesOf({ "a.md": "# File\n", "a/index.md": "# Folder\n", "l.md": links });
    expect(places).toMatchObject({ "a.md": "/a-2/", "a/index.md": "/a/" });
    expect(site.html.get("/l/")).toContain(
      '<a href="/a-2/">file</a> <a href="/a/">folder</a> <a href="/a/">written as a folder</a> ' +
        '<a href="/a-2/">without ending</a>',
    );
    expect(site.tolerated).toMatchObject([
      {
        file: "a.md",
        problem: "has the same address as a/index.md: /a/",
        expected: "another file name; with --lenient the page is at /a-2/",
      },
    ]);
    expect(site.text("/a-2.md")).toContain("# File");
    expect(site.text("/a.md")).toContain("# Folder");
  });

  test("without a folder the first keeps it; the next free address is taken", async () => {
    const { places } = await placesOf({ "a b.md": "1", "a-b.md": "2", "A_b.md": "3", "A-B.md": "4", "a-b-2.md": "5" });
    expect(places).toMatchObject({ "A-B.md": "/a-b/", "a b.md": "/a-b-3/", "a-b.md": "/a-b-4/" });
    expect(places).toMatchObject({ "a-b-2.md": "/a-b-2/", "A_b.md": "/a_b/" });
  });

  test("a second home page and a second guestbook are plain pages", async () => {
    const { site, places } = await placesOf({
      "Index.markdown": "# Other\n",
      "guestbook.md": "# Book\n",
      "Guestbook/index.md": "# Real\n",
    });
    const second = ["index.md", "Index.markdown"].map((file) => places[file]);
    expect(second.sort()).toEqual(["/", "/index-2/"]);
    expect(places).toMatchObject({ "guestbook.md": "/guestbook-2/", "Guestbook/index.md": "/guestbook/" });
    expect(site.model.pages.filter(({ type }) => type === "guestbook")).toHaveLength(1);
    expect(site.model.pages.filter(({ type }) => type === "home")).toHaveLength(1);
  });

  test("a folder where the build's documents are moves with all in it", async () => {
    const { site, places } = await placesOf({
      "sitemap/README.md": "# Map\n\n[one](one.md)\n",
      "sitemap/one.md": "# One\n",
    });
    expect(places).toMatchObject({ "sitemap/README.md": "/sitemap-2/", "sitemap/one.md": "/sitemap-2/one/" });
    expect(site.html.get("/sitemap-2/")).toContain('href="/sitemap-2/one/"');
    expect(site.tolerated).toMatchObject([
      { file: "sitemap/README.md", problem: expect.stringMatching(/its Markdown/) as string },
    ]);
  });

  test("a page below a document's address, or whose Markdown would be the home page's", async () => {
    const { places } = await placesOf({ "llms.txt/x.md": "1", "b.md": "2", "b.md.md": "3", "index/index.md": "4" });
    expect(places).toMatchObject({
      "llms.txt/x.md": "/llms.txt-2/x/",
      "b.md": "/b/",
      "b.md.md": "/b.md-2/",
      "index/index.md": "/index-2/",
    });
  });

  test("a former address of two pages leads to the first, one of another page to none", async () => {
    const files = {
      "a.md": "---\naliases: [/old/, /own/]\n---\n",
      "b.md": "---\naliases: [/old/, /a/, /x/*, /b/, /sitemap.md]\n---\n",
    };
    const { site } = await placesOf(files);
    expect(site.text("/_redirects")).toMatch(/^\/old\/ \/a\/ 301$/m);
    expect(site.text("/_redirects")).not.toMatch(/\/b\/ 301|\*/);
    expect(site.tolerated.map(({ problem }) => problem)).toEqual([
      "/old/ is an alias of a.md too",
      "/a/ is the address of a.md",
      "/x/* is a pattern to the host, not an address",
      "/b/ is the page's own address",
      "/sitemap.md is the address of a document of the build",
    ]);
    expect(await faultsOf({ "index.md": "# Home\n", ...files })).toHaveLength(5);
  });
});

test("a build that remembers gives pages the same addresses and links as a new one", async () => {
  const input = folderOf({
    "index.md": "# Home\n\n[x](b.md#Some_Part) [y](a.md) [z](/docs/a-c/d)\n",
    "a.md": "# File\n",
    "a/index.md": "# Folder\n",
    "a-c/d.md": "# D\n",
    "b.md": "# B\n\n## Some part\n",
  });
  const memory = createPageCache();
  const pagesOf = async (kept?: typeof memory) => {
    const { model, tolerated } = await loadSite({ input, lenient: true }, kept);
    return [model.pages.map(({ path, source, html, sha256 }) => [path, source, html, sha256]), tolerated];
  };
  const first = await pagesOf(memory);
  expect(JSON.stringify(first)).toContain('/b/#some-part\\"');
  expect(await pagesOf(memory)).toEqual(first);
  for (const text of ["# B\n\n## Other part\n", "# B\n\n## Some\n\n## Some -- part\n"]) {
    putFiles(input, { "b.md": text });
    expect(await pagesOf(memory)).toEqual(await pagesOf());
  }
});
