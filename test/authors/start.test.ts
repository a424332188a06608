import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newPage } from "../../build/cli/new.ts";
import { folderOf, putFiles } from "../build/folder.ts";
import { buildSite, sampleContent } from "../build/site.ts";
import { feedComplaints } from "../judges/judge/feed.ts";
import { htmlComplaints } from "../judges/judge/html.ts";
import { llmsComplaints } from "../judges/judge/llms.ts";
import { sitemapComplaints } from "../judges/judge/sitemap.ts";
import { png } from "./faults-of.ts";

const facts = readFileSync(join(sampleContent, "facts.yaml"), "utf8")
  .replace(/^name: .*$/m, "name: Ada's shed")
  .replace(/^tagline: .*$/m, "tagline: A shed")
  .replace(/^ {2}name: Open House$/m, "  name: Ada")
  .replace(/^description: >-\n(?: {2}.*\n)+/m, "description: It has roses.\n")
  .replaceAll("openhouse.example", "shed.example");
const base = "https://shed.example";

/** A folder named `adas-shed` with these files. */
function shedOf(files: Record<string, string | Uint8Array>): string {
  const folder = join(folderOf(), "adas-shed");
  mkdirSync(folder);
  putFiles(folder, files);
  return folder;
}
const note = newPage("note", "Your first note", "2026-11-20");

/**
 * Content folders with next to nothing in them: what their home page is titled, and what must stand
 * on it.
 */
const folders: [
  name: string,
  files: Record<string, string | Uint8Array>,
  title: string,
  says: string,
][] = [
  [
    "a page and the facts",
    { "index.md": "Hello. I am Ada.\n", "facts.yaml": facts },
    "Ada's shed",
    "I am Ada.",
  ],
  ["a page alone", { "index.md": "# Hi\n\nHello.\n" }, "Hi", "Hello."],
  ["a README alone", { "README.md": "# A project\n\nWhat it is.\n" }, "A project", "What it is."],
  ["nothing", {}, "Adas shed", 'href="/manifesto/"'],
  ["facts alone", { "facts.yaml": facts }, "Ada's shed", 'href="/manifesto/"'],
  [
    "images alone",
    { "one.png": png, "summer 2024/two ü.png": png },
    "Adas shed",
    'href="/manifesto/"',
  ],
  [
    "facts and a new note whose draft line is gone",
    { "facts.yaml": facts, [note.path]: note.text.replace("draft: true\n", "") },
    "Ada's shed",
    'href="/notes/your-first-note/"',
  ],
];

/** Pages whose HTML was judged. Those that ship with the pipeline are alike in every house. */
const judged = new Set<string>();

test.each(folders)(
  "a house made of %s is whole, and begins as one would expect",
  async (_, files, title, says) => {
    const site = await buildSite({ input: shedOf(files), base_url: base });
    const { base_url, corpus, home } = site.model;
    const hasPage = Object.keys(files).some((file) => file.endsWith(".md"));
    const told = "The content folder has no Markdown";
    expect(site.warnings).toEqual(hasPage ? [] : [expect.stringContaining(told)]);
    const twins = corpus.map(({ markdown_url }) => markdown_url);
    expect(sitemapComplaints(site.text("/sitemap.xml"), base_url)).toEqual([]);
    expect(feedComplaints(site.text("/feed.xml"))).toEqual([]);
    expect(llmsComplaints(site.text("/llms.txt"), twins)).toEqual([]);
    for (const [path, html] of site.html) {
      if (path === "/" || !judged.has(path)) expect(await htmlComplaints(html)).toEqual([]);
      judged.add(path);
      expect([path, html.includes('href="/guestbook/"')]).toEqual([path, true]);
    }
    expect(home.title).toBe(title);
    expect(site.html.get("/")).toContain(says);
    const images = Object.keys(files).filter((file) => file.endsWith(".png"));
    expect(images.filter((file) => !site.files.has(`/${file}`))).toEqual([]);
  },
);
