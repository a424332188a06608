import { readIgnoreLines } from "../lib/ignore-lines.ts";
import { isMapping, textsIn } from "../lib/yaml.ts";

// What the settings of MkDocs say of files (https://www.mkdocs.org/user-guide/configuration/). Its paths begin in its
// folder of pages, which may be in the content folder or be that.

type Settings = ReadonlyMap<string, unknown>;

/** A path as the settings write it. */
function inDocs(path: string, settings: Settings): string {
  const pages = `${textsIn(settings.get("docsdir"))[0] ?? "docs"}/`;
  return path.startsWith(pages) ? path.slice(pages.length) : path;
}

/** Files that are never published, and under which key of the settings. */
export function leftOutOfMkDocs(key: string, settings: Settings): { key: string; test(path: string): boolean }[] {
  const written = settings.get(key.replace("_", ""));
  // Unlike Git, it shows comments at the end of lines.
  const isIgnored = typeof written === "string" ? readIgnoreLines(written.replace(/(?<=\s)#.*/g, "")) : undefined;
  return isIgnored ? [{ key, test: (path) => isIgnored(inDocs(path, settings)) }] : [];
}

/** What `nav` says of a page. */
export interface NavEntry {
  /** Its place in the whole, from 1 on. */
  order: number;
  /** The words of its link; undefined where it has none of its own. */
  title: string | undefined;
}

/** What `nav` says of files by their paths; undefined where there is no `nav`. A page that is in it twice is first. */
export function navOfMkDocs(settings: Settings): ((path: string) => NavEntry | undefined) | undefined {
  const entries = new Map<string, NavEntry>();
  const visit = (value: unknown, title?: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isMapping(value)) for (const [words, each] of Object.entries(value)) visit(each, words);
    else if (typeof value === "string" && !entries.has(value)) entries.set(value, { order: entries.size + 1, title });
  };
  visit(settings.get("nav"));
  return entries.size === 0 ? undefined : (path) => entries.get(inDocs(path, settings));
}
