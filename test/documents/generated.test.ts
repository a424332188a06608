import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite } from "../build/site.ts";
import { factsFile } from "./facts.ts";

interface Listed {
  id: string;
  type: string;
  language: string;
  words: number;
  generated?: true;
  partly_generated?: true;
}

interface Corpus {
  counts: { documents: number; pages: number; words: number };
  description: string;
  documents: { id: string; words: number; markdown: string; text: string; sha256: string }[];
}

const siteOf = (files: Record<string, string>) => buildSite({ input: folderOf(files) });
const pagesOf = (site: BuiltSite) => site.json<{ pages: Listed[] }>("/api/site.json").pages;
const corpusOf = (site: BuiltSite) => site.json<Corpus>("/api/corpus.json");
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const separator = "\n---\n\n";
const line = /^The pages below this line come with the software .*$/m;
/** The addresses in a part of llms-full.txt. */
const addressesIn = (text = "") =>
  Array.from(text.matchAll(/^canonical_url: "https:\/\/[^/]+(.*)"$/gm), ([, path]) => path);

const note = "---\ntype: note\ndate: 2026-01-01\n---\n\n# One\n\nFive words of my own.\n";

describe("of a site with one note", async () => {
  const site = await siteOf({ "notes/one.md": note });
  const pages = pagesOf(site);

  test("the corpus, its JSON Lines, the counts and the feed have that note and nothing else", () => {
    const { counts, documents } = corpusOf(site);
    expect(counts).toEqual({ documents: 1, pages: pages.length, words: 5 });
    expect(idsOf(documents)).toEqual(["notes/one"]);
    expect(site.json("/api/state.json")).toMatchObject({
      counts: { pages: pages.length, words: 5, notes: 1 },
    });
    const lines = [...site.files.keys()].find((path) => path.endsWith(".jsonl")) ?? "";
    expect(site.text(lines).trimEnd().split("\n")).toHaveLength(1);
    expect(addressesIn(site.text("/feed.xml"))).toEqual([]);
    expect(site.text("/feed.xml").match(/<entry>/g)).toHaveLength(1);
  });

  test("every other page is marked as generated, and stands in sitemap and digests", () => {
    const generated = pages.filter((page) => page.generated);
    expect(idsOf(generated).sort()).toEqual(
      ["api", "corpus", "greeting", "guestbook", "index", "manifesto", "notes", "search"].sort(),
    );
    const { digests } = site.json<{ digests: Record<string, string> }>("/api/digests.json");
    for (const { path, url } of site.model.pages) {
      expect(digests).toHaveProperty([path]);
      expect(site.text("/sitemap.xml")).toContain(`<loc>${url}</loc>`);
    }
  });

  test("the full text has the note, then one line that says what follows, then the pages of the software", () => {
    const text = site.text("/llms-full.txt");
    const [own, software] = text.split(line);
    expect(addressesIn(own)).toEqual(["/notes/one/"]);
    expect(addressesIn(software).sort()).toEqual([
      "/",
      "/api/",
      "/corpus/",
      "/greeting/",
      "/guestbook/",
      "/manifesto/",
      "/notes/",
      "/search/",
    ]);
    expect(own?.endsWith(separator)).toBe(true);
    expect(software?.startsWith(`\n${separator}---\n`)).toBe(true);
  });

  test("corpus.json says where the others are, and llms.txt and the search still lead to them", () => {
    expect(corpusOf(site).description).toMatch(/generated.*\/llms-full\.txt/i);
    for (const path of ["/api.md", "/corpus.md", "/manifesto.md", "/greeting.md", "/guestbook.md"])
      expect(site.text("/llms.txt")).toContain(`${path})`);
    const found = [...site.files.keys()].filter((path) => path.startsWith("/search/pages/"));
    for (const path of ["/api/", "/manifesto/", "/corpus/"])
      expect(found.map((file) => site.text(file)).join("")).toContain(`"path":"${path}"`);
  });
});

describe("a page that the author wrote in place of one of the software's", () => {
  const promises = ["no-identity", "no-watching", "no-limits", "same-for-all", "open-origin"]
    .concat("free-to-use", "kept-words")
    .map((id) => `  - { id: ${id}, title: "${id}!", text: Mine. }\n`)
    .join("");
  test.each([
    ["index", "index.md", "# Home\n\nMine.\n"],
    ["api", "api/index.md", "# Interface\n\nMine.\n"],
    ["corpus", "corpus.md", "# Data\n\nMine.\n"],
    ["greeting", "greeting.md", "---\ntype: greeting\n---\n\n# Hello\n\nMine.\n"],
    ["guestbook", "guestbook.md", "# Book\n\nMine.\n"],
    ["manifesto", "manifesto.md", `---\ntype: manifesto\npromises:\n${promises}---\n\nMine.\n`],
    ["notes", "notes/index.md", "# Diary\n\nMine.\n"],
    ["search", "search.md", "# Find\n\nMine.\n"],
  ])("%s is in the corpus and not marked", async (id, file, text) => {
    const site = await siteOf({ "notes/one.md": note, [file]: text });
    expect(pagesOf(site).find((page) => page.id === id)?.generated).toBeUndefined();
    const record = corpusOf(site).documents.find((document) => document.id === id);
    expect(record?.text).toMatch(/^Mine\./);
    const [own] = site.text("/llms-full.txt").split(line);
    expect(own).toContain(record?.markdown);
  });
});

