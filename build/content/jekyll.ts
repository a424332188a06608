import { globPattern } from "../lib/linear-patterns.ts";
import { ownValue } from "../lib/own-value.ts";
import { isMapping, textsIn, yesOrNo } from "../lib/yaml.ts";
import type { ScopedPermalink } from "./permalinks.ts";

// What the settings of Jekyll say of files (https://jekyllrb.com/docs/configuration/). A site of another tool has none
// of these keys, or with other values, which say nothing.

type PathTest = (path: string) => boolean;

/** Jekyll's patterns for the pages of collections and for posts. The names of its own are read elsewhere. */
export function permalinksOfJekyll(settings: ReadonlyMap<string, unknown>): ScopedPermalink[] {
  const collections = settings.get("collections");
  const patterns = [
    ...defaultsIn(settings.get("defaults")).map(({ of, values }) => ({ of, written: values["permalink"] })),
    ...Object.entries(isMapping(collections) ? collections : {}).map(([name, options]) => ({
      of: ownValue(types, name) ?? ofCollection(name),
      written: isMapping(options) ? options["permalink"] : undefined,
    })),
    { of: isInPosts, written: settings.get("permalink") },
  ];
  return patterns.flatMap(({ of, written }) =>
    textsIn(written)
      .filter((pattern) => pattern.includes(":"))
      .map((pattern) => ({ of, permalink: { pattern, byTitle: false } })),
  );
}

/** The pages of which `defaults` say `published: false`. */
export function keptBackByJekyll(settings: ReadonlyMap<string, unknown>): PathTest[] {
  return defaultsIn(settings.get("defaults")).flatMap(({ of, values }) =>
    yesOrNo(values["published"]) === false ? [of] : [],
  );
}

/** Keys of `defaults` that pages are given here. */
const handedDown = ["tags", "tag", "categories", "category", "language", "lang"];

/** Values for pages that do not say them themselves, by keys of front matter: text or lists. */
export interface HandedDown {
  of: PathTest;
  values: Readonly<Record<string, string | string[]>>;
}

/** What `defaults` give pages, the weakest first: of two that counts which has the longer path, or else a type. */
export function handedDownByJekyll(settings: ReadonlyMap<string, unknown>): HandedDown[] {
  return defaultsIn(settings.get("defaults"))
    .sort((a, b) => a.weight - b.weight)
    .flatMap(({ of, values }) => {
      const given = handedDown.flatMap((key) => {
        const value = typeof values[key] === "string" ? values[key] : textsIn(values[key]);
        return value.length > 0 ? [[key, value] as const] : [];
      });
      return given.length > 0 ? [{ of, values: Object.fromEntries(given) }] : [];
    });
}

/** Keys of `defaults` that are not read. */
export function unreadDefaults(settings: ReadonlyMap<string, unknown>): string[] {
  const read = [...handedDown, "published", "permalink"];
  return defaultsIn(settings.get("defaults")).flatMap(({ values }) =>
    Object.keys(values).filter((key) => !read.includes(key)),
  );
}

/** Names that begin with an underscore and are published: of collections with pages, and under `include`. */
export function underscoredOfJekyll(settings: ReadonlyMap<string, unknown>): string[] {
  return [
    ...collectionsIn(settings.get("collections")).map((name) => `_${name}`),
    ...textsIn(settings.get("include")).map((path) => path.replace(/^\.?\/|\/$/g, "")),
  ];
}

/** Names of Jekyll's collections, in a list or with their options, without those that say `output: false`. */
function collectionsIn(value: unknown): string[] {
  if (!isMapping(value)) return textsIn(value);
  return Object.entries(value).flatMap(([name, options]) =>
    isMapping(options) && yesOrNo(options["output"]) === false ? [] : [name],
  );
}

/** Jekyll's `defaults`: values, and the pages that they are for: those at a path, of a type, or both. */
function defaultsIn(value: unknown): { of: PathTest; values: Record<string, unknown>; weight: number }[] {
  return [value].flat().flatMap((each) => {
    if (!isMapping(each) || !isMapping(each["values"])) return [];
    const { path, type } = isMapping(each["scope"]) ? each["scope"] : {};
    const isAtPlace = excludedPaths(textsIn(path)) ?? (() => true);
    const hasType = typeof type === "string" && type !== "";
    const isOfType = hasType ? (ownValue(types, type) ?? ofCollection(type)) : () => true;
    const weight = String(path ?? "").length + (hasType ? 0.5 : 0);
    return [{ of: (file: string) => isOfType(file) && isAtPlace(file), values: each["values"], weight }];
  });
}

const isInPosts: PathTest = (path) => `/${path}`.includes("/_posts/");
const types: Record<string, PathTest> = {
  pages: (path) => !path.startsWith("_") && !isInPosts(path),
  posts: isInPosts,
};

function ofCollection(name: string): PathTest {
  return (path) => path.startsWith(`_${name}/`);
}

/**
 * The paths that `exclude` of Jekyll names (https://jekyllrb.com/docs/configuration/options/): those that begin with
 * one of its texts, and files and folders that one of its globs matches, in which `*` stands for any characters.
 * @returns undefined where it names nothing.
 */
export function excludedPaths(exclude: readonly string[]): PathTest | undefined {
  const tests = exclude.map((each): PathTest => {
    const text = each.replace(/^\.?\//, "");
    const isMatched = globPattern(text, false);
    return (path) => text !== "" && (path.startsWith(text) || withFoldersOf(path).some(isMatched));
  });
  return tests.length === 0 ? undefined : (path) => tests.some((test) => test(path));
}

/** The path of a file, and those of the folders that it is in. */
function withFoldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}
