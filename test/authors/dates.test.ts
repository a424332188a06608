import { describe, expect, test } from "vitest";
import { compareTimes, readDate } from "../../build/lib/dates.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

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

test("the date at the beginning of a name is the page's, and stays in its address; `_posts` leaves its name out", async () => {
  const files = {
    "index.md": "# Home\n\nRead [the kettle](_posts/2018-03-06-the-kettle.md).\n",
    "_posts/2018-03-06-the-kettle.md": head("updated: 2018-04-01"),
    "garden/_posts/2019-01-02-Snow.md": head("title: Snow\ndate: 2019-01-03"),
    "_posts/undated.md": "Text.\n",
    "walks/2021-05-06-hill/index.md": "Text.\n",
    "notes/2020-02-30-no-day.md": "Text.\n",
    "created.md": head("created: 2024-01-01T10:00\nmodified: 2024-02-01"),
    "published.md": head("published: 2024-01-02\nlastmod: 2024-02-02"),
    "both.md": head("pubDate: 2024-01-01\nDate: 2024-03-01"),
  };
  const { model, html } = await buildSite({ input: folderOf(files) });
  const found = model.pages.filter(({ source }) => source !== null && source !== "index.md");
  expect(found.map(({ path, published, updated }) => [path, published?.slice(0, 10), updated?.slice(0, 10)])).toEqual([
    ["/2018-03-06-the-kettle/", "2018-03-06", "2018-04-01"],
    ["/both/", "2024-03-01", undefined],
    ["/created/", "2024-01-01", "2024-02-01"],
    ["/garden/2019-01-02-snow/", "2019-01-03", undefined],
    ["/notes/2020-02-30-no-day/", undefined, undefined],
    ["/published/", "2024-01-02", "2024-02-02"],
    ["/undated/", undefined, undefined],
    ["/walks/2021-05-06-hill/", "2021-05-06", undefined],
  ]);
  expect(html.get("/")).toContain('<a href="/2018-03-06-the-kettle/">the kettle</a>');
});

test("`_index.md` is its folder's page, before a README and after an `index.md`", async () => {
  const { model, html } = await buildSite({
    input: folderOf({
      "_index.md": head("title: Start", "See [recipes](recipes/_index.md) and [them again](recipes/).\n"),
      "README.md": "# About this repository\n",
      "recipes/_index.md": "Soups.\n",
      "both/index.md": "# Both\n",
      "both/_index.md": "# Other\n",
    }),
  });
  const of = Object.fromEntries(model.pages.map(({ path, title }) => [path, title]));
  expect(of).toMatchObject({
    "/": "Start",
    "/readme/": "About this repository",
    "/recipes/": "Recipes",
    "/both/": "Both",
    "/both/_index/": "Other",
  });
  expect(html.get("/")?.match(/href="\/recipes\/">/g)?.length).toBeGreaterThanOrEqual(2);
});

test("a note takes its date from its file's name, and a faulty date gives way to it", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "2020-01-02-a.md": head("type: note"),
    "2020-01-03-b.md": head("date: soon"),
  });
  await expect(loadSite({ input })).rejects.toThrow(/^One thing[^]*2020-01-03-b\.md:2 date: is "soon"/);
  const { model } = await loadSite({ input, lenient: true });
  expect(
    model.pages.filter(({ path }) => path.startsWith("/2020")).map(({ type, published }) => [type, published]),
  ).toEqual([
    ["note", "2020-01-02T00:00:00Z"],
    ["page", "2020-01-03T00:00:00Z"],
  ]);
});

describe("a time keeps its author's zone", async () => {
  const note = (date: string) => head(`type: note\ndate: ${date}`);
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "evening.md": note("2018-03-06 21:33:25 -0700"),
      "morning.md": note("2018-03-07 06:00:00 +0200"),
      "night.md": note("2018-03-06T23:59:00.000z"),
      "changed.md": head("updated: 2027-03-06T22:00:00-07:00"),
      "changed-before.md": head("updated: 2027-03-07T04:00:00Z"),
    }),
    base_url: "https://house.example",
  });

  test("its day is the author's on the page, in the lists and in the documents", () => {
    expect(site.html.get("/evening/")).toContain(
      '<time datetime="2018-03-06T21:33:25-07:00">6 March 2018, 21:33 UTC-07:00</time>',
    );
    expect(site.text("/evening.md")).toContain('published: "2018-03-06T21:33:25-07:00"');
    expect(site.text("/sitemap.xml")).toContain("<lastmod>2018-03-06T21:33:25-07:00</lastmod>");
    expect(site.text("/notes.md")).toContain("6 March 2018");
  });

  test("and times are in the order of their moments", () => {
    expect(site.model.notes.map(({ published }) => published)).toEqual([
      "2018-03-06T21:33:25-07:00",
      "2018-03-07T06:00:00+02:00",
      "2018-03-06T23:59:00Z",
    ]);
    expect(site.model.updated).toBe("2027-03-06T22:00:00-07:00");
    expect(site.text("/feed.xml")).toMatch(/<published>2018-03-07T04:33:25Z<[^]*<published>2018-03-07T04:00:00Z</);
  });

  test.each([
    ["2018-03-06T21:33:25-07:00", "2018-03-07T04:33:25Z", 0],
    ["2018-03-06T21:33:25-07:00", "2018-03-07T04:33:24Z", 1],
    ["2018-03-06T04:00:00.5Z", "2018-03-06T04:00:00Z", 1],
    ["", "2018-03-06T00:00:00+02:00", -1],
  ])("%s and %s", (a, b, order) => {
    expect([Math.sign(compareTimes(a, b)), Math.sign(compareTimes(b, a)) || 0]).toEqual([order, -order || 0]);
  });
});

test("notes of one day stand in the order of their times everywhere, and show them; a day alone comes before its times", async () => {
  const on = (date: string) => head(`type: note\ndate: ${date}`);
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n\n<!-- insert: list /notes/ -->\n",
      "a-morning.md": on("2026-05-01T07:30:00Z"),
      "b-evening.md": on("2026-05-01T21:05:00+02:00"),
      "c-noon.md": on("2026-05-01 12:00"),
      "d-no-time.md": on("2026-05-01"),
    }),
  });
  const order = ["B evening", "C noon", "A morning", "D no time"];
  expect(site.model.notes.map(({ title }) => title)).toEqual(order);
  expect([...site.text("/index.md").matchAll(/^- \[(.+?)\]/gm)].map(([, title]) => title)).toEqual(order);
  expect([...site.text("/feed.xml").matchAll(/<entry>[^]*?<title>(.+?)</g)].map(([, title]) => title)).toEqual(order);
  expect(site.text("/b-evening.md")).toMatch(/^published: "?2026-05-01T21:05:00\+02:00"?$/m);
  expect(site.html.get("/b-evening/")).toContain(
    '<time datetime="2026-05-01T21:05:00+02:00">1 May 2026, 21:05 UTC+02:00</time>',
  );
  expect(site.html.get("/c-noon/")).toContain('<time datetime="2026-05-01T12:00:00Z">1 May 2026, 12:00 UTC</time>');
  expect(site.html.get("/d-no-time/")).toContain('<time datetime="2026-05-01">1 May 2026</time>');
});
