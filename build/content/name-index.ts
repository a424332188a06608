import { posix } from "node:path";
import { withoutEnding } from "./address.ts";

/** Finds files of the content folder by their names, as links in double brackets mean them. */
export interface NameIndex {
  /**
   * @param name A file name, or the end of a path, without `.md` for a page; case does not count.
   * @param from The file that the link is in, or null for a page without one.
   * @returns the path of the file, or undefined where there is none of that name.
   */
  find(name: string, from: string | null): string | undefined;
  /** The file of such a name; undefined where there are several, too. */
  findOnly(name: string): string | undefined;
}

/**
 * Of several files with the name, the one is found whose whole path it is, then the one beside the file with the link,
 * then the one whose path has the fewest folders, as in Obsidian. Each search takes the same time however many files
 * there are. Where none has the name, the page is found that alone says it is called so. Where none does, hyphens in
 * names may be spaces in links, as in wikis, and the other way round.
 * @param pages Files with the other names that they give themselves.
 */
export function createNameIndex(
  files: Iterable<string>,
  pages: Iterable<{ source: string | null; names?: readonly string[] | undefined }> = [],
): NameIndex {
  const whole = new Map<string, string>();
  const endings = new Map<string, string>();
  const several = new Set<string>();
  for (const file of [...files].sort(byDepth)) {
    const key = keyOf(file);
    if (!whole.has(key)) whole.set(key, file);
    for (let at = -1; ; ) {
      const ending = key.slice(at + 1);
      if (endings.has(ending)) several.add(ending);
      else endings.set(ending, file);
      at = key.indexOf("/", at + 1);
      if (at === -1) break;
    }
  }
  /** Files by their other names; null where several have one. */
  const others = new Map<string, string | null>();
  for (const { source, names = [] } of pages)
    for (const name of new Set(names.map(keyOf)))
      others.set(name, others.has(name) ? null : (source?.normalize("NFC") ?? null));
  /** Made when no file has a name, because few links are written so. */
  let hyphenated: Map<string, string> | undefined;
  const byHyphens = (key: string): string | undefined => {
    hyphenated ??= new Map([...endings].reverse().map(([ending, file]) => [withHyphens(ending), file]));
    return hyphenated.get(withHyphens(key));
  };
  return {
    find(name, from) {
      const folder = from === null ? "" : posix.dirname(from);
      const beside = keyOf(posix.join(folder, name));
      if (/^\.\.?\//.test(name)) return whole.get(beside);
      const key = keyOf(name.replace(/^\/+/, ""));
      return whole.get(key) ?? whole.get(beside) ?? endings.get(key) ?? others.get(key) ?? byHyphens(key);
    },
    findOnly(name) {
      const key = keyOf(name.replace(/^\/+/, ""));
      return several.has(key) ? undefined : endings.get(key);
    },
  };
}

function keyOf(file: string): string {
  return withoutEnding(file.normalize("NFC").toLowerCase());
}

function withHyphens(key: string): string {
  return key.replace(/[\s-]+/g, "-");
}

function byDepth(a: string, b: string): number {
  return a.split("/").length - b.split("/").length || a.length - b.length || (a < b ? -1 : 1);
}
