import { memoizeText } from "../lib/once.ts";
import { isPlainPath } from "../markdown/link-types.ts";
import { pathsOf } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import type { Outline } from "./page.ts";
import { sortPages } from "./page-order.ts";
import type { SourcePage } from "./read-page.ts";
import { isFolderPage, type Section, type Sections } from "./sections.ts";
import type { Tags } from "./tags.ts";

/** The most entries in a feed. */
export const feedLength = 20;

/** The address of the feed of a page: `/feeds/notes.xml` for `/notes/`. */
export function feedPath(path: string): string {
  return `/feeds${path.slice(0, -1)}.xml`;
}

/** Whether a page is an entry of feeds: a page that its author dated, but not a folder's page. */
export function isFeedEntry(
  page: Pick<Outline, "path" | "published" | "source">,
  sections: Sections,
): boolean {
  return page.published !== null && page.source !== null && !isFolderPage(page, sections);
}

const originOf = memoizeText((address) => new URL(address).origin);

/**
 * The Atom id of a page, which it keeps when it moves.
 * @param written `feed_id` of its head: an address from the root, or a whole id.
 */
export function feedIdOf(written: string | undefined, path: string, base_url: string): string {
  if (written !== undefined && !written.startsWith("/")) return written;
  const address = written ?? path;
  return isPlainPath(address) ? originOf(base_url) + address : new URL(address, base_url).href;
}

/**
 * Reports each `feed_id` that is not an id, or is another page's as well: feed readers would show
 * only one of the two.
 */
export function checkFeedIds(pages: readonly SourcePage[], base_url: string, report: Report): void {
  const idOf = ({ matter, path }: SourcePage) => feedIdOf(matter.feed_id, path, base_url);
  for (const [id, same] of Map.groupBy(pages, idOf))
    for (const page of same.filter(({ matter }) => matter.feed_id !== undefined)) {
      const { file, lines } = page;
      const where = { file, line: lines.feed_id, field: "feed_id" };
      const other = same.find((each) => each !== page);
      const expected = "an id that no other page has";
      if (other)
        report.fault({ ...where, problem: `is ${id}, the id of ${other.file} too`, expected });
      if (!URL.canParse(id) || /[<>"{}|\\^`]/.test(id))
        report.fault({ ...where, problem: `is ${id}, not an IRI`, expected: "a URL or URN" });
    }
}

/**
 * The feeds of sections and tags that have a page and dated members: the paths of their entries,
 * newest first, by the path of that page. The feed of a section has the pages below it at any
 * depth, but not the section's own. The root has none, because the site's feed is its own.
 */
export function createFeeds(pages: readonly SourcePage[], sections: Sections, tags: Tags) {
  const entries = pages.filter((page) => isFeedEntry(page, sections));
  const dated = new Map(entries.map((page) => [page.path, page]));
  const feeds = new Map<string, string[]>();
  for (const { path, members, hasPage } of tags.values())
    if (hasPage) feeds.set(path, members.filter((each) => dated.has(each)).slice(0, feedLength));
  /** The newest pages below a section, at most as many as a feed holds. */
  const collect = ({ path, members, sections: folders, hasPage }: Section): SourcePage[] => {
    const below = folders.flatMap((folder) => collect(sections.get(folder) as Section));
    const candidates = new Set([...members.flatMap((each) => dated.get(each) ?? []), ...below]);
    const newest = sortPages([...candidates], true).slice(0, feedLength);
    if (hasPage && newest.length > 0) feeds.set(path, pathsOf(newest));
    return newest;
  };
  for (const folder of sections.get("/")?.sections ?? []) collect(sections.get(folder) as Section);
  // `a.xml/` and `a` would share a feed path: the file of one would be the folder of the other.
  return new Map([...feeds].filter(([path, { length }]) => length > 0 && !/\.xml\/./.test(path)));
}
