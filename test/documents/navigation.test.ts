import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

interface Item {
  path: string;
  children: Item[];
}
const tree = (items: readonly Item[]): unknown[] =>
  items.map(({ path, children }) => (children.length > 0 ? [path, tree(children)] : path));
const page = (order: number | null, extra = "") =>
  `---\n${order === null ? "" : `order: ${order}\n`}${extra}---\n\n# Page\n`;

async function navigation(files: Record<string, string>): Promise<unknown[]> {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  const shipped = site.model.pages.filter(({ source }) => source === null).map(({ path }) => path);
  const own = site
    .json<{ navigation: Item[] }>("/api/site.json")
    .navigation.filter(({ path }) => !shipped.includes(path));
  return tree(own);
}

describe("pages with an order make the navigation, each below the nearest it extends", () => {
  test.each<[string, Record<string, string>, unknown[]]>([
    ["in their order, then by address", { "b.md": page(2), "a.md": page(2), "c.md": page(1) }, ["/c/", "/a/", "/b/"]],
    ["without an order, not at all", { "a.md": page(null), "b.md": page(1) }, ["/b/"]],
    ["below the nearest", { "a.md": page(1), "a/b/c.md": page(1), "a/d.md": page(2) }, [["/a/", ["/a/b/c/", "/a/d/"]]]],
    ["a parent without an order is skipped", { "a/index.md": page(null), "a/b.md": page(1) }, ["/a/b/"]],
    ["negative and broken numbers", { "a.md": page(1.5), "b.md": page(-1), "c.md": page(1) }, ["/b/", "/c/", "/a/"]],
  ])("%s", async (_, files, expected) => {
    expect(await navigation(files)).toEqual(expected);
  });
});

test("realms stand in their order, notes by date", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "z.md": page(1, "type: realm\nstatus: open\n"),
      "a.md": page(2, "type: realm\nstatus: quiet\n"),
      "m.md": page(null, "type: realm\nstatus: closed\n"),
      "old.md": page(null, "type: note\ndate: 2025-01-01\n"),
      "new.md": page(null, "type: note\ndate: 2026-01-01\n"),
    }),
  });
  expect(
    site
      .json<{ realms: { id: string; status: string }[] }>("/api/realms.json")
      .realms.map(({ id, status }) => [id, status]),
  ).toEqual([
    ["z", "open"],
    ["a", "quiet"],
    ["m", "closed"],
  ]);
  expect(site.model.notes.map(({ id }) => id)).toEqual(["new", "old"]);
  expect(site.json<{ latest: { url: string } }>("/api/state.json").latest.url).toContain("/new/");
});
