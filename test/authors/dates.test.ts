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
    ["2018/03/06", "2018-03-06"],
    ["20180306", "2018-03-06"],
    ["6 March 2018", "2018-03-06"],
    ["March 6th, 2018", "2018-03-06"],
    ["Sept. 6, 2018", "2018-09-06"],
    ["Tue, 06 Mar 2018 21:33:25 +0100", "2018-03-06T21:33:25+01:00"],
    ["3/6/2018", undefined],
    ["2018-02-30", undefined],
    ["2018-03-06 24:10", undefined],
    ["2018-03", undefined],
    ["6 Smarch 2018", undefined],
    ["yesterday", undefined],
  ])("%s", (written, date) => expect(readDate(written)).toBe(date));
});

const head = (lines: string, body = "Text.\n") => `---\n${lines}\n---\n\n${body}`;

test("a date that does not exist in the name of a file is told", async () => {
  const names = [
    "_posts/2020-13-45-bad.md",
    "2021-02-30/index.md",
    "2020-13-45.md",
    "1234-56-78.md",
    "2020-12-31-x.md",
  ];
  const files = Object.fromEntries(names.map((name) => [name, "Text.\n"]));
  const { warnings, html } = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  expect(warnings.filter((warning) => warning.includes("does not exist"))).toEqual([
    "Names of files begin with a date that does not exist, so it is a part of the name: " +
      "`2020-13-45.md`, `2021-02-30/index.md`, `_posts/2020-13-45-bad.md`.",
  ]);
  expect(html.has("/2020-13-45-bad/")).toBe(true);
});

test("dates in the keys and file names of note-taking programs and documentation tools", async () => {
  const files = {
    "index.md": "# Home\n",
    "created.md": head("created: 2024-01-01T10:00"),
    "linter.md": head("date created: Monday, January 1st 2024\ndate modified: 2024-02-01"),
    "both.md": head("created: 2024-01-01\ndate: 2024-03-01"),
    "material.md": head("date:\n  created: 2024-01-01\n  updated: 2024-02-01"),
    "docusaurus.md": head("last_update:\n  date: 1/1/2024\n  author: Ann"),
    "docusaurus-2.md": head("last_update:\n  date: 2024-02-01"),
    "journals/2024_01_05.md": "Text.\n",
    "20240709-log.md": "Text.\n",
    "daily/20240710.md": "Text.\n",
    "elsewhere/2024_01_05.md": "Text.\n",
    "19990101-part.md": "Text.\n",
    "20241399-part.md": "Text.\n",
    "20240709_a.md": "Text.\n",
    "202407091230.md": "Text.\n",
  };
  const { model, warnings } = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
  const found = model.pages.filter(({ source }) => source !== null && source !== "index.md");
  expect(Object.fromEntries(found.map(({ source, published, updated }) => [source, [published, updated]]))).toEqual({
    "created.md": ["2024-01-01T10:00:00Z", null],
    "linter.md": ["2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z"],
    "both.md": ["2024-03-01T00:00:00Z", null],
    "material.md": ["2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z"],
    "docusaurus.md": [null, null],
    "docusaurus-2.md": [null, "2024-02-01T00:00:00Z"],
    "journals/2024_01_05.md": ["2024-01-05T00:00:00Z", null],
    "20240709-log.md": ["2024-07-09T00:00:00Z", null],
    "daily/20240710.md": ["2024-07-10T00:00:00Z", null],
    "elsewhere/2024_01_05.md": [null, null],
    "19990101-part.md": [null, null],
    "20241399-part.md": [null, null],
    "20240709_a.md": [null, null],
    "202407091230.md": [null, null],
  });
  expect(found.find(({ source }) => source === "journals/2024_01_05.md")?.title).toBe("2024-01-05");
  expect(warnings).toEqual([]);
});

