import { describe, expect, test } from "vitest";
import { cutList } from "../../build/content/long-lists.ts";
import { byYear, createSections, entriesOf, type GroupedPage, sectionsOf } from "../../build/content/sections.ts";

function page(path: string, more: Partial<GroupedPage> = {}): GroupedPage {
  const source = `${path.slice(1)}index.md`;
  return { path, type: "page", source, published: null, order: null, tags: [], front_matter: {}, ...more };
}

const pathsOf = (list: readonly { path: string }[] | undefined) => list?.map(({ path }) => path);

describe("sections", () => {
  test("are the folders of all pages, with or without a page of their own", () => {
    const sections = createSections([
      page("/"),
      page("/about/"),
      page("/guide/"),
      page("/guide/a/"),
      page("/guide/deep/down/b/"),
    ]);
    expect([...sections.keys()].sort()).toEqual(["/", "/guide/", "/guide/deep/", "/guide/deep/down/"]);
    const guide = sections.get("/guide/");
    expect(guide?.page?.path).toBe("/guide/");
    expect(guide?.parent?.path).toBe("/");
    expect(pathsOf(guide?.members)).toEqual(["/guide/a/"]);
    expect(pathsOf(guide?.sections)).toEqual(["/guide/deep/"]);
    expect(guide?.total).toBe(2);
    expect(sections.get("/guide/deep/")?.page).toBeUndefined();
    expect(pathsOf(sections.get("/")?.members)).toEqual(["/about/", "/guide/"]);
    expect(sections.get("/")?.total).toBe(4);
  });

  test("leave out pages that ship with the pipeline, except as pages of folders", () => {
    const sections = createSections([
      page("/", { source: null }),
      page("/notes/", { source: null, type: "list" }),
      page("/notes/a/", { type: "note" }),
      page("/search/", { source: null }),
    ]);
    expect(pathsOf(sections.get("/")?.members)).toEqual([]);
    expect(sections.get("/notes/")?.page?.type).toBe("list");
    expect(sections.get("/")?.total).toBe(1);
  });

  test("list notes and realms in their folder and with their kind", () => {
    const sections = createSections([
      page("/blog/b/", { type: "note", published: "2026-01-02T00:00:00Z" }),
      page("/notes/a/", { type: "note", published: "2026-01-01T00:00:00Z" }),
      page("/notes/plain/"),
      page("/places/hall/", { type: "realm" }),
    ]);
    expect(pathsOf(sections.get("/notes/")?.members)).toEqual(["/blog/b/", "/notes/a/", "/notes/plain/"]);
    expect(pathsOf(sections.get("/blog/")?.members)).toEqual(["/blog/b/"]);
    expect(pathsOf(sections.get("/realms/")?.members)).toEqual(["/places/hall/"]);
    expect(sections.get("/notes/")?.total).toBe(3);
    expect(sections.get("/")?.total).toBe(4);
  });

  test("are in the order that authors gave, also for other tools, then by address with numbers as numbers", () => {
    const sections = createSections([
      page("/x/10-c/"),
      page("/x/2-b/"),
      page("/x/last/", { front_matter: { weight: 20 } }),
      page("/x/none/", { front_matter: { weight: 0 } }),
      page("/x/second/", { front_matter: { sidebar_position: 2 } }),
      page("/x/first/", { order: 1 }),
      page("/x/y/", { front_matter: { nav_order: 3 } }),
      page("/x/y/a/"),
      page("/x/ab/a/"),
    ]);
    const { members, sections: folders, dated } = sections.get("/x/") ?? {};
    const expected = ["first", "second", "y", "last", "2-b", "10-c", "none"];
    expect(pathsOf(members)).toEqual(expected.map((name) => `/x/${name}/`));
    expect(pathsOf(folders)).toEqual(["/x/y/", "/x/ab/"]);
    expect(dated).toBe(false);
  });

  test("with pages of many days are dated: newest first, undated ones last", () => {
    const sections = createSections([
      page("/blog/about/"),
      page("/blog/new/", { published: "2026-05-01T00:00:00Z" }),
      page("/blog/old/", { published: "2019-05-01T00:00:00Z" }),
    ]);
    const blog = sections.get("/blog/");
    expect(blog?.dated).toBe(true);
    expect(pathsOf(blog?.members)).toEqual(["/blog/new/", "/blog/old/", "/blog/about/"]);
    expect(blog && [...byYear(blog)].map(([year, list]) => [year, list.length])).toEqual([
      ["2026", 1],
      ["2019", 1],
      ["undated", 1],
    ]);
  });

  test("are not dated where the pages were brought in on a few days, or most have no date", () => {
    const days = (count: number, dateOf: (index: number) => string | null) =>
      createSections(
        Array.from({ length: count }, (_, index) => page(`/x/${index}/`, { published: dateOf(index) })),
      ).get("/x/")?.dated;
    expect(days(20, () => "2026-11-20T00:00:00Z")).toBe(false);
    expect(days(20, (index) => `2026-11-2${index % 3}T00:00:00Z`)).toBe(false);
    expect(days(20, (index) => `2026-11-0${index % 9}T00:00:00Z`)).toBe(true);
    expect(days(20, (index) => (index < 10 ? `2026-11-0${index}T00:00:00Z` : null))).toBe(false);
  });

  test("list the author's pages and the folders without one, in one order", () => {
    const sections = createSections([
      page("/x/a/"),
      page("/x/b/"),
      page("/x/b/deep/"),
      page("/x/c/", { source: null, type: "list" }),
      page("/x/c/deep/"),
      page("/x/d/", { order: 1 }),
    ]);
    const x = sections.get("/x/");
    expect(x && pathsOf(entriesOf(x))).toEqual(["/x/d/", "/x/a/", "/x/b/", "/x/c/"]);
    expect(x?.total).toBe(5);
  });

  test("are not made of folders of years, months and days whose pages have these dates", () => {
    const sections = createSections([
      page("/blog/2019/05/x/", { published: "2019-05-02T00:00:00Z" }),
      page("/blog/2020/y/", { published: "2020-05-02T00:00:00Z" }),
      page("/talks/2019/z/"),
    ]);
    expect([...sections.keys()].sort()).toEqual(["/", "/blog/", "/talks/", "/talks/2019/"]);
    expect(sections.get("/blog/")).toMatchObject({ dated: true, years: true, total: 2 });
    expect(pathsOf(sections.get("/blog/")?.members)).toEqual(["/blog/2020/y/", "/blog/2019/05/x/"]);
  });
});

