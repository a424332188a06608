import { slug } from "./address.ts";
import { byAddress, compareTexts, sortPages } from "./page-order.ts";
import type { SourcePage } from "./read-page.ts";

/** A subject with the pages that have it. */
export interface Tag {
  /** The most frequent spelling. */
  name: string;
  /** The last part of its address: `garden` for `/tags/garden/`. Not percent-encoded. */
  slug: string;
  /** Root-relative, percent-encoded. */
  path: string;
  /** Paths of its pages, newest first, undated pages last. */
  members: string[];
  /** Whether the newest of its pages is dated, so that they are listed by date. */
  dated: boolean;
  /** Whether its address has a page, generated or the author's. */
  hasPage: boolean;
}

/** Every tag by its slug, sorted by address. */
export type Tags = ReadonlyMap<string, Tag>;

/**
 * Collects the tags of pages. Spellings with one slug (`Open Data`, `open-data`) are one tag, shown
 * in the most frequent spelling. Takes time in proportion to the tags on all pages.
 * @param pages Sorted by path.
 */
export function createTags(pages: readonly SourcePage[]): Tags {
  const tagged = pages.filter(({ source, matter }) => source !== null && matter.tags?.length);
  // Sorted all at once, because most pages have several tags.
  const uses = sortPages(tagged, true).flatMap(({ path, published, matter: { tags = [] } }) =>
    tags.map((name) => ({ name: name.trim(), slug: tagSlug(name), path, published })),
  );
  const paths = new Set(pages.map(({ path }) => path));
  const tags = [...Map.groupBy(uses, (use) => use.slug)].map(([slug, same]): Tag => {
    const spellings = [...Map.groupBy(same, ({ name }) => name)];
    const [[name] = [slug]] = spellings.sort(
      ([a, usesOfA], [b, usesOfB]) => usesOfB.length - usesOfA.length || compareTexts(a, b),
    );
    const path = `/tags/${encodeURIComponent(slug)}/`;
    const members = [...new Set(same.map((use) => use.path))];
    const dated = same[0]?.published !== null;
    return { name, slug, path, members, dated, hasPage: paths.has(path) };
  });
  return new Map(byAddress(tags).map((tag) => [tag.slug, tag]));
}

/**
 * The slug of a tag: as that of a file, with `_` as a hyphen. `C`, `C#` and `C++` are three tags; a
 * tag without letters and digits has its characters' numbers.
 */
export function tagSlug(name: string): string {
  const plain = name.trim();
  if (!/[\p{L}\p{N}]/u.test(plain))
    return [...plain].map((sign) => sign.codePointAt(0)?.toString(16)).join("-");
  const inWords = plain
    .replace(/^\.(?=[\p{L}\p{N}])/u, "dot ")
    .replace(/(?<=[\p{L}\p{N}])[#♯]/gu, " sharp")
    .replace(/(?<=[\p{L}\p{N}+])\+/gu, " plus")
    .replaceAll("_", " ");
  return slug(inWords);
}
