import type { Page } from "../content/page.ts";
import { byAddress, sorted } from "../content/page-order.ts";
import type { Section } from "../content/sections.ts";
import { pagesAt, type SiteModel } from "../model/site-model.ts";
import type { PageType } from "../schemas/fields.ts";

/** From how many pages on a top-level folder is a group of its own, and how many folders can be. */
const own = { pages: 25, folders: 20 };

/** Pages that are listed together in llms.txt, under one heading. */
export interface LlmsGroup {
  /** Unlike those of all other groups. */
  name: string;
  /** How its files name it. */
  title: string;
  /** Its files are `/llms/{slug}.txt`, `/llms/{slug}/2.txt` and so on. Percent-encoded. */
  slug: string;
  /** What it holds, as a sentence without its full stop. */
  about: string;
  /** Folders that lead to its pages, outermost first, where it may be too long to be listed whole. */
  leads: { title: string; page: Page; total: number }[];
  /** Those of its pages that are listed first where not all are. */
  first: readonly Page[];
  /** All of its pages, those of folders among them. */
  pages: readonly Page[];
  /** Whether the pages are sorted by date. */
  dated: boolean;
}

/** Types of pages that are listed elsewhere in llms.txt than by their folders. */
const elsewhere: readonly PageType[] = ["note", "realm", "api", "guestbook"];

/** Folders whose pages are listed with those of a kind. */
const kindFolders = ["/notes/", "/realms/"] as const;
type KindFolder = (typeof kindFolders)[number];

/**
 * Whether a page only repeats what its folder's page or the page of all tags leads to: a tag, a year, a further part of
 * a list.
 */
export function isFurtherList({ list }: Page): boolean {
  return list !== null && !(list.part === 0 && (list.kind === "section" || list.kind === "tags"));
}

/** Whether a group is for readers with room to spare: llmstxt.org gives a section of this name that meaning. */
export function isOptional({ slug }: LlmsGroup): boolean {
  return slug === "lists";
}

/**
 * All pages of the site in groups: what the main navigation leads to comes first, in its order, and the lists of
 * `isFurtherList` last. Groups without pages are left out.
 */
export function groupsOf(model: SiteModel): LlmsGroup[] {
  const { pages, notes, realms, home, greeting, manifesto, sections, navigation } = model;
  const overviews = pages.filter((page) => page.list && !isFurtherList(page) && ["/", "/tags/"].includes(page.list.of));
  const start = [home, ...overviews, greeting, manifesto];
  const others = new Set(start);
  const rank = new Map(navigation.map(({ path }, index) => [path, index]));
  const rankOf = (path: string): number => rank.get(path) ?? navigation.length;
  const unlisted = byAddress(
    pages.filter((page) => !others.has(page) && !elsewhere.includes(page.type) && !isFurtherList(page)),
  ).sort((a, b) => rankOf(a.path) - rankOf(b.path));
  const byKind = Map.groupBy(unlisted, ({ path }) => kindFolders.find((folder) => path.startsWith(folder)));
  const rest = byKind.get(undefined) ?? [];
  const tops = topFolders(model);
  const inFolders = Map.groupBy(rest, ({ path }) => tops.find(path));
  const large = [...inFolders]
    .flatMap(([section, list]) => (isOwn(section, list.length) ? [{ section, list }] : []))
    .sort((a, b) => b.list.length - a.list.length)
    .slice(0, own.folders);
  const grouped = new Set(large.map(({ section }) => section));
  const inOrder = tops.folders.filter((section) => grouped.has(section));
  const small = rest.filter(({ path }) => {
    const section = tops.find(path);
    return section === undefined || !grouped.has(section);
  });
  const group = (name: string, slug: string, about: string, list: readonly Page[], dated = false): LlmsGroup => ({
    ...{ name, title: name, slug, about, leads: [], first: list, pages: list, dated },
  });
  /** With the other pages that are in the folder of its kind, such as the folder's own. */
  const ofKind = (folder: KindFolder, { pages, ...facts }: LlmsGroup): LlmsGroup => {
    const section = sections.get(folder);
    return {
      ...facts,
      leads: section ? leadsBelow(section, model) : [],
      pages: [...(byKind.get(folder) ?? []), ...pages],
    };
  };
  const lists = pages.filter(isFurtherList);
  const groups = [
    group("Start here", "start", "The site in a few pages", start),
    ...[
      ofKind("/realms/", group("Rooms", "realms", "The services of this site and what can be done there", realms)),
      ofKind("/notes/", group("Notes", "notes", "Dated writing, newest first", notes, true)),
      ...inOrder.map((section) => folderGroup(section, inFolders.get(section) ?? [], model)),
    ].sort((a, b) => rankOf(folderOfGroup(a)) - rankOf(folderOfGroup(b))),
    {
      ...group(inOrder.length > 0 ? "Other pages" : "Pages", "pages", "Everything else to read", small),
      leads: tops.folders.filter((section) => !grouped.has(section)).flatMap((section) => leadOf(section, [], model)),
    },
    {
      ...group("Optional", "lists", "Lists by tag and year, and further parts of long lists", lists),
      title: "the lists by tag and year",
      first: lists.filter(({ list }) => list?.part === 0),
    },
  ].filter(({ pages }) => pages.length > 0);
  return withOwnNames(groups);
}

