import { expect, test } from "vitest";
import { isRightToLeft } from "../../build/layouts/html-document.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

test.each<[string, boolean]>([
  ["ar", true],
  ["he-IL", true],
  ["az-Arab", true],
  ["ckb", true],
  ["ar-Latn", false],
  ["de", false],
  ["no-such-language-at-all", false],
  ["en", false],
])("the direction of a page in %s", (language, isRtl) => {
  expect(isRightToLeft(language)).toBe(isRtl);
});

test("a page says its direction once, on its first element", async () => {
  const files = {
    "index.md": "# Home\n\nHello.\n",
    "told.md": "---\nlang: fa\n---\n\nHello.\n",
  };
  const { html } = await buildSite({ input: folderOf(files) });
  expect(html.get("/")).toContain('<html lang="en">\n');
  expect(html.get("/told/")).toContain('<html lang="fa" dir="rtl">\n');
});
