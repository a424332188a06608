import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "./facts.ts";

const facts = (...navigation: string[]) => factsFile({ navigation });
const files = { "index.md": "# Home\n", "about.md": "# About\n", "data.csv": "a,b\n" };
const versionWith = async (changes: Record<string, string>) =>
  (
    await buildSite({
      input: folderOf({ ...files, "facts.yaml": facts("/", "/about/", "/feed.xml"), ...changes }),
    })
  ).model.version;

test.each<[what: string, changes: Record<string, string>]>([
  ["the order of the navigation", { "facts.yaml": facts("/", "/feed.xml", "/about/") }],
  ["a copied file", { "data.csv": "a,c\n" }],
  ["a former address", { "about.md": "---\naliases: [/us/]\n---\n\n# About\n" }],
  ["a keyword of the search", { "about.md": "---\nkeywords: [us]\n---\n\n# About\n" }],
])("the version changes with %s", async (_, changes) => {
  const before = await versionWith({});
  expect(await versionWith({})).toBe(before);
  expect(await versionWith(changes)).not.toBe(before);
});
