import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

test.each<[files: Record<string, string>, hint: RegExp | undefined]>([
  [{ "mkdocs.yml": "site_name: A\n", "docs/a.md": "# A\n" }, /project of MkDocs, .*`docs`.*--input=.*\/docs they/],
  [{ "mkdocs.yml": "docs_dir: 'my/pages/'\n", "my/pages/a.md": "# A\n" }, /`my\/pages`/],
  [{ "book.toml": '[book]\nsrc = "text"\n', "text/SUMMARY.md": "# A\n" }, /project of mdBook, .*`text`/],
  [{ "_config.yml": "title: A\n", "source/_posts/a.md": "# A\n" }, /project of Hexo, .*`source`/],
  [{ "docusaurus.config.ts": "", "docs/a.md": "# A\n" }, /project of Docusaurus/],
  [{ "docs/.vitepress/config.ts": "", "docs/a.md": "# A\n" }, /project of VitePress/],
  [{ "_config.yml": "title: A\n", "_posts/2024-01-01-a.md": "# A\n" }, undefined],
  [{ "mkdocs.yml": "docs_dir: .\n", "docs/a.md": "# A\n" }, undefined],
  [{ docs: "a file", "a.md": "# A\n" }, undefined],
  [{ "mkdocs.yml/a.md": "# A\n", src: "a file", "book.toml/a.md": "# A\n" }, undefined],
  [{ "docs/a.md": "# A\n" }, undefined],
])("the root of another tool's project is told: %j", async (files, hint) => {
  const { warnings } = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
  const told = warnings.filter((warning) => warning.startsWith("This is the root"));
  expect(told).toEqual(hint ? [expect.stringMatching(hint)] : []);
});
