import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite } from "../build/site.ts";

const settings = `site_name: Kettle
nav:
  - Home: index.md
  - Zebras: zebra.md
  - Options:
      - reference/zz.md
      - All of them: reference/aa.md
      - reference/deep/one.md
  - Guide:
      - guide/start.md
      - Installing: guide/install.md
      - The end: guide/end.md
      - guide/start.md
  - Elsewhere: https://elsewhere.example/
plugins: [search, !!python/name:a.b.c]
`;
const pages = {
  "index.md": "# Kettle\n",
  "about.md": "# About\n",
  "zebra.md": "Stripes.\n",
  "reference/zz.md": "# Zz\n",
  "reference/aa.md": "Text.\n",
  "reference/deep/one.md": "# One\n",
  "guide/start.md": "# Start\n",
  "guide/install.md": "# Install\n",
  "guide/end.md": "---\ntitle: Ending\n---\n",
  "guide/a-extra.md": "# Extra\n",
  "guide/own.md": "---\nweight: -1\n---\n# Own\n",
};

function beside(site: BuiltSite, path: string): string[] {
  const links = (site.html.get(path) ?? "").matchAll(/rel="(prev|next)" href="([^"]+)"/g);
  return [...links].map(([, ...parts]) => parts.join(" "));
}

test("pages and folders are in the order of `nav`, and what has no title takes that of `nav`", async () => {
  const site = await buildSite({ input: folderOf({ ...pages, "mkdocs.yml": settings }) });
  const titles = Object.fromEntries(site.model.pages.map(({ path, title }) => [path, title]));
  expect(titles).toMatchObject({
    "/": "Kettle",
    "/zebra/": "Zebras",
    "/reference/aa/": "All of them",
    "/guide/install/": "Install",
    "/guide/end/": "Ending",
  });
  expect(beside(site, "/guide/own/")).toEqual(["next /guide/start/"]);
  expect(beside(site, "/guide/install/")).toEqual(["prev /guide/start/", "next /guide/end/"]);
  expect(beside(site, "/guide/a-extra/")).toEqual(["prev /guide/end/"]);
  const listed = [...(site.html.get("/") ?? "").matchAll(/<li><a href="([^"]+)">/g)].map(([, href]) => href);
  expect(listed.filter((href) => /zebra|reference|guide|about/.test(href ?? ""))).toEqual([
    "/zebra/",
    "/reference/",
    "/guide/",
    "/about/",
  ]);
  expect(site.html.get("/reference/")).toMatch(/reference\/zz[^]*reference\/aa[^]*reference\/deep/);
});

test("so they are where the pages are in a folder `docs`", async () => {
  const below = Object.fromEntries(Object.entries(pages).map(([path, text]) => [`docs/${path}`, text]));
  const site = await buildSite({ input: folderOf({ ...below, "mkdocs.yml": settings }) });
  expect(beside(site, "/docs/guide/install/")).toEqual(["prev /docs/guide/start/", "next /docs/guide/end/"]);
});
