import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { readPage, parityComplaints } from "./judge/parity.ts";
import { wordsOf } from "./judge/markup.ts";

const site = await sampleSite();
const { pages } = site.context;
const records = new Map(
  site
    .json<{ documents: { url: string; markdown: string; text: string; words: number; sha256: string }[] }>(
      "/api/corpus.json",
    )
    .documents.map((record) => [record.url, record]),
);
const htmlOf = (path: string) => site.html.get(path) ?? "";

test.each(pages.map((page) => [page.path, page] as const))("%s, its twin and the corpus say the same", (path, page) => {
  const twin = site.text(decodeURIComponent(page.markdown_path));
  expect(parityComplaints(htmlOf(path), twin, page.url)).toEqual([]);
  const record = records.get(page.url);
  expect(twin.endsWith(`\n\n${record?.markdown}\n`) || twin.endsWith(`\n\n${record?.markdown}`)).toBe(true);
  const title = wordsOf(page.title).length;
  expect(wordsOf(record?.text ?? "").join("")).toBe(readPage(htmlOf(path), page.url).words.slice(title).join(""));
  expect(record?.words).toBe(wordsOf(record?.text ?? "").length);
});

test("llms-full.txt holds every page's Markdown, in order", () => {
  const parts = site.text("/llms-full.txt").split(/\n---\n\n(?=---\n)/);
  expect(parts.map((part) => part.replace(/^---\n[\s\S]*?\n---\n\n/, "").trimEnd())).toEqual(
    pages.map(({ markdown }) => markdown.trimEnd()),
  );
});

describe("the judge sees a planted fault", () => {
  const page = pages.find(({ path }) => path === "/realms/library/") ?? pages[0];
  if (!page) throw new Error("There are no pages.");
  const { path, url, twin } = page;
  test.each<[string, (html: string) => string, (twin: string) => string]>([
    [
      "a word only in the page",
      (html) => html.replace('<div class="body">\n<p>', '<div class="body">\n<p>Secretly, '),
      (text) => text,
    ],
    ["a word only in the twin", (html) => html, (text) => `${text}\nOne more thing.\n`],
    ["another title", (html) => html.replace(/<h1>.*?<\/h1>/, "<h1>Welcome</h1>"), (text) => text],
    [
      "a link that leads elsewhere",
      (html) => html,
      (text) => text.replace(/\]\((https?:[^)]*)\)/, "](https://elsewhere.example/)"),
    ],
    ["a link missing", (html) => html, (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/, "$1")],
  ])("%s", (_, inPage, inTwin) => {
    expect(parityComplaints(inPage(htmlOf(path)), inTwin(String(twin)), url)).not.toEqual([]);
  });
});
