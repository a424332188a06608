import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "./facts.ts";

const files = { "index.md": "# Home\n", "about.md": "# About\n", "data.csv": "a,b\n", "facts.yaml": factsFile() };
const versionWith = async (changes: Record<string, string>) =>
  (await buildSite({ input: folderOf({ ...files, ...changes }) })).model.version;

test.each<[what: string, changes: Record<string, string>]>([
  ["the navigation", { "facts.yaml": factsFile({ navigation: ["/about/"] }) }],
  ["a copied file", { "data.csv": "a,c\n" }],
  ["a former address", { "about.md": "---\naliases: [/us/]\n---\n\n# About\n" }],
  ["a keyword of the search", { "about.md": "---\nkeywords: [us]\n---\n\n# About\n" }],
])("the version changes with %s", async (_, changes) => {
  const before = await versionWith({});
  expect(await versionWith({})).toBe(before);
  expect(await versionWith(changes)).not.toBe(before);
});
