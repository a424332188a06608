import { getOrInsert } from "../lib/once.ts";
import { pathsOf } from "./address.ts";
import { type Sortable, sortPages } from "./page-order.ts";
import type { SourcePage } from "./read-page.ts";

/** A folder of the site. Pages and folders are named by their paths. */
export interface Section {
  /** Root-relative, percent-encoded, with a trailing slash; the root's is `/`. */
  path: string;
  /** Whether the author wrote a page at its address. */
  hasOwnPage: boolean;
  /** Whether its address has a page: the author's, a shipped or a generated one. */
  hasPage: boolean;
  /** Folders directly in it, by their pages' `order`, then by path. */
  sections: string[];
  /** The author's pages in its list, in order, with the own pages of the folders in it. */
  members: string[];
  /** Its list in order: members, and folders without an author's page, first in a dated section. */
  entries: string[];
  /** Whether its members are listed by date, newest first, as in a blog. */
  dated: boolean;
  /** How many of the author's pages are below it, or listed from elsewhere, without its own. */
  total: number;
}

/** By path, parents first: the root, folders that list an author's page, and those around them. */
export type Sections = ReadonlyMap<string, Section>;

/** A folder that is being filled. */
interface UnfinishedFolder {
  folders: string[];
  pages: SourcePage[];
  total: number;
}

/** Types of page that are listed together wherever they are: all notes at `/notes/`. */
export const sectionsOfTypes = new Map(Object.entries({ note: "/notes/", realm: "/realms/" }));

/**
 * Puts pages into folders by their addresses. A note or realm in another folder is a member of
 * `/notes/` or `/realms/` too.
 */
export function createSections(pages: readonly SourcePage[]): Sections {
  const found = new Map<string, UnfinishedFolder>();
  const ensure = (path: string): UnfinishedFolder =>
    getOrInsert(found, path, () => {
      if (path !== "/") ensure(folderOf(path)).folders.push(path);
      return { folders: [], pages: [], total: 0 };
    });
  ensure("/");
  const own = pages.filter(({ source, path }) => source !== null && path !== "/");
  const nearest = nearestFolders(own, new Set(pathsOf(pages)));
  for (const page of own) {
    const place = nearest(page.path);
    ensure(place).pages.push(page);
    ensure("/").total += 1;
    for (let above = place; above !== "/"; above = folderOf(above)) ensure(above).total += 1;
    const other = sectionsOfTypes.get(page.type);
    if (other === undefined || other === place || other === page.path) continue;
    ensure(other).pages.push(page);
    if (!page.path.startsWith(other)) ensure(other).total += 1;
  }
  const pageAt = new Map(pages.map((page) => [page.path, page]));
  const isOwn = (path: string): boolean => typeof pageAt.get(path)?.source === "string";
  const asSortable = (path: string) => pageAt.get(path) ?? { path, published: null, order: null };
  const sections = [...found].map(([path, folder]): Section => {
    const dated =
      (path !== sectionsOfTypes.get("realm") && isDated(folder.pages)) ||
      (path === sectionsOfTypes.get("note") && folder.pages.some(({ type }) => type === "note"));
    const members = sortPages(folder.pages, dated);
    const folders = sortPages(folder.folders.map(asSortable), false);
    const listed = folders.filter((each) => !isOwn(each.path));
    return {
      path,
      hasOwnPage: isOwn(path),
      hasPage: pageAt.has(path),
      sections: pathsOf(folders),
      members: pathsOf(members),
      entries: pathsOf(dated ? [...listed, ...members] : sortPages([...listed, ...members], false)),
      dated,
      total: folder.total,
    };
  });
  return new Map(sections.map((section) => [section.path, section]));
}

/** Whether a page is the page of a folder. */
export function isFolderPage({ path }: { path: string }, sections: Sections): boolean {
  return sections.has(path) || sectionsOfTypes.values().some((each) => each === path);
}

/** The folder that contains a page or folder: `/guide/` for `/guide/setup/`. For `/` it is `/`. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1) || "/";
}

/**
 * Whether pages are listed by date: more than half are dated, on two days or more, and on one for
 * every four pages at least. Pages that were imported all at once have dates that help no reader.
 */
function isDated(pages: readonly Sortable[]): boolean {
  const days = pages.flatMap(({ published }) => published?.slice(0, 10) ?? []);
  const different = new Set(days).size;
  return days.length > pages.length / 2 && different > 1 && different >= pages.length / 4;
}

/**
 * Returns a function that finds the folder that lists a page: the nearest one around it that has a
 * page at its own address, or more than one page below it.
 */
function nearestFolders(pages: readonly Sortable[], paths: ReadonlySet<string>) {
  const totals = new Map<string, number>();
  for (const { path } of pages)
    for (let folder = folderOf(path); folder !== "/"; folder = folderOf(folder))
      totals.set(folder, (totals.get(folder) ?? 0) + 1);
  return (path: string): string => {
    let folder = folderOf(path);
    while (folder !== "/" && totals.get(folder) === 1 && !paths.has(folder))
      folder = folderOf(folder);
    return folder;
  };
}
