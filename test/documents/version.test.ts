import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const facts = `name: A
tagline: B
description: C
language: en
base_url: https://a.example
since: 2026-01-01
author: { name: X }
license: { id: CC0-1.0, name: CC0, url: "https://licenses.example/cc0" }
permissions: { search: true, ai_input: true, ai_train: true }
principles: []
`;
const files = { "index.md": "# Home\n", "about.md": "# About\n", "data.csv": "a,b\n", "facts.yaml": facts };
const versionWith = async (changes: Record<string, string>) =>
  (await buildSite({ input: folderOf({ ...files, ...changes }) })).model.version;

test.each<[what: string, changes: Record<string, string>]>([
  ["the navigation", { "facts.yaml": `${facts}navigation: [/about/]\n` }],
  ["a copied file", { "data.csv": "a,c\n" }],
  ["a former address", { "about.md": "---\naliases: [/us/]\n---\n\n# About\n" }],
  ["a keyword of the search", { "about.md": "---\nkeywords: [us]\n---\n\n# About\n" }],
])("the version changes with %s", async (_, changes) => {
  const before = await versionWith({});
  expect(await versionWith({})).toBe(before);
  expect(await versionWith(changes)).not.toBe(before);
});
