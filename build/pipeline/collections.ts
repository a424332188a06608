import type { CollectionItem, Collections, UserConfig } from "@11ty/eleventy";
import { getOrInsert } from "../lib/once.ts";

// Eleventy's collections with Markdown pages in them, which are pages from data.

/** Tags that can name a collection: not `all`, and no property of every JavaScript object. */
export function collectionTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag !== "all" && !tag.startsWith("[") && !(tag in Object.prototype));
}

/**
 * Gives each Markdown page in a collection the path and name of its own file, because Eleventy
 * names the virtual template. This is only possible when an author's or a tag's collection is made.
 */
export function nameFilesInCollections(eleventy: UserConfig): void {
  const add = eleventy.addCollection.bind(eleventy);
  eleventy.addCollection = (name, collect) =>
    add(name, (all) => {
      pagesByTag(all);
      return collect(all);
    });
}

/**
 * Adds a collection for each tag, unless the author has added one by that name. Eleventy itself
 * would sort and filter all pages for each tag, which is a tenth of a large build.
 */
export function addTagCollections(eleventy: UserConfig, tags: readonly string[]): void {
  for (const tag of tags)
    if (!(tag in eleventy.collections))
      eleventy.addCollection(tag, (all) => pagesByTag(all).get(tag) ?? []);
}

type ByTag = Map<string, CollectionItem[]>;
const knownByTag = new WeakMap<Collections, { length: number; byTag: ByTag }>();

/** All pages by tag, in the order of Eleventy's collections; made anew when there are more. */
function pagesByTag(all: Collections): ByTag {
  const known = knownByTag.get(all);
  if (known?.length === all.length) return known.byTag;
  const byTag: ByTag = new Map();
  for (const item of all.getAllSorted()) {
    const { inputPath, fileSlug, filePathStem } = item.page;
    Object.assign(item, { inputPath, fileSlug, filePathStem });
    for (const tag of new Set([item.data["tags"] ?? []].flat().map(String)))
      getOrInsert(byTag, tag, () => []).push(item);
  }
  knownByTag.set(all, { length: all.length, byTag });
  return byTag;
}
