import { pathsOf } from "./address.ts";
import { type Sortable, sorted } from "./page-order.ts";
import type { SourcePage } from "./read-page.ts";

/** A folder of the site. Pages and folders are named by their paths. */
export interface Section {
  /** Root-relative, percent-encoded, with a slash at its end; the root's is `/`. */
  path: string;
  /** The folder around it; null for the root. */
  parent: string | null;
  /** Whether the author wrote a page at its address. */
  hasOwnPage: boolean;
  /** Whether its address has a page: the author's, a shipped or a generated one. */
  hasPage: boolean;
  /** Folders directly in it, by their pages' `order`, then by path. */
  sections: string[];
  /** The author's pages that it lists, its folders' own among them, in order. */
  members: string[];
  /**
   * Its list, in order: its members, and folders without an author's page, which come first in a
   * dated section.
   */
  entries: string[];
  /** Whether it is listed by date, newest first, as a blog is. */
  dated: boolean;
  /** Number of the author's pages below it at any depth, not counting its own. */
  total: number;
}

/**
 * By path: the root, and each folder that lists pages of the author's or has a folder that does.
 * Parents come first.
 */
export type Sections = ReadonlyMap<string, Section>;

/** A folder that is being filled. */
interface Growing {
  parent: string | null;
  folders: string[];
  pages: SourcePage[];
  total: number;
}

/** Types of page that are listed together wherever they are: all notes at `/notes/`. */
export const sectionsOfTypes: ReadonlyMap<string, string> = new Map([
  ["note", "/notes/"],
  ["realm", "/realms/"],
]);

/**
 * Puts pages into folders by their addresses. A note or realm that is elsewhere is a member of
 * `/notes/` or `/realms/` too. Takes time in proportion to the pages.
 */
export function createSections(pages: readonly SourcePage[]): Sections {
  const found = new Map<string, Growing>();
  const ensure = (path: string): Growing => {
    const known = found.get(path);
    if (known) return known;
    const parent = path === "/" ? null : folderOf(path);
    if (parent !== null) ensure(parent).folders.push(path);
    const folder: Growing = { parent, folders: [], pages: [], total: 0 };
    found.set(path, folder);
    return folder;
  };
  ensure("/");
  const own = pages.filter(({ source, path }) => source !== null && path !== "/");
  const nearest = nearestFolders(own, new Set(pathsOf(pages)));
  for (const page of own) {
    const place = nearest(page.path);
    ensure(place).pages.push(page);
    for (let above: string | null = place; above !== null; above = ensure(above).parent)
      ensure(above).total += 1;
    const other = sectionsOfTypes.get(page.type);
    if (other === undefined || other === place || other === page.path) continue;
    ensure(other).pages.push(page);
    if (!page.path.startsWith(other)) ensure(other).total += 1;
  }
  const atPath = new Map(pages.map((page) => [page.path, page]));
  const isOwn = (path: string): boolean => typeof atPath.get(path)?.source === "string";
  const asSortable = (path: string): Sortable =>
    atPath.get(path) ?? { path, published: null, order: null };
  const sections = [...found].map(([path, folder]): Section => {
    const dated =
      (path !== sectionsOfTypes.get("realm") && isDated(folder.pages)) ||
      (path === sectionsOfTypes.get("note") && folder.pages.some(({ type }) => type === "note"));
    const members = sorted(folder.pages, dated);
    const folders = sorted(folder.folders.map(asSortable), false);
    const listed = folders.filter((each) => !isOwn(each.path));
    return {
      path,
      parent: folder.parent,
      hasOwnPage: isOwn(path),
      hasPage: atPath.has(path),
      sections: pathsOf(folders),
      members: pathsOf(members),
      entries: pathsOf(dated ? [...listed, ...members] : sorted([...listed, ...members], false)),
      dated,
      total: folder.total,
    };
  });
  return new Map(sections.map((section) => [section.path, section]));
}

/** Whether a page is that of a folder. */
export function isFolderPage({ path }: { path: string }, sections: Sections): boolean {
  return sections.has(path) || sectionsOfTypes.values().some((each) => each === path);
}

/** The folder of a page or folder: `/guide/` for `/guide/setup/`. The root is its own. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1) || "/";
}

/**
 * Whether pages are listed by date: more than half are dated, and on different days. Pages that
 * were written or imported all at once share a few days, so that their dates help no reader.
 */
function isDated(pages: readonly Sortable[]): boolean {
  const days = pages.flatMap(({ published }) =>
    published === null ? [] : [published.slice(0, 10)],
  );
  const different = new Set(days).size;
  return days.length > pages.length / 2 && different > 1 && different >= pages.length / 4;
}

/**
 * Finds the folder that lists a page: the nearest one around it that has a page of its own or more
 * than one page in it. A folder with a single page gets no list of its own.
 */
function nearestFolders(
  pages: readonly Sortable[],
  paths: ReadonlySet<string>,
): (path: string) => string {
  const totals = new Map<string, number>();
  for (const { path } of pages)
    for (let folder = folderOf(path); folder !== "/"; folder = folderOf(folder))
      totals.set(folder, (totals.get(folder) ?? 0) + 1);
  return (path) => {
    let folder = folderOf(path);
    while (folder !== "/" && totals.get(folder) === 1 && !paths.has(folder))
      folder = folderOf(folder);
    return folder;
  };
}
