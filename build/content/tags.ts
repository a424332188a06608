import { slug } from "./address.ts";
import { type GroupedPage, sorted } from "./sections.ts";

/** A subject with the pages that have it. */
export interface Tag<T extends GroupedPage> {
  /** As it is written on the first page, by address, that has it. */
  name: string;
  /** The last part of its address: `garden` for `/tags/garden/`. Not percent-encoded. */
  slug: string;
  /** Root-relative, percent-encoded. */
  path: string;
  /** Newest first, undated pages last. */
  members: T[];
}

/** Every tag, by its slug and sorted by it. */
export type Tags<T extends GroupedPage> = ReadonlyMap<string, Tag<T>>;

/**
 * Collects the tags of pages. Spellings with one slug (`Open Data`, `open-data`) are one tag. Takes time in proportion
 * to the tags on all pages.
 * @param pages Sorted by path.
 */
export function createTags<T extends GroupedPage>(pages: readonly T[]): Tags<T> {
  const found = new Map<string, { name: string; members: Set<T> }>();
  for (const page of pages) {
    if (page.source === null) continue;
    for (const name of page.tags) {
      const slug = tagSlug(name);
      const tag = found.get(slug);
      if (tag) tag.members.add(page);
      else found.set(slug, { name: name.trim(), members: new Set([page]) });
    }
  }
  return new Map(
    [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([slug, { name, members }]) => [
        slug,
        { name, slug, path: `/tags/${encodeURIComponent(slug)}/`, members: sorted([...members], true) },
      ]),
  );
}

/** The slug of a tag. `C`, `C#` and `C++` are three; a tag without letters and digits has the numbers of its signs. */
export function tagSlug(name: string): string {
  if (!/[\p{L}\p{N}]/u.test(name)) return [...name].map((sign) => sign.codePointAt(0)?.toString(16)).join("-");
  return slug(
    name
      .trim()
      .replace(/(?<=[\p{L}\p{N}])[#♯]/gu, " sharp")
      .replace(/(?<=[\p{L}\p{N}+])\+/gu, " plus"),
  );
}