describe("a blog with its posts in `_posts`", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md":
        "# Home\n\nRead [the kettle](/2018/03/06/the-kettle.html), [again](_posts/2018-03-06-the-kettle.md).\n",
      "about.md": head("title: About"),
      "_posts/2018-03-06-the-kettle.md": head("layout: post\ndate: 2018-03-05 21:33:25 -0700\nupdated: 2018/04/01"),
      "_posts/2018-03-13-weekly.md": "Text.\n",
      "_posts/2018-03-20-weekly.md": "Text.\n",
      "_posts/2018-04-01-about.md": "Text.\n",
      "_posts/2018-05-01-index.markdown": "Text.\n",
      "_posts/undated.md": "Text.\n",
      "_posts/elsewhere.md": "Text.\n",
      "elsewhere.md": head("aliases: [/2018/08/01/rain.html]"),
      "_posts/2018-07-01-thaw.md": head("categories: Garden snow"),
      "_posts/de/2018-08-01-rain.md": "Text.\n",
      "_posts/en/2018-08-01-rain.md": "Text.\n",
      "garden/_posts/2019-01-02-Snow.md": head("title: Snow\ndate: 2019-01-03\naliases: [/snow/]"),
      "_posts/2018-06-01-both.md": "Text.\n",
      "2018/06/01/both.md": "# A page where the post was\n",
      "notes/2020-02-03 a walk.md": "Text.\n",
      "notes/2020-02-30-no-day.md": "Text.\n",
      "walks/2021-05-06-hill/index.md": "Text.\n",
    }),
  });
  const page = (source: string) => site.model.pages.find((each) => each.source === source);

  test.each<[source: string, path: string, title: string, published: string | null, aliases: string[]]>([
    [
      "_posts/2018-03-06-the-kettle.md",
      "/the-kettle/",
      "The kettle",
      "2018-03-05T21:33:25-07:00",
      [
        "/2018/03/06/the-kettle/",
        "/2018/03/06/the-kettle.html",
        "/2018/03/05/the-kettle/",
        "/2018/03/05/the-kettle.html",
      ],
    ],
    [
      "_posts/2018-03-13-weekly.md",
      "/weekly/",
      "Weekly",
      "2018-03-13T00:00:00Z",
      ["/2018/03/13/weekly/", "/2018/03/13/weekly.html"],
    ],
    [
      "_posts/2018-03-20-weekly.md",
      "/2018/03/20/weekly/",
      "Weekly",
      "2018-03-20T00:00:00Z",
      ["/2018/03/20/weekly.html"],
    ],
    ["_posts/2018-04-01-about.md", "/2018/04/01/about/", "About", "2018-04-01T00:00:00Z", ["/2018/04/01/about.html"]],
    [
      "_posts/2018-05-01-index.markdown",
      "/2018/05/01/index/",
      "Index",
      "2018-05-01T00:00:00Z",
      ["/2018/05/01/index.html"],
    ],
    ["_posts/2018-06-01-both.md", "/both/", "Both", "2018-06-01T00:00:00Z", ["/2018/06/01/both.html"]],
    ["_posts/undated.md", "/undated/", "Undated", null, []],
    ["_posts/elsewhere.md", "/_posts/elsewhere/", "Elsewhere", null, []],
    [
      "_posts/2018-07-01-thaw.md",
      "/thaw/",
      "Thaw",
      "2018-07-01T00:00:00Z",
      ["/garden/snow/2018/07/01/thaw/", "/garden/snow/2018/07/01/thaw.html"],
    ],
    ["_posts/en/2018-08-01-rain.md", "/en/rain/", "Rain", "2018-08-01T00:00:00Z", []],
    ["_posts/de/2018-08-01-rain.md", "/de/rain/", "Rain", "2018-08-01T00:00:00Z", ["/2018/08/01/rain/"]],
    [
      "garden/_posts/2019-01-02-Snow.md",
      "/garden/snow/",
      "Snow",
      "2019-01-03T00:00:00Z",
      [
        "/snow/",
        "/garden/2019/01/02/Snow/",
        "/garden/2019/01/02/Snow.html",
        "/garden/2019/01/03/Snow/",
        "/garden/2019/01/03/Snow.html",
      ],
    ],
    ["notes/2020-02-03 a walk.md", "/notes/2020-02-03-a-walk/", "2020-02-03 a walk", "2020-02-03T00:00:00Z", []],
    ["notes/2020-02-30-no-day.md", "/notes/2020-02-30-no-day/", "2020-02-30 no day", null, []],
    ["walks/2021-05-06-hill/index.md", "/walks/2021-05-06-hill/", "2021-05-06 hill", "2021-05-06T00:00:00Z", []],
  ])("%s", (source, path, title, published, aliases) => {
    expect(page(source)).toMatchObject({ path, title, published, aliases });
  });

  test("links by file and by the dated address lead there, and the dated address redirects", () => {
    expect(site.html.get("/")).toMatch(/<a href="\/the-kettle\/">the kettle<\/a>, <a href="\/the-kettle\/">again/);
    expect(site.text("/_redirects")).toContain("/2018/03/06/the-kettle.html /the-kettle/ 301\n");
    expect(site.text("/_redirects")).toContain("/2018/03/06/the-kettle/ /the-kettle/ 301\n");
    expect(page("_posts/2018-03-06-the-kettle.md")?.updated).toBe("2018-04-01T00:00:00Z");
  });
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

test("a date in the future is told, and changes nothing that is published", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "past.md": head("date: 2026-11-22"),
    "tomorrow-in-the-east.md": head("date: 2026-11-23"),
    "later.md": head("date: 2026-11-24"),
    "changed.md": head("date: 2020-01-01\nupdated: 2027-01-01"),
  });
  const now = Date.UTC(2026, 10, 22, 12);
  const base_url = "https://house.example";
  const [told, untold] = [await buildSite({ input, base_url, now }), await buildSite({ input, base_url })];
  expect(told.warnings).toEqual([
    "Pages with a date in the future are published all the same: `changed.md`, `later.md`.",
  ]);
  expect(untold.warnings).toEqual([]);
  expect([...told.files]).toEqual([...untold.files]);
});

test("a page that Hugo would no longer publish is told, and published all the same", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "over.md": head("expiryDate: 2026-11-01"),
    "time.md": head("expiryDate: 2026-11-22T10:00:00Z"),
    "later.md": head("expiryDate: 2026-12-01"),
  });
  const site = await buildSite({ input, base_url: "https://house.example", now: Date.UTC(2026, 10, 22, 12) });
  expect(site.warnings).toContain("Pages whose `expiryDate` is past are published all the same: `over.md`, `time.md`.");
  expect(site.model.pages.map(({ source }) => source)).toContain("over.md");
});

test("notes of one day stand in the order of their times everywhere, and show them; a day alone comes before its times", async () => {
  const on = (date: string) => head(`type: note\ndate: ${date}`);
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n\n<!-- insert: notes -->\n",
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
  expect(site.html.get("/b-evening/")).toMatch(/rel="prev" href="\/c-noon\/"/);
  expect(site.html.get("/d-no-time/")).toContain('<time datetime="2026-05-01">1 May 2026</time>');
});
