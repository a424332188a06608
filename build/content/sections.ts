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
  /** Whether there is a page at its address: the author's, a shipped or a generated one. */
  hasPage: boolean;
  /** Folders directly in it, in the order of their pages, then by path. */
  sections: string[];
  /** The author's pages directly in it, those of its folders included, in its order. */
  members: string[];
  /**
   * Its list, in order: its members, and folders without an author's page, which come first in a
   * dated section.
   */
  entries: string[];
  /** Whether it is listed by date, newest first, such as a blog. */
  dated: boolean;
  /** Number of the author's pages below it at any depth, without its own. */
  total: number;
}

/**
 * By path, every folder that has an author's page in or below it, and the root. A folder follows
 * the one around it.
 */
export type Sections = ReadonlyMap<string, Section>;

/** A section while pages are put into it. */
type Growing = Section & { inIt: SourcePage[] };

/** Folders of pages that belong together wherever they are: all notes are listed at `/notes/`. */
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
    const parent = path === "/" ? null : ensure(folderOf(path));
    const section: Growing = {
      path,
      parent: parent?.path ?? null,
      hasOwnPage: false,
      hasPage: false,
      sections: [],
      members: [],
      entries: [],
      dated: false,
      total: 0,
      inIt: [],
    };
    found.set(path, section);
    parent?.sections.push(path);
    return section;
  };
  ensure("/");
  const own = pages.filter(({ source, path }) => source !== null && path !== "/");
  const nearest = nearestFolders(own, new Set(pages.map(({ path }) => path)));
  for (const page of own) {
    const folder = ensure(nearest(page.path));
    folder.inIt.push(page);
    for (let above: Section | undefined = folder; above; above = found.get(above.parent ?? ""))
      above.total += 1;
    const other = sectionsOfTypes.get(page.type);
    if (other === undefined || other === folder.path || other === page.path) continue;
    ensure(other).inIt.push(page);
    if (!page.path.startsWith(other)) ensure(other).total += 1;
  }
  const atPath = new Map(pages.map((page) => [page.path, page]));
  const isOwn = (path: string): boolean => typeof atPath.get(path)?.source === "string";
  const asSortable = (path: string): Sortable =>
    atPath.get(path) ?? { path, published: null, order: null };
  for (const section of found.values()) {
    const { path, inIt } = section;
    section.hasPage = atPath.has(path);
    section.hasOwnPage = isOwn(path);
    section.dated =
      (path !== sectionsOfTypes.get("realm") && isDated(inIt)) ||
      (path === sectionsOfTypes.get("note") && inIt.some(({ type }) => type === "note"));
    const inOrder = sorted(inIt, section.dated);
    section.members = inOrder.map((page) => page.path);
    section.sections = sorted(section.sections.map(asSortable), false).map(({ path }) => path);
    const folders = section.sections.filter((folder) => !isOwn(folder));
    section.entries = section.dated
      ? [...folders, ...section.members]
      : sorted([...folders.map(asSortable), ...inOrder], false).map(({ path }) => path);
  }
  return found;
}

/** Whether a page stands for a folder and what is in it. */
export function isFolderPage({ path }: { path: string }, sections: Sections): boolean {
  return sections.has(path) || sectionsOfTypes.values().some((each) => each === path);
}

/** The folder of a page or folder: `/guide/` for `/guide/setup/`. The root is its own. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1) || "/";
}

/**
 * Whether pages are listed by date: more than half are dated, and on different days. Pages that
 * were written or brought here all at once share a few days, and their dates tell no reader where
 * to look.
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