/** The files of a folder `a.txt` would be in a folder where the file of a folder `a` may be. */
function isOwn(section: Section | undefined, pages: number): section is Section {
  return section?.hasPage === true && pages > own.pages && !section.path.endsWith(".txt/");
}

interface TopFolders {
  folders: readonly Section[];
  /** The folder that a page is in or is the page of. */
  find(path: string): Section | undefined;
}

/** The top-level folders; where there is a single one that holds few pages and folders itself, those in it. */
function topFolders(model: SiteModel): TopFolders {
  let here = model.sections.get("/") as Section;
  while (here.sections.length === 1) {
    const [only] = foldersIn(here, model);
    if (
      !only ||
      kindFolders.some((folder) => folder === only.path) ||
      only.sections.length < 2 ||
      only.sections.length > own.folders
    )
      break;
    here = only;
  }
  const folders = foldersIn(here, model);
  const byName = new Map(folders.map((section) => [section.path, section]));
  const start = here.path.length;
  return {
    folders,
    find: (path) => byName.get(path.slice(0, path.indexOf("/", start) + 1)),
  };
}

function foldersIn({ sections }: Section, model: SiteModel): Section[] {
  return sections.flatMap((path) => model.sections.get(path) ?? []);
}

/** The address of the folder of whose pages a group is made. */
function folderOfGroup({ slug }: LlmsGroup): string {
  return `/${slug.replace(/^folders\//, "")}/`;
}

function folderGroup(section: Section, pages: readonly Page[], model: SiteModel): LlmsGroup {
  const { path, dated, members } = section;
  const page = model.byPath.get(path);
  const inGroup = new Set(pages);
  const name = page?.title ?? decodeURIComponent(path);
  return {
    name,
    title: name,
    slug: `folders${path.slice(0, -1)}`,
    about: page?.description.replace(/\.$/, "") || `Pages of ${name}`,
    leads: leadsBelow(section, model),
    first: pagesAt(members, model).filter((member) => inGroup.has(member)),
    pages: dated ? sorted(pages, true) : pages,
    dated,
  };
}

/** A folder and all folders below it, level by level. */
function leadsBelow(top: Section, model: SiteModel): LlmsGroup["leads"] {
  const leads = leadOf(top, [], model);
  let level = foldersIn(top, model).map((section) => ({ section, above: [] as readonly string[] }));
  while (level.length > 0) {
    leads.push(...level.flatMap(({ section, above }) => leadOf(section, above, model)));
    level = level.flatMap(({ section, above }) => {
      const title = model.byPath.get(section.path)?.title ?? "";
      return foldersIn(section, model).map((each) => ({ section: each, above: [...above, title] }));
    });
  }
  return leads;
}

/** @param above Titles of the folders around it. */
function leadOf({ path, total }: Section, above: readonly string[], { byPath }: SiteModel): LlmsGroup["leads"] {
  const page = byPath.get(path);
  return page && !elsewhere.includes(page.type) ? [{ title: [...above, page.title].join(" / "), page, total }] : [];
}

/** Strict readers refuse two headings of one name. */
function withOwnNames(groups: readonly LlmsGroup[]): LlmsGroup[] {
  const taken = new Set(["For programs", "Guestbook"]);
  return groups.map((group) => {
    let { name } = group;
    for (let number = 2; taken.has(name); number++) name = `${group.name} (${number})`;
    taken.add(name);
    return { ...group, name };
  });
}
