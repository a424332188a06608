import { expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";

test("names every page once, by its Markdown, in lines of which each is a link", async () => {
  const site = await sampleSite();
  const [title, list = ""] = site.text("/sitemap.md").split("\n## Pages\n\n");
  expect(title).toMatch(/^# Sitemap of .+\n\n> \d+ pages /);
  const lines = list.trimEnd().split("\n");
  for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\([^)\s]+\)(: .+)?$/);
  const linked = lines.map((line) => /\]\(([^)]+)\)/.exec(line)?.[1]);
  expect(linked.sort()).toEqual(site.model.pages.map(({ markdown_url }) => markdown_url).sort());
});

test("a page that would have its Markdown there is a fault", async () => {
  const built = buildSite({ input: folderOf({ "index.md": "# Home\n", "sitemap.md": "# Everything\n" }) });
  await expect(built).rejects.toThrow(Faults);
  await expect(built).rejects.toThrow(
    /sitemap\.md would have its Markdown at \/sitemap\.md, which is the address of the document/,
  );
});
