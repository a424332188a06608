import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isMapping, textsIn } from "../lib/yaml.ts";
import type { NavEntry } from "./mkdocs.ts";
import { decodedPath } from "./path-encoding.ts";

// The order of mdBook's pages, which is in a list of links (https://rust-lang.github.io/mdBook/format/summary.html). Its
// paths begin in the folder of pages, which may be in the content folder or be that.

/** What leaves that list out, in the words of the warning. */
export const orderOfMdBook = "mdBook, which takes the order of pages from it";

/** Whether a file is such a list. */
export function isSummary(path: string): boolean {
  return posix.basename(path) === "SUMMARY.md";
}

const chapter = /\[([^[\]\n]{1,300})\]\([ \t]*<?([^()<>\n]{1,600}\.md)>?[ \t]*\)/g;

/**
 * What the list says of files by their paths, as `navOfMkDocs`. A page that is in it twice is first.
 * @param folder That of `book.toml`.
 * @param settings What that says.
 * @returns undefined where there is no such list.
 */
export function navOfMdBook(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): ((path: string) => NavEntry | undefined) | undefined {
  const book = isMapping(settings["book"]) ? settings["book"] : {};
  const pages = posix.normalize(`${textsIn(book["src"])[0] ?? "src"}/`);
  const file = join(folder, pages, "SUMMARY.md");
  if (!existsSync(file)) return undefined;
  const entries = new Map<string, NavEntry>();
  for (const [, title = "", target = ""] of readFileSync(file, "utf8").matchAll(chapter)) {
    const path = posix.normalize(decodedPath(target));
    if (!entries.has(path)) entries.set(path, { order: entries.size + 1, title });
  }
  return (path) => entries.get(path.startsWith(pages) ? path.slice(pages.length) : path);
}