test.each(["de", "en-GB"])(
  "on a site in %s the software's English pages say so",
  async (language) => {
    const site = await siteOf({ "facts.yaml": factsFile({ language }), "notes/eins.md": note });
    const languages = Object.fromEntries(pagesOf(site).map(({ id, language }) => [id, language]));
    const english = { api: "en", greeting: "en", manifesto: "en" };
    const others = ["corpus", "guestbook", "index", "notes", "notes/eins", "search"];
    expect(languages).toEqual({
      ...english,
      ...Object.fromEntries(others.map((id) => [id, language])),
    });
    for (const id of Object.keys(english)) {
      expect(site.html.get(`/${id}/`)).toContain('<html lang="en"');
      expect(site.text(`/${id}.md`)).toContain('\nlanguage: "en"\n');
    }
    expect(site.html.get("/notes/eins/")).toContain(`<html lang="${language}"`);
  },
);

describe("a reference of the software in a page of the author's", () => {
  test.each<[string, string, string, string, RegExp]>([
    ["the API's", "docs.md", "<!-- insert: api -->", "docs", /## Documents/],
    ["front matter's", "docs.md", "<!-- insert: front-matter -->", "docs", /- `title`:/],
    ["the guestbook's", "docs.md", "<!-- insert: guestbook -->", "docs", /# Read: the entries/],
    ["the list of all pages", "map.md", "<!-- insert: list all -->", "map", /## Pages/],
    ["the API's, added by itself", "api/index.md", "", "api", /## Documents/],
    ["the guestbook's, added by itself", "guestbook.md", "", "guestbook", /## For programs/],
    ["the list of all pages, added by itself", "search.md", "", "search", /## Pages/],
  ])("%s: is in HTML and twin, and not in the corpus", async (_, file, comment, id, part) => {
    const after = comment && "\n[After](#after) it. %%hidden%%\n\n## After {#after}\n";
    const body = `# Mine\n\n<b>Before</b> it.\n\n${comment}\n${after}`;
    const site = await siteOf({ "index.md": "# Home\n", [file]: body });
    const record = corpusOf(site).documents.find((document) => document.id === id);
    const own = comment === "" ? ["Before it."] : ["Before it.", "After it.", "After"];
    expect(record?.text.split(/\n+/)).toEqual(own);
    expect(record?.words).toBe(own.join(" ").split(" ").length);
    expect(record?.markdown).toMatch(/^# Mine\n\n<b>Before<\/b> it\.\n/);
    expect(record?.markdown).not.toMatch(part);
    const twin = site.text(`/${id}.md`);
    expect(twin).toMatch(part);
    const html = site.html.get(`/${id}/`) ?? "";
    expect(html.length).toBeGreaterThan(twin.length / 2);
    for (const form of [twin, html, record?.markdown, record?.text])
      expect(form).not.toMatch(/[\x02\x03]/);
    expect(record?.sha256).toBe(site.model.byPath.get(`/${id}/`)?.sha256);
    const page = pagesOf(site).find((each) => each.id === id);
    expect(page).toMatchObject({ words: record?.words, partly_generated: true });
    const [before] = site.text("/llms-full.txt").split(line);
    expect(before).toContain(record?.markdown);
    expect(before).not.toMatch(part);
  });

  test.each(["<div>", "<pre>", "- a", "> a", "text", "| a |\n|---|"])(
    "directly between `%s` and text leaves no trace but itself",
    async (above) => {
      const body = `${above}\n<!-- insert: guestbook -->\nbelow`;
      const site = await siteOf({ "index.md": "# Home\n", "map.md": `# Map\n\n${body}\n` });
      const record = corpusOf(site).documents.find(({ id }) => id === "map");
      for (const form of [site.text("/map.md"), site.html.get("/map/"), record?.markdown])
        expect(form).not.toMatch(/[\x02\x03]/);
      expect(site.text("/map.md")).toContain("# Read: the entries");
      expect(record?.markdown).toBe(`# Map\n\n${above}\nbelow\n`);
    },
  );

  test("as code, or a list of the author's own pages, is in it as it was", async () => {
    const site = await siteOf({
      "index.md": "# Home\n\n```\n<!-- insert: api -->\n```\n\n<!-- insert: list newest -->\n",
      "notes/one.md": note,
    });
    expect(corpusOf(site).documents.find(({ id }) => id === "index")?.text).toBe(
      "<!-- insert: api -->\n\nOne (1 January 2026): Five words of my own.",
    );
    expect(pagesOf(site).some((page) => page.partly_generated)).toBe(false);
  });

  test("changes the version where the author writes the same by hand", async () => {
    const head = "---\ntitle: Mine\ndescription: Mine.\n---\n";
    const files = (text: string) => ({ "index.md": "# Home\n", "map.md": `${head}\n${text}\n` });
    const inserted = await siteOf(files("<!-- insert: guestbook -->"));
    const [, body = ""] = inserted.text("/map.md").split("\n# Mine\n\n");
    const written = await siteOf(files(body));
    expect(written.text("/map.md")).toBe(inserted.text("/map.md"));
    expect(written.model.version).not.toBe(inserted.model.version);
  });
});
