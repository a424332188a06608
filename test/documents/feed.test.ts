import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { feedComplaints } from "../judges/judge/feed.ts";

const feedOf = async (files: Record<string, string>) =>
  (await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) })).text("/feed.xml");
const note = (title: string, body = "Text.", extra = "") =>
  `---\ntitle: ${JSON.stringify(title)}\ntype: note\ndate: 2026-11-20\n${extra}---\n\n${body}\n`;
const titles = (feed: string) => parseAtomFeed(feed).entries?.map(({ title }) => title?.value);

describe("whatever a note is made of, the feed is one", () => {
  test.each([
    ["markup in the title", '<b> & "quotes" ]]>'],
    ["letters of every kind", "日本語 🏠 über"],
    ["control characters", "Bell\u0007 and \u001b[0m escape"],
    ["characters that XML has no place for", "a\uFFFEb\uFFFFc"],
  ])("%s", async (_, title) => {
    const feed = await feedOf({
      "n.md": note(
        title,
        `# ${title}\n\n${title} in the text.`,
        `description: ${JSON.stringify(title)}\ntags: [${JSON.stringify(title)}]\n`,
      ),
    });
    expect(feedComplaints(feed)).toEqual([]);
  });
});

test("without notes it holds the newest dated pages, and without those it is empty and valid", async () => {
  const dated = await feedOf({
    "a.md": "---\ndate: 2026-01-01\n---\n\n# Older\n",
    "b.md": "---\ndate: 2026-02-01\n---\n\n# Newer\n",
    "c.md": "# Undated\n",
  });
  expect(titles(dated)).toEqual(["Newer", "Older"]);
  expect(feedComplaints(dated)).toEqual([]);
  expect(feedComplaints(await feedOf({}))).toEqual([]);
});

test("newest first; on one day, by address", async () => {
  const on = (date: string) => `---\ntype: note\ndate: ${date}\n---\n`;
  const feed = await feedOf({
    "b.md": on("2026-05-01"),
    "a.md": on("2026-05-01"),
    "old.md": on("2025-05-01"),
    "new.md": on("2026-05-02"),
  });
  expect(titles(feed)).toEqual(["New", "A", "B", "Old"]);
});

test("the feed is as new as the site, and an entry as its last change", async () => {
  const feed = parseAtomFeed(
    await feedOf({ "n.md": "---\ntype: note\ndate: 2026-01-01\nupdated: 2026-03-01T12:00:00+02:00\n---\n\n# N\n" }),
  );
  expect([feed.entries?.[0]?.published, feed.entries?.[0]?.updated]).toEqual([
    "2026-01-01T00:00:00Z",
    "2026-03-01T10:00:00Z",
  ]);
});

test("images and links in an entry are absolute, code that shows them is not touched", async () => {
  const feed = await feedOf({ "n.md": note("N", '[home](/) `<a href="/x">`\n\n```html\n<img src="/y">\n```') });
  const content = parseAtomFeed(feed).entries?.[0]?.content?.value ?? "";
  expect(content).toContain('<a href="https://openhouse.example/">home</a>');
  expect(content).toContain("&lt;a href=&quot;/x&quot;&gt;");
});

test("a dated home page is no entry of its own feed", async () => {
  const feed = await feedOf({
    "index.md": "---\ndate: 2026-03-01\n---\n\n# Home\n",
    "a.md": "---\ndate: 2026-01-01\n---\n\n# A\n",
  });
  expect(titles(feed)).toEqual(["A"]);
  expect(feedComplaints(feed)).toEqual([]);
});
