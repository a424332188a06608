import { isMapping } from "../lib/yaml.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";

// Other names that many people write for the keys of front matter, in lower case. Of several the
// first counts that has a usable value, and a page's own key comes before all of them.

/** By key, its other names. */
export const otherNames = {
  date: ["published", "created", "pubdate", "publishdate"],
  updated: ["lastmod", "modified", "last_modified_at", "lastupdated"],
  description: ["summary", "excerpt"],
  tags: ["tag", "categories", "category"],
  keywords: ["keyword"],
  language: ["lang"],
  permalink: ["url"],
  aliases: ["alias", "redirect_from"],
} as const satisfies Partial<Record<keyof FrontMatter, readonly string[]>>;

/**
 * Keys whose value is a list; one text stands for a list of one, and a comma in `tags` and
 * `keywords` separates two.
 */
const lists: ReadonlySet<string> = new Set(["tags", "keywords", "aliases"]);

/** A key and its other names. */
export function namesOf(key: keyof typeof otherNames): string[] {
  return [key, ...otherNames[key]];
}

/** All these names, so that none of them is taken for a misspelling. */
export const knownNames: ReadonlySet<string> = new Set(Object.values(otherNames).flat());

/**
 * Reads the other names into the keys themselves. Lists are joined; of other keys a value is taken
 * only where the page has no such key of its own and `isUsable` says so.
 * @param data Front matter with keys in lower case; it is changed.
 */
export function adoptOtherNames(
  data: Record<string, unknown>,
  isUsable: (key: keyof typeof otherNames, value: unknown) => boolean,
): void {
  for (const [key, names] of Object.entries(otherNames) as [
    keyof typeof otherNames,
    readonly string[],
  ][]) {
    if (!(key in data) && !names.some((name) => name in data)) continue;
    if (lists.has(key)) {
      if (isMapping(data[key])) continue; // to be reported
      const values = [key, ...names].flatMap((name) => asList(key, data[name]));
      if (values.length > 0 || data[key] !== undefined) data[key] = [...new Set(values)];
    } else data[key] ??= names.map((name) => data[name]).find((value) => isUsable(key, value));
    if (data[key] === undefined) delete data[key];
  }
}

function asList(key: string, value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  const values = typeof value === "string" && key !== "aliases" ? value.split(",") : [value].flat();
  return values.flatMap((item) => {
    if (typeof item !== "string") return [item];
    return item.trim().replace(/^#(?=\S)/, "") || (Array.isArray(value) ? "" : []);
  });
}
