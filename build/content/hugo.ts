import { readdirSync } from "node:fs";
import { linearPattern } from "../lib/linear-patterns.ts";
import { isMapping, textsIn } from "../lib/yaml.ts";
import type { ScopedPermalink } from "./permalinks.ts";

/** Folders of a Hugo site whose files are published. */
export const hugoRoots = ["content", "static"];

/** Whether a folder is the root of a site of Hugo, or of Zola, which has the same folders. */
export function isHugoSite(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isFolder = (name: string) => entries.some((entry) => entry.name === name && entry.isDirectory());
  const hasSettings = entries.some(({ name }) => /^(hugo\.(toml|ya?ml|json)|config\.toml)$/.test(name));
  return isFolder("content") && (hasSettings || isFolder("archetypes"));
}

/** What a regular expression of Hugo's `ignoreFiles` matches: paths of files from the root of the machine. */
export function ignoredByHugo(written: string): (path: string) => boolean {
  let isMatched: (path: string) => boolean;
  try {
    isMatched = linearPattern(written);
  } catch {
    isMatched = (path) => path.includes(written); // not an expression: paths with its text are left out
  }
  return (path) => isMatched(`/content/${path}`);
}

/**
 * Hugo's patterns for the pages of sections: `posts = "/:year/:slug/"`, since version 0.131 below `page`
 * (https://gohugo.io/configuration/permalinks/).
 * @param value What the settings hold under `permalinks`.
 */
export function permalinksOfHugo(value: unknown): ScopedPermalink[] {
  if (!isMapping(value)) return [];
  const page = isMapping(value["page"]) ? value["page"] : {};
  return Object.entries({ ...value, ...page }).flatMap(([section, pattern]) => {
    const of = (path: string) => path.startsWith(`${section}/`) && !/(^|\/)_index\.\w+$/.test(path);
    return textsIn(pattern).map((each) => ({ of, permalink: { pattern: each, byTitle: true } }));
  });
}
