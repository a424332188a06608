import { longList } from "./long-lists.ts";
import { type Sortable, sorted } from "./page-order.ts";

/** What a page must tell to be put into sections and tags: a rendered page has it, and of a source page it is known. */
export interface GroupedPage extends Sortable {
  type: string;
  /** Path of its file, or null for a page that ships with the pipeline or is generated: those are in no section. */
  source: string | null;
  tags: readonly string[];
}

/** A folder of the site, by the addresses of its pages. */
export interface Section<T extends GroupedPage> {
  /** Root-relative, percent-encoded, with a slash at its end; the root's is `/`. */
  path: string;
  /** The folder around it; null for the root. */
  parent: Section<T> | null;
  /** The page at the folder's own address: the author's, a shipped or a generated one. */
  page: T | undefined;
  /** Folders directly in it, in the order of their pages, then by path. */
  sections: Section<T>[];
  /** The author's pages directly in it, those of its folders included, in its order. */
  members: T[];
  /** Whether it is listed by date, newest first, such as a blog. */
  dated: boolean;
  /** Whether each year of a dated section has a page of its own. */
  years: boolean;
  /** Number of the author's pages below it at any depth, without its own. */
  total: number;
}

/** By path, every folder that has an author's page in or below it, and the root. */
export type Sections<T extends GroupedPage> = ReadonlyMap<string, Section<T>>;

/** The sections of pages that belong together wherever they are: all notes are listed at `/notes/`. */
const sectionsOfTypes: Readonly<Record<string, string>> = { note: "/notes/", realm: "/realms/" };

/**
 * Puts pages into folders by their addresses. A note or realm that is elsewhere is a member of `/notes/` or `/realms/`
 * too. Folders of years, months and days are none of their own where their pages have these dates: a page
 * `/blog/2019/05/x/` is a member of `/blog/`. Takes time in proportion to the pages.
 */
export function createSections<T extends GroupedPage>(pages: readonly T[]): Sections<T> {
  const found = new Map<string, Section<T>>();
  const ensure = (path: string): Section<T> => {
    const known = found.get(path);
    if (known) return known;
    const parent = path === "/" ? null : ensure(folderOf(path));
    const [page, sections, members] = [undefined, [], []];
    const section: Section<T> = { path, parent, page, sections, members, dated: false, years: false, total: 0 };
    found.set(path, section);
    parent?.sections.push(section);
    return section;
  };
  ensure("/");
  const own = pages.filter(({ source, path }) => source !== null && path !== "/");
  const dateFolders = dateFoldersOf(own);
  for (const page of own) {
    const { base, year } = dateFolderOf(page.path) ?? {};
    const byDate = base !== undefined && dateFolders.has(base + year);
    const folder = ensure(byDate ? base : folderOf(page.path));
    folder.members.push(page);
    folder.years ||= byDate;
    for (let above: Section<T> | null = folder; above; above = above.parent) above.total += 1;
    const other = sectionsOfTypes[page.type];
    if (other === undefined || other === folder.path || other === page.path) continue;
    ensure(other).members.push(page);
    if (!page.path.startsWith(other)) ensure(other).total += 1;
  }
  for (const page of pages) {
    const section = found.get(page.path);
    if (section) section.page = page;
  }
  for (const section of found.values()) {
    section.dated = section.years || (section.path !== sectionsOfTypes["realm"] && isDated(section.members));
    section.dated ||= section.path === sectionsOfTypes["note"] && section.members.some(({ type }) => type === "note");
    section.members = sorted(section.members, section.dated);
    section.years ||= section.dated && section.members.length >= longList;
    section.sections = sorted(section.sections.map(asSortable), false).map(({ entry }) => entry);
  }
  return found;
}

