import { groupedSource } from "./grouped-source.ts";
import { newestPages } from "./page-order.ts";
import type { SourcePage } from "./parse-page.ts";
import { createSections, type GroupedPage, type Section, type Sections } from "./sections.ts";
import { createTags, type Tags } from "./tags.ts";

/** How many entries a feed has at most. */
export const feedLength = 20;

/**
 * The entries of the feed of each section and tag that has dated pages, newest first, by the path of the section's or
 * tag's page. The feed of a section has the pages below it at any depth, but not the section's own. The root has none,
 * because the site's feed is its own. Takes time in proportion to the pages.
 */
export function createFeeds<T extends GroupedPage>(sections: Sections<T>, tags: Tags<T>): Map<string, T[]> {
  const feeds = new Map<string, T[]>();
  for (const { path, members } of tags.values())
    feeds.set(path, members.filter(({ published }) => published !== null).slice(0, feedLength));
  // A folder of this name that an author has is the tag's page too, and the author's pages come first.
  const root = sections.get("/");
  for (const section of root?.sections ?? []) collect(section, feeds);
  return new Map([...feeds].filter(([path, { length }]) => length > 0 && !belowFile.test(path)));
}

/** The address of a feed, by that of the page it belongs to: `/feeds/notes.xml` for `/notes/`. */
export function feedPath(path: string): string {
  return `/feeds${path.slice(0, -1)}.xml`;
}

/** Addresses of all feeds, for the links to them; none where no page has such a link, because few sites have. */
export function feedAddresses(sourcePages: readonly SourcePage[]): string[] {
  const isLinked = ({ body, matter }: SourcePage): boolean =>
    body.includes("/feeds/") || (matter.affordances?.some(({ href }) => href.includes("/feeds/")) ?? false);
  if (!sourcePages.some(isLinked)) return [];
  const grouped = sourcePages.map(groupedSource);
  const feeds = createFeeds(createSections(grouped), createTags(grouped));
  return sourcePages.flatMap(({ path }) => (feeds.has(path) ? [feedPath(path)] : []));
}

/** A page below a folder `a.xml`: its feed would be in a folder where the feed of a folder `a` may be a file. */
const belowFile = /\.xml\/./;

/** The newest pages below a section. Each section hands on no more than a feed holds. */
function collect<T extends GroupedPage>(section: Section<T>, feeds: Map<string, T[]>): T[] {
  const below = section.sections.flatMap((each) => collect(each, feeds));
  const newest = newestOf([...new Set([...section.members, ...below])]);
  if (newest.length > 0) feeds.set(section.path, newest);
  return newest;
}

function newestOf<T extends GroupedPage>(pages: readonly T[]): T[] {
  return newestPages(
    pages.filter(({ published }) => published !== null),
    feedLength,
  );
}
