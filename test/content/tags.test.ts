import { expect, test } from "vitest";
import { createTags, tagSlug, tagsOf } from "../../build/content/tags.ts";

function page(path: string, tags: string[], published: string | null = null, source: string | null = path) {
  return { path, type: "page", source, published, order: null, tags, front_matter: {} };
}

test("tags with one slug are one, named as it is written most often, with the newest page first", () => {
  const tags = createTags([
    page("/a/", ["Open Data", "open-data", "garden"], "2019-01-01T00:00:00Z"),
    page("/b/", ["open data", "Garden"], "2026-01-01T00:00:00Z"),
    page("/c/", ["open_data", "Open Data", "Garden"]),
    page("/shipped/", ["shipped"], null, null),
  ]);
  expect([...tags.keys()]).toEqual(["garden", "open-data"]);
  expect(tags.get("garden")?.name).toBe("Garden");
  const tag = tags.get("open-data");
  expect(tag).toMatchObject({ name: "Open Data", slug: "open-data", path: "/tags/open-data/" });
  expect(tag?.members.map(({ path }) => path)).toEqual(["/b/", "/a/", "/c/"]);
});

test.each([
  ["C", "c"],
  ["C#", "c-sharp"],
  ["C++", "c-plus-plus"],
  [".NET", "dot-net"],
  ["#garden", "garden"],
  ["area/topic", "area-topic"],
  ["Ünï", "ünï"],
  ["🌱", "1f331"],
])("the slug of %s is %s", (name, expected) => {
  expect(tagSlug(name)).toBe(expected);
});

test("the address of a tag is percent-encoded", () => {
  expect(createTags([page("/a/", ["über"])]).get("über")?.path).toBe("/tags/%C3%BCber/");
});

test("tags have the same pages in the same order with other objects for them", () => {
  const pages = [page("/a/", ["one", "two"]), page("/b/", ["One"], "2026-01-01T00:00:00Z"), page("/tags/one/", [])];
  const others = pages.map((each) => ({ ...each, title: each.path }));
  const same = tagsOf(createTags(pages), new Map(others.map((each) => [each.path, each])));
  expect(same).toEqual(createTags(others));
  expect(same.get("one")?.members).toEqual([others[1], others[0]]);
  expect(same.get("one")?.page).toBe(others[2]);
});
