import { describe, expect, test } from "vitest";
import { isGenerated } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { dateInWords } from "../../build/lib/dates.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";
import { elementsOf, wordsOf } from "./judge/markup.ts";
import { asPlainText, besideComplaints, parityComplaints, readPage } from "./judge/parity.ts";

const site = await sampleSite();
const { pages, corpus } = site.model;
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
  if (isGenerated(page)) return expect(record).toBeUndefined();
  expect(twin.endsWith(`\n\n${record?.markdown}\n`) || twin.endsWith(`\n\n${record?.markdown}`)).toBe(true);
  const title = wordsOf(page.title).length;
  expect(wordsOf(record?.text ?? "").join("")).toBe(
    readPage(htmlOf(path), page.url, asPlainText).words.slice(title).join(""),
  );
  expect(record?.words).toBe(wordsOf(record?.text ?? "").length);
});

describe("what a page says beside its words", () => {
  const page = pages.find(({ path }) => path === "/realms/download/") ?? expect.unreachable();
  const [html, twin] = [htmlOf(page.path), String(page.twin)];

  test.each(pages.map(({ path, markdown_path }) => [path, markdown_path]))(
    "%s says in its twin too",
    (path, markdown) => {
      expect(besideComplaints(htmlOf(path), site.text(decodeURIComponent(markdown)))).toEqual([]);
    },
  );

  test("is in a realm's twin its status, what that means and since when", () => {
    expect(twin).toContain(
      'status: "open"\nstatus_meaning: "In use: everything named here works now."\nsince: "2026-11-20T',
    );
  });

  test.each<[string, string, string]>([
    ["since when", html, twin.replace(/^since: .*\n/m, "")],
    ["what its status means", html, twin.replace(/^status_meaning: .*\n/m, "")],
    ["a tag", html, twin.replace(/^tags: .*\n/m, "")],
    ["its description", html, twin.replace(/^description: .*\n/m, "")],
    ["another day", html.replace(/datetime="2026-11-20"/, 'datetime="2026-11-19"'), twin],
    ["what is not marked as furniture", html.replaceAll("footer", "div"), twin],
  ])("the judge misses in a twin %s", (_, inPage, inTwin) => {
    expect(besideComplaints(inPage, inTwin)).not.toEqual([]);
  });
});

describe("dates have one form", async () => {
  /** Lists of notes on pages of every kind that can have one. */
  const lists = await buildSite({
    input: folderOf({
      "index.md": "# Home\n\n<!-- insert: list newest -->\n",
      "log.md": "---\ndate: 2026-03-04\nupdated: 2026-04-05\n---\n\n# Log\n\n<!-- insert: list /notes/ -->\n",
      "notes/one.md": "---\ntype: note\ndate: 2026-01-02\n---\n\n# One\n",
      "realms/hall.md":
        "---\ntype: realm\nstatus: open\nsince: 2026-02-03\n---\n\n# Hall\n\n<!-- insert: list newest -->\n",
    }),
  });
  const numeric = /\d{4}-\d{2}-\d{2}|\d+[./]\d+[./]\d{2,4}/;
  const shownIn = (html: string) =>
    elementsOf(html)
      .find(({ name }) => name === "body")
      ?.text((element) => (["script", "pre", "code"].includes(element.name) ? "" : undefined)) ?? "";
  const both = [site, lists].flatMap(({ model, html, text }) =>
    model.pages.map(({ path, markdown_path }) => ({
      path,
      html: html.get(path) ?? "",
      twin: text(decodeURIComponent(markdown_path)),
    })),
  );

  test.each(both)("on $path and in its Markdown", ({ html, twin }) => {
    expect(numeric.exec(shownIn(html))).toBeNull();
    const words = twin
      .replace(/^---\n[^]*?\n---\n/, "")
      .replace(/^```[^]*?^```/gm, "")
      .replace(/`[^`]*`/g, "")
      .replace(/\]\([^)]*\)/g, "]");
    expect(numeric.exec(words)).toBeNull();
    for (const time of elementsOf(html).filter(({ name }) => name === "time")) {
      const date = time.attributes["datetime"] ?? "";
      const clock = date.length > 10 ? `, ${date.slice(11, 16)} UTC${date.slice(19).replace("Z", "")}` : "";
      expect(time.text()).toBe(dateInWords(date) + clock);
    }
  });

  test("which is that of the days the author gave", () => {
    expect(shownIn(lists.html.get("/") ?? "")).toContain("2 January 2026");
    expect(shownIn(lists.html.get("/log/") ?? "")).toMatch(
      /Published 4 March 2026, updated 5 April 2026[^]*\(2 January 2026\)/,
    );
    expect(lists.text("/log.md")).toContain("/notes/one/) (2 January 2026)");
    expect(lists.html.get("/")).toContain('<time datetime="2026-01-02">2 January 2026</time>');
  });
});

test("llms-full.txt holds the Markdown of every page that was written, in order", () => {
  const parts = site.text("/llms-full.txt").split(/\n---\n\n(?=---\n)/);
  expect(parts.map((part) => part.replace(/^---\n[\s\S]*?\n---\n\n/, "").trimEnd())).toEqual(
    corpus.map((page) => markdownOf(page).toString().trimEnd()),
  );
});

describe("the judge sees a planted fault", () => {
  const page = pages.find(({ path }) => path === "/realms/download/") ?? pages[0];
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
