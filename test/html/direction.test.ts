import { expect, test } from "vitest";
import { isRightToLeft } from "../../build/layouts/html-document.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

test.each<[string, string, boolean]>([
  ["ar", "", true],
  ["he-IL", "English words", true],
  ["az-Arab", "", true],
  ["ckb", "", true],
  ["ar-Latn", "", false],
  ["de", "", false],
  ["no-such-language-at-all", "", false],
  ["en", "این صفحه به زبان فارسی است (page)", true],
  ["en", "A page about the word שלום and no more.", false],
  ["en", "12:30 ☕", false],
])("the direction of a page in %s, '%s'", (language, text, isRtl) => {
  expect(isRightToLeft(language, text)).toBe(isRtl);
});

test("a page says its direction once, on its first element", async () => {
  const files = {
    "index.md": "# Home\n\nHello.\n",
    "told.md": "---\nlang: fa\n---\n\nHello.\n",
    "seen.md": "# שלום עולם\n\nברוכים הבאים.\n",
  };
  const { html } = await buildSite({ input: folderOf(files) });
  expect(html.get("/")).toContain('<html lang="en">\n');
  expect(html.get("/told/")).toContain('<html lang="fa" dir="rtl">\n');
  expect(html.get("/seen/")).toContain('<html lang="en" dir="rtl">\n');
});
