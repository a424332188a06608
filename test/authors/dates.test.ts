import { describe, expect, test } from "vitest";
import { compareTimes, readDate, renderTime } from "../../build/lib/dates.ts";
import { english } from "../../build/words/words.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

test.each([
  ["2026-05-01T00:00:00Z", "2026-05-01", "1 May 2026"],
  ["2026-05-01T00:00:00+02:00", "2026-05-01", "1 May 2026"],
  ["2026-05-01T00:30:00+02:00", "2026-05-01T00:30:00+02:00", "1 May 2026, 00:30 UTC+02:00"],
])("midnight is a day without a time, in whatever zone: %s", (date, day, words) => {
  expect(String(renderTime(date, english))).toBe(`<time datetime="${day}">${words}</time>`);
});

describe("dates as people and tools write them", () => {
  test.each([
    ["2018-03-06 21:33:25 -0700", "2018-03-06T21:33:25-07:00"],
    ["2018-03-06 21:33:25 +01", "2018-03-06T21:33:25+01:00"],
    ["2018-03-06 21:33:25 UTC", "2018-03-06T21:33:25Z"],
    ["2018-03-06 21:33", "2018-03-06T21:33:00Z"],
    ["2018-03-06T21:33:25.123", "2018-03-06T21:33:25Z"],
    ["2018-3-6", "2018-03-06"],
    ["3/6/2018", undefined],
    ["2018-02-30", undefined],
    ["2018-03-06 24:10", undefined],
    ["2018-03", undefined],
    ["2018/03/06", undefined],
    ["6 March 2018", undefined],
    ["yesterday", undefined],
  ])("%s", (written, date) => expect(readDate(written)).toBe(date));
});

const head = (lines: string, body = "Text.\n") => `---\n${lines}\n---\n\n${body}`;

const files = {
  "_index.md": head(
    "title: Start",
    "Read [the kettle](_posts/2018-03-06-the-kettle.md), [recipes](recipes/_index.md).\n",
  ),
  "README.md": "# About this repository\n",
  "recipes/_index.md": "Soups.\n",
  "both/index.md": "# Both\n",
  "both/_index.md": "# Other\n",
  "_posts/2018-03-06-the-kettle.md": head("updated: 2018-04-01"),
  "garden/_posts/2019-01-02-Snow.md": head("title: Snow\ndate: 2019-01-03"),
  "_posts/undated.md": "Text.\n",
  "walks/2021-05-06-hill/index.md": "Text.\n",
  "dated/2020-02-30-no-day.md": "Text.\n",
  "dated/created.md": head("created: 2024-01-01T10:00\nmodified: 2024-02-01"),
  "dated/published.md": head("published: 2024-01-02\nlastmod: 2024-02-02"),
  "dated/both.md": head("pubDate: 2024-01-01\nDate: 2024-03-01"),
  // A faulty date gives way to that of the file's name.
  "dated/2020-01-03-faulty.md": head("date: soon"),
  "dated/changed.md": head("updated: 2027-03-06T22:00:00-07:00"),
  "dated/changed-before.md": head("updated: 2027-03-07T04:00:00Z"),
};
const note = (date: string) => head(`type: note\ndate: ${date}`);
const notes = {
  "notes/index.md": "# Notes\n\n<!-- insert: list /notes/ -->\n",
  "notes/2020-01-02-named.md": head("type: note"),
  "notes/evening.md": note("2018-03-06 21:33:25 -0700"),
  "notes/morning.md": note("2018-03-07 06:00:00 +0200"),
  "notes/night.md": note("2018-03-06T23:59:00.000z"),
  "notes/day-morning.md": note("2026-05-01T07:30:00Z"),
  "notes/day-evening.md": note("2026-05-01T21:05:00+02:00"),
  "notes/day-noon.md": note("2026-05-01 12:00"),
  "notes/day-alone.md": note("2026-05-01"),
};

