import { posix } from "node:path";
import { withoutEnding } from "./address.ts";
import { compareTexts } from "./page-order.ts";
import type { SourcePage } from "./read-page.ts";

/**
 * Finds a file of the content folder by its name, as links in double brackets mean it.
 * @param name A file name or end of a path, in any case, perhaps without `.md`; spaces are hyphens.
 * @param from The file that the link is in, or null for a page without one.
 * @returns the path of the file, or undefined if no file has that name.
 */
export type FindName = (name: string, from: string | null) => string | undefined;

/**
 * Finds files by name in constant time. Of several files, the one whose whole path is the name
 * comes first, then the one beside the linking file, then the one in the fewest folders. If no file
 * has the name, it is looked up among the aliases, and found if only one page has it.
 * @param pages Files with their aliases.
 */
export function createNameIndex(
  files: Iterable<string>,
  pages: Iterable<Pick<SourcePage, "source" | "names">>,
): FindName {
  const inOrder = [...files].sort(byDepth);
  /** Files by alias; null if several have the alias. */
  const others = new Map<string, string | null>();
  for (const { source, names } of pages)
    for (const name of new Set(names.map(comparableName)))
      others.set(name, others.has(name) ? null : source);
  const whole = findBy(inOrder, comparableName);
  const withoutMd = findBy(inOrder, (file) => withoutEnding(comparableName(file)));
  // A whole name counts first: `pond.jpg` is the picture, not `pond.jpg.md`.
  return (name, from) =>
    whole(name, from) ?? withoutMd(name, from) ?? others.get(comparableName(name)) ?? undefined;
}

function findBy(files: readonly string[], written: (file: string) => string): FindName {
  const byPath = new Map<string, string>();
  const endings = new Map<string, string>();
  for (const file of files) {
    const key = written(file);
    if (!byPath.has(key)) byPath.set(key, file);
    for (const { index } of key.matchAll(/^|(?<=\/)/g)) {
      const ending = key.slice(index);
      if (!endings.has(ending)) endings.set(ending, file);
    }
  }
  return (name, from) => {
    const beside = written(posix.join(from === null ? "" : posix.dirname(from), name));
    if (/^\.\.?\//.test(name)) return byPath.get(beside);
    const key = written(name.replace(/^\/+/, ""));
    return byPath.get(key) ?? byPath.get(beside) ?? endings.get(key);
  };
}

function comparableName(file: string): string {
  return file.normalize("NFC").toLowerCase().replaceAll(" ", "-");
}

function byDepth(a: string, b: string): number {
  return a.split("/").length - b.split("/").length || a.length - b.length || compareTexts(a, b);
}
