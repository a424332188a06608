import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const text =
  "[[How to Build]] [[Build it|How to Build]] [[Steps|How-to-Build#first-step]] [[FAQ|no page of that name]]\n";
const pages = {
  "Home.md": text,
  "How-to-Build.md": "## First step\n",
  "FAQ.md": "Text.\n",
  "two words.md": "[[two-words|x]] [[FAQ|How to Build]]\n",
  "_Sidebar.md": "[[Home]]\n",
  "_Footer.md": "Text.\n",
  "guide/_Sidebar.md": "Text.\n",
};
const base_url = "https://house.example";
const linksIn = (markdown: string) => markdown.replaceAll(base_url, "").match(/\[[^\]]*\]\(\/(how|faq|two)[^)]*\)/g);

test("links of a wiki may have hyphens for spaces, and words before the name", async () => {
  const site = await buildSite({ input: folderOf(pages), base_url });
  expect(linksIn(site.text("/index.md"))?.slice(0, 4)).toEqual([
    "[How to Build](/how-to-build/)",
    "[Build it](/how-to-build/)",
    "[Steps](/how-to-build/#first-step)",
    "[no page of that name](/faq/)",
  ]);
  expect(linksIn(site.text("/two-words.md"))?.slice(0, 2)).toEqual(["[x](/two-words/)", "[FAQ](/how-to-build/)"]);
  expect([...site.html.keys()].filter((path) => /sidebar|footer/i.test(path))).toEqual([]);
  expect(site.warnings).toContain(
    "3 files are left out by the git host of this wiki, which shows them around each page: " +
      "`_Footer.md`, `_Sidebar.md`, `guide/_Sidebar.md`.",
  );
});

test.each([
  [".obsidian/app.json", "{}"],
  ["mkdocs.yml", "site_name: x"],
  ["index.md", "# Home\n"],
])("beside %s the name comes first, and such files are pages", async (name, content) => {
  const site = await buildSite({ input: folderOf({ ...pages, [name]: content }), base_url, lenient: true });
  expect(linksIn(site.text("/two-words.md"))?.slice(0, 2)).toEqual(["[x](/two-words/)", "[How to Build](/faq/)"]);
  expect(site.html.has("/_sidebar/")).toBe(true);
});
