import { slug } from "./address.ts";
import { sorted } from "./page-order.ts";
import type { GroupedPage } from "./sections.ts";

/** A subject with the pages that have it. */
export interface Tag<T extends GroupedPage> {
  /** As it is written most often. */
  name: string;
  /** The last part of its address: `garden` for `/tags/garden/`. Not percent-encoded. */
  slug: string;
  /** Root-relative, percent-encoded. */
  path: string;
  /** Newest first, undated pages last. */
  members: T[];
  /** The page at its address: a generated one, or the author's. */
  page: T | undefined;
}

/** Every tag, by its slug and sorted by it. */
export type Tags<T extends GroupedPage> = ReadonlyMap<string, Tag<T>>;

/**
 * Collects the tags of pages. Spellings with one slug (`Open Data`, `open-data`) are one tag, which is shown as it is
 * written most often. Takes time in proportion to the tags on all pages.
 * @param pages Sorted by path.
 */
export function createTags<T extends GroupedPage>(pages: readonly T[]): Tags<T> {
  const slugs = new Map<string, string>();
  const found = new Map<string, { spellings: Map<string, number>; members: Set<T> }>();
  const tagged = pages.filter(({ source, tags }) => source !== null && tags.length > 0);
  // Sorted all at once, because most pages have several tags.
  for (const page of sorted(tagged, true)) {
    for (const written of page.tags) {
      const slug = slugs.get(written) ?? tagSlug(written);
      slugs.set(written, slug);
      const tag = found.get(slug) ?? { spellings: new Map<string, number>(), members: new Set<T>() };
      found.set(slug, tag);
      const name = written.trim();
      tag.spellings.set(name, (tag.spellings.get(name) ?? 0) + 1);
      tag.members.add(page);
    }
  }
  const pagesOfTags = new Map(pages.filter(({ path }) => path.startsWith("/tags/")).map((page) => [page.path, page]));
  const tags = [...found].map(([slug, { spellings, members }]): Tag<T> => {
    const [[name] = [slug]] = [...spellings].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
    const path = `/tags/${encodeURIComponent(slug)}/`;
    return { name, slug, path, members: [...members], page: pagesOfTags.get(path) };
  });
  return new Map(tags.sort((a, b) => (a.slug < b.slug ? -1 : 1)).map((tag) => [tag.slug, tag]));
}

/** The same tags with other objects for their pages, which have the same facts; by their addresses. */
export function tagsOf<T extends GroupedPage>(tags: Tags<GroupedPage>, pages: ReadonlyMap<string, T>): Tags<T> {
  const pageOf = ({ path }: GroupedPage): T => pages.get(path) as T;
  return new Map(
    [...tags].map(([slug, tag]) => [slug, { ...tag, members: tag.members.map(pageOf), page: pages.get(tag.path) }]),
  );
}

/**
 * The slug of a tag: as that of a file, with `_` as a hyphen. `C`, `C#` and `C++` are three tags; one without letters
 * and digits has the numbers of its signs.
 */
export function tagSlug(name: string): string {
  const plain = name.trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return [...plain].map((sign) => sign.codePointAt(0)?.toString(16)).join("-");
  const inWords = plain
    .replace(/^\.(?=[\p{L}\p{N}])/u, "dot ")
    .replace(/(?<=[\p{L}\p{N}])[#♯]/gu, " sharp")
    .replace(/(?<=[\p{L}\p{N}+])\+/gu, " plus")
    .replaceAll("_", " ");
  return slug(inWords);
}