describe("in a folder of dated files", async () => {
  const input = folderOf({ ...files, ...notes });
  const site = await buildSite({ input, lenient: true, base_url: "https://house.example" });
  const { model, html, text } = site;

  test("the date at the beginning of a name is the page's, and stays in its address; `_posts` leaves its name out", () => {
    const dated = model.pages.filter(({ type, source }) => source !== null && type === "page");
    const found = dated.map(({ path, published, updated }) => [
      path,
      published?.slice(0, 10),
      updated?.slice(0, 10),
    ]);
    expect(found).toEqual([
      ["/2018-03-06-the-kettle/", "2018-03-06", "2018-04-01"],
      ["/both/", undefined, undefined],
      ["/both/_index/", undefined, undefined],
      ["/dated/2020-01-03-faulty/", "2020-01-03", undefined],
      ["/dated/2020-02-30-no-day/", undefined, undefined],
      ["/dated/both/", "2024-03-01", undefined],
      ["/dated/changed-before/", undefined, "2027-03-07"],
      ["/dated/changed/", undefined, "2027-03-06"],
      ["/dated/created/", "2024-01-01", "2024-02-01"],
      ["/dated/published/", "2024-01-02", "2024-02-02"],
      ["/garden/2019-01-02-snow/", "2019-01-03", undefined],
      ["/readme/", undefined, undefined],
      ["/recipes/", undefined, undefined],
      ["/undated/", undefined, undefined],
      ["/walks/2021-05-06-hill/", "2021-05-06", undefined],
    ]);
    expect(html.get("/")).toContain('<a href="/2018-03-06-the-kettle/">the kettle</a>');
    expect(site.tolerated).toMatchObject([
      { file: "dated/2020-01-03-faulty.md", line: 2, field: "date" },
    ]);
  });

  test("`_index.md` is its folder's page, before a README and after an `index.md`", () => {
    const titles = Object.fromEntries(model.pages.map(({ path, title }) => [path, title]));
    const folders = { "/": "Start", "/readme/": "About this repository", "/recipes/": "Recipes" };
    expect(titles).toMatchObject({ ...folders, "/both/": "Both", "/both/_index/": "Other" });
    expect(html.get("/")).toContain('<a href="/recipes/">recipes</a>');
  });

  const newestFirst = [
    ["Day evening", "2026-05-01T21:05:00+02:00", "1 May 2026, 21:05 UTC+02:00"],
    ["Day noon", "2026-05-01T12:00:00Z", "1 May 2026, 12:00 UTC"],
    ["Day morning", "2026-05-01T07:30:00Z", "1 May 2026, 07:30 UTC"],
    ["Day alone", "2026-05-01", "1 May 2026"],
    ["2020-01-02 named", "2020-01-02", "2 January 2020"],
    ["Evening", "2018-03-06T21:33:25-07:00", "6 March 2018, 21:33 UTC-07:00"],
    ["Morning", "2018-03-07T06:00:00+02:00", "7 March 2018, 06:00 UTC+02:00"],
    ["Night", "2018-03-06T23:59:00Z", "6 March 2018, 23:59 UTC"],
  ] as const;
  test.each(newestFirst)(
    "a time keeps its author's zone, and a day has no time: %s",
    (title, datetime, words) => {
      const { path = "", markdown_path = "" } =
        model.notes.find((each) => each.title === title) ?? {};
      expect(html.get(path)).toContain(`<time datetime="${datetime}">${words}</time>`);
      expect(text(markdown_path)).toMatch(RegExp(`^published: "?${RegExp.escape(datetime)}`, "m"));
      expect(text("/sitemap.xml")).toContain(`<lastmod>${datetime}`);
    },
  );

  test("notes stand in the order of their moments everywhere, and a day alone comes before its times", () => {
    const titles = newestFirst.map(([title]) => title);
    expect(model.notes.map(({ title }) => title)).toEqual(titles);
    expect(Array.from(text("/notes.md").matchAll(/^- \[(.+?)\]/gm), ([, title]) => title)).toEqual(
      titles,
    );
    const entries = text("/feeds/notes.xml").matchAll(/<entry>[^]*?<title>(.+?)</g);
    expect(Array.from(entries, ([, title]) => title)).toEqual(titles);
    expect(text("/feed.xml")).toMatch(
      /<published>2018-03-07T04:33:25Z<[^]*<published>2018-03-07T04:00:00Z</,
    );
    expect(model.updated).toBe("2027-03-06T22:00:00-07:00");
  });
});

test.each([
  ["2018-03-06T21:33:25-07:00", "2018-03-07T04:33:25Z", 0],
  ["2018-03-06T21:33:25-07:00", "2018-03-07T04:33:24Z", 1],
  ["2018-03-06T04:00:00.5Z", "2018-03-06T04:00:00Z", 1],
  ["", "2018-03-06T00:00:00+02:00", -1],
])("the order of the moments %s and %s", (a, b, order) => {
  expect([Math.sign(compareTimes(a, b)), Math.sign(compareTimes(b, a)) || 0]).toEqual([
    order,
    -order || 0,
  ]);
});
