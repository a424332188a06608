import { isMapping, readTable } from "../lib/yaml.ts";
import type { PageType } from "../schemas/fields.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";

// Other names that many people write for the keys of front matter, in lower case. A list key joins
// the values of all its names; any other key keeps its own, or else takes the first usable one.

/** The names and other lists of keys, as key-names.yaml explains them. */
export const keyTable = readTable<{
  other_names: Partial<Record<keyof FrontMatter, string[]>>;
  list_keys: string[];
  text_keys: string[];
  decisive: string[];
  no_misspellings: string[];
  fixed_types: Partial<Record<string, PageType>>;
}>(import.meta.dirname, "key-names.yaml");

const otherNames = Object.entries(keyTable.other_names) as [keyof FrontMatter, string[]][];

/** A key and its other names. */
export function namesOf(key: string): string[] {
  return [key, ...(keyTable.other_names[key as keyof FrontMatter] ?? [])];
}

/** All these names, so that none of them counts as a misspelling. */
export const knownNames: ReadonlySet<string> = new Set(otherNames.flatMap(([, names]) => names));

/**
 * Gives each key the values of its other names. Lists are joined; any other key takes the first
 * value that `isUsable` accepts, and only if it has none of its own.
 * @param data Front matter with keys in lower case; it is changed.
 */
export function adoptOtherNames(
  data: Record<string, unknown>,
  isUsable: (key: keyof FrontMatter, value: unknown) => boolean,
): void {
  for (const [key, names] of otherNames) {
    if (!(key in data) && !names.some((name) => name in data)) continue;
    if (keyTable.list_keys.includes(key)) {
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
