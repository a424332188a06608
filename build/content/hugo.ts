import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { foldersAbove } from "../lib/folders-above.ts";
import { linearPattern } from "../lib/linear-patterns.ts";
import { isMapping, textsIn } from "../lib/yaml.ts";
import { isMarkdown } from "./address.ts";
import type { ScopedPermalink } from "./permalinks.ts";

/** Folders of a Hugo site whose files are published. */
export const hugoRoots = ["content", "static"];

/**
 * Whether a folder is the root of a site of Hugo, or of Zola, which has the same folders.
 * @param settings Name of the file with its settings, where it was read as one of Hugo.
 */
export function isHugoSite(folder: string, settings?: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isFolder = (name: string) => entries.some((entry) => entry.name === name && entry.isDirectory());
  const hasSettings =
    entries.some(({ name }) => name === settings || /^(hugo\.(toml|ya?ml|json)|config\.toml)$/.test(name)) ||
    existsSync(join(folder, splitSettings));
  return isFolder("content") && (hasSettings || isFolder("archetypes"));
}

/**
 * The folder in which Hugo's settings may be, a file for each table (https://gohugo.io/configuration/introduction/).
 */
export const splitSettings = "config/_default";

/**
 * What a regular expression of Hugo's `ignoreFiles` matches: paths of files from the root of the machine. What cannot
 * be read stands for paths that contain its text.
 */
export function ignoredByHugo(written: string): { test(path: string): boolean; error?: string } {
  try {
    const isMatched = linearPattern(written);
    return { test: (path) => isMatched(`/content/${path}`) };
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "");
    return { test: (path) => `/content/${path}`.includes(written), error: reason };
  }
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

/**
 * The folders of languages that are not in `content` (`contentDir`,
 * https://gohugo.io/configuration/languages/), and before which part of paths their files are published.
 * @param languages What the settings hold under `languages`.
 * @param main The language whose pages have no folder.
 */
export function languageFolders(languages: unknown, main: string): { folder: string; prefix: string }[] {
  return Object.entries(isMapping(languages) ? languages : {}).flatMap(([language, options]) => {
    const written = isMapping(options) ? textsIn(options["contentDir"] ?? options["contentdir"])[0] : undefined;
    const folder = posix.normalize(written ?? "content").replace(/\/$/, "");
    const isInContent = folder === "content" || folder.startsWith("content/");
    if (isInContent || folder === "." || /^(\/|\.\.(\/|$))/.test(folder)) return [];
    return [{ folder, prefix: language === main ? "" : `${language}/` }];
  });
}

// Hugo's leaf bundles: folders whose `index.md` is a page, to which all else in them belongs, below which no page is
// (https://gohugo.io/content-management/page-bundles/).

/**
 * Finds the Markdown that is part of such a page, for its template to place: Hugo makes no pages of it.
 * @param paths All files of the content folder.
 */
export function partsOfBundles(paths: readonly string[]): (path: string) => boolean {
  const inner = paths.filter((path) => isIndex(path) || isSectionPage(path)).map((path) => posix.dirname(path));
  const above = new Set(inner.flatMap((folder) => foldersAbove(folder)));
  const sections = new Set(paths.filter(isSectionPage).map((path) => posix.dirname(path)));
  const indexes = paths.filter(isIndex).map((path) => posix.dirname(path));
  const leaves = new Set(indexes.filter((each) => each !== "." && !above.has(each) && !sections.has(each)));
  if (leaves.size === 0) return () => false;
  return (path) => isMarkdown(path) && !isIndex(path) && foldersAbove(path).some((folder) => leaves.has(folder));
}

/** What leaves these files out, in the words of the warning. */
export const bundlesOfHugo = "Hugo, to which Markdown beside an `index.md` is a part of that page";

/** Whether a file is the page of a leaf bundle, `index.md`, or a translation of it, `index.fr.md`. */
export function isIndex(file: string): boolean {
  return /(^|\/)index(\.[\w-]+)?\.(md|markdown|mdx)$/i.test(file);
}

function isSectionPage(file: string): boolean {
  return /(^|\/)_index(\.[\w-]+)?\.(md|markdown|mdx|html)$/i.test(file);
}
