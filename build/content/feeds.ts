import { dateTime } from "../lib/dates.ts";
import { type Sortable, sorted } from "./page-order.ts";
import type { SourcePage } from "./read-page.ts";
import type { Section, Sections } from "./sections.ts";
import type { Tags } from "./tags.ts";

/** How many entries a feed has at most. */
export const feedLength = 20;

/** The address of a feed, by that of the page it belongs to: `/feeds/notes.xml` for `/notes/`. */
export function feedPath(path: string): string {
  return `/feeds${path.slice(0, -1)}.xml`;
}

/**
 * The entries of the feed of each section and tag that has a page and dated pages in it: their
 * paths, newest first, by the path of the section's or tag's page. The feed of a section has the
 * pages below it at any depth, but not the section's own. The root has none, because the site's
 * feed is its own.
 */
export function createFeeds(
  pages: readonly SourcePage[],
  sections: Sections,
  tags: Tags,
): Map<string, string[]> {
  const dated = new Map<string, Sortable>();
  for (const { path, matter, type } of pages)
    if (matter.date !== undefined && type !== "search")
      dated.set(path, { path, published: dateTime(matter.date), order: matter.order ?? null });
  const isDated = (path: string): boolean => dated.has(path);
  const feeds = new Map<string, string[]>();
  for (const { path, members, hasPage } of tags.values())
    if (hasPage) feeds.set(path, members.filter(isDated).slice(0, feedLength));
  /** The newest pages below a section, of which it hands on no more than a feed holds. */
  const collect = ({ path, members, sections: folders, hasPage }: Section): string[] => {
    const below = folders.flatMap((folder) => collect(sections.get(folder) as Section));
    const candidates = [...new Set([...members.filter(isDated), ...below])].map(
      (each) => dated.get(each) as Sortable,
    );
    const newest = sorted(candidates, true)
      .slice(0, feedLength)
      .map((page) => page.path);
    if (hasPage && newest.length > 0) feeds.set(path, newest);
    return newest;
  };
  for (const folder of sections.get("/")?.sections ?? []) collect(sections.get(folder) as Section);
  // `a.xml/` and `a` would share a feed path: the file of one would be the folder of the other.
  return new Map([...feeds].filter(([path, { length }]) => length > 0 && !/\.xml\/./.test(path)));
}
