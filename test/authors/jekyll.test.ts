import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const files = {
  "_config.yml": "title: Kettle\n",
  "_posts/2024-01-05-first.md": "Text.\n",
  "404.md": "---\npermalink: /404.html\n---\nNot found.\n",
  "README.md": "# The repository\n\nHow to build this.\n",
  "parts/404.md": "# A part\n",
};

test("the home page of a site whose index is a template is a list, not the README", async () => {
  const site = await buildSite({ input: folderOf({ ...files, "index.html": "---\nlayout: home\n---\n" }) });
  const titles = Object.fromEntries(site.model.pages.map(({ path, title }) => [path, title]));
  expect(titles).toMatchObject({ "/": "Kettle", "/readme/": "The repository", "/parts/404/": "A part" });
  expect(site.html.get("/")).toContain('href="/first/"');
  expect(site.html.has("/404/")).toBe(false);
  expect(site.warnings).toContain(
    "The build makes its own page for addresses that do not exist, in place of: `404.md`.",
  );
});

test("without such a template the README is, and without that address 404.md is a page", async () => {
  const others = { "404.md": "# A number\n", "index.html": "<p>Plain.</p>" };
  const site = await buildSite({ input: folderOf({ ...files, ...others }), lenient: true });
  expect(site.model.pages.find(({ source }) => source === "README.md")?.path).toBe("/");
  expect(site.html.has("/404/")).toBe(true);
});