describe("a long list is cut into parts that stay as they are when a page is added", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const lengths = ({ first, parts }: ReturnType<typeof cutList>) => [
    first.length,
    ...[...parts].map(([number, list]) => [number, list.length]),
  ];
  test("by date, from the oldest", () => {
    expect(lengths(cutList(numbers(119), true))).toEqual([119]);
    expect(lengths(cutList(numbers(120), true))).toEqual([20, [1, 100]]);
    expect(lengths(cutList(numbers(250), true))).toEqual([50, [2, 100], [1, 100]]);
    const [before, after] = [cutList(numbers(250), true), cutList([-1, ...numbers(250)], true)];
    expect(after.parts).toEqual(before.parts);
    expect([...before.first, ...[...before.parts.values()].flat()]).toEqual(numbers(250));
  });
  test("otherwise, from the first", () => {
    expect(lengths(cutList(numbers(119), false))).toEqual([119]);
    expect(lengths(cutList(numbers(250), false))).toEqual([100, [2, 100], [3, 50]]);
    const { first, parts } = cutList(numbers(250), false);
    expect([...first, ...[...parts.values()].flat()]).toEqual(numbers(250));
  });
});

test("sections have the same structure with other objects for their pages", () => {
  const pages = [
    page("/"),
    page("/guide/"),
    page("/guide/b/", { order: 2 }),
    page("/guide/a/"),
    page("/guide/deep/c/"),
  ];
  const sections = createSections(pages);
  const others = pages.map((each) => ({ ...each, title: each.path }));
  const same = sectionsOf(sections, new Map(others.map((each) => [each.path, each])));
  expect(same).toEqual(createSections(others));
  expect([...same.keys()]).toEqual([...sections.keys()]);
  expect(same.get("/guide/")?.members[0]).toBe(others[2]);
  expect(same.get("/guide/deep/")?.parent).toBe(same.get("/guide/"));
});