/** The same sections with other objects for their pages, which have the same facts; by their addresses. */
export function sectionsOf<T extends GroupedPage>(
  sections: Sections<GroupedPage>,
  pages: ReadonlyMap<string, T>,
): Sections<T> {
  const pageOf = ({ path }: GroupedPage): T => pages.get(path) as T;
  const made = new Map<string, Section<T>>();
  // A folder comes after the one around it, so `parent` is always there.
  for (const [path, section] of sections) {
    const parent = section.parent && (made.get(section.parent.path) as Section<T>);
    made.set(path, { ...section, parent, page: pages.get(path), members: section.members.map(pageOf), sections: [] });
  }
  for (const [path, { sections: folders }] of sections)
    made.get(path)?.sections.push(...folders.map((folder) => made.get(folder.path) as Section<T>));
  return made;
}

/** The folder of a year that a page is in, directly or in folders of months and days. */
function dateFolderOf(path: string): { base: string; year: string } | undefined {
  const [, base, year] = /^(.*\/)((?:19|20)\d\d)\/(?:\d\d\/){0,2}[^/]+\/$/.exec(path) ?? [];
  return base === undefined || year === undefined ? undefined : { base, year };
}

/** Paths, without a slash at their end, of the folders of years whose pages are mostly dated in that year. */
function dateFoldersOf(pages: readonly GroupedPage[]): Set<string> {
  const counts = new Map<string, { pages: number; dated: number }>();
  for (const page of pages) {
    const { base, year } = dateFolderOf(page.path) ?? {};
    if (base === undefined) continue;
    const count = counts.get(base + year) ?? { pages: 0, dated: 0 };
    counts.set(base + year, { pages: count.pages + 1, dated: count.dated + (yearOf(page) === year ? 1 : 0) });
  }
  return new Set([...counts].filter(([, { pages, dated }]) => dated > pages / 2).map(([folder]) => folder));
}

/** The folder of a page or folder: `/guide/` for `/guide/setup/`. The root is its own. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1) || "/";
}

/**
 * Whether pages are listed by date: more than half are dated, and on different days. Pages that were written or brought
 * here all at once share a few days, and their dates tell no reader where to look.
 */
function isDated(pages: readonly GroupedPage[]): boolean {
  const days = pages.flatMap(({ published }) => (published === null ? [] : [published.slice(0, 10)]));
  const different = new Set(days).size;
  return days.length > pages.length / 2 && different > 1 && different >= pages.length / 4;
}

/** A folder as what it is sorted by: the facts of its page. */
function asSortable<T extends GroupedPage>(section: Section<T>): Sortable & { entry: Section<T> } {
  const { published = null, order = null, front_matter = {} } = section.page ?? {};
  return { published, order, front_matter, path: section.path, entry: section };
}

/** Whether an entry of a list is a folder and not a page. */
export function isSection<T extends GroupedPage>(entry: T | Section<T>): entry is Section<T> {
  return "members" in entry;
}

/**
 * What is directly in a folder, in its order: the author's pages, and the folders without a page of the author's; in a
 * dated section the folders come first.
 */
export function entriesOf<T extends GroupedPage>({ sections, members, dated }: Section<T>): (T | Section<T>)[] {
  const folders = sections.filter(({ page }) => (page?.source ?? null) === null);
  if (folders.length === 0 || dated) return [...folders, ...members];
  const pages = members.map((entry) => ({ ...sortableOf(entry), entry }));
  return sorted([...folders.map(asSortable), ...pages], false).map(({ entry }) => entry);
}

function sortableOf({ path, published, order, front_matter }: GroupedPage): Sortable {
  return { path, published, order, front_matter };
}

/** The year of a date, or `undated`: the last part of the address of a year of a section. */
function yearOf({ published }: Pick<GroupedPage, "published">): string {
  return published?.slice(0, 4) ?? "undated";
}

/** The pages of a dated section by year, newest first, undated ones last; grouped once for each list of members. */
export function byYear<T extends GroupedPage>({ members }: Section<T>): ReadonlyMap<string, readonly T[]> {
  const known = yearsOf.get(members) ?? Map.groupBy(members, yearOf);
  yearsOf.set(members, known);
  return known as ReadonlyMap<string, T[]>;
}

const yearsOf = new WeakMap<readonly GroupedPage[], ReadonlyMap<string, GroupedPage[]>>();
