import { countOf } from "../lib/counts.ts";
import { dateTime } from "../lib/dates.ts";
import { postOf } from "./address.ts";
import { assetPath, decode } from "./link-targets.ts";
import type { Content } from "./load.ts";
import { cutList, tagsPerPart } from "./long-lists.ts";
import { wordsOf } from "./make-page.ts";
import type { GeneratedList } from "./page.ts";
import type { SourcePage } from "./parse-page.ts";
import { byYear, createSections, entriesOf, type GroupedPage, type Section, type Sections } from "./sections.ts";
import { createTags, type Tag } from "./tags.ts";

interface GroupedSource extends GroupedPage {
  sourcePage: SourcePage;
}

/**
 * The lists that a site needs and its author did not write: a page for each folder without one, further parts of long
 * lists, the years of dated folders, all tags, and each tag. Their Markdown is made later, from the site model.
 * No page is generated at an address that something else has; a year or a part is then moved to another one.
 * @param documents Root-relative paths of everything else that the build publishes.
 * @param kept Pages of an earlier build, by their `file`: those that are the same are used again, and new ones added.
 */
export function generatedPages(
  content: Pick<Content, "facts" | "sourcePages" | "unpublished" | "assets" | "config">,
  documents: readonly string[],
  kept?: Map<string, SourcePage>,
): SourcePage[] {
  const grouped = content.sourcePages.map(groupedSource);
  const { lists = ["folders", "tags"] } = content.facts;
  const tags = createTags(lists.includes("tags") ? grouped : []);
  const taken = takenAddresses(content, documents);
  const made: SourcePage[] = [];
  /**
   * @param language That of all that is listed, where that is one: most words of the list are in it.
   * @param nav_order Its place among other folders and pages.
   */
  const add = (
    path: string,
    title: string,
    description: string,
    list: GeneratedList,
    language?: string,
    nav_order?: number,
  ): void => {
    taken.add(plain(path));
    const isOther = language !== undefined && language !== content.facts.language;
    const matter = { title, description, ...(isOther && { language }), ...(nav_order !== undefined && { nav_order }) };
    const page = listPage(path, matter, list);
    const earlier = kept?.get(page.file);
    made.push(earlier && JSON.stringify(earlier) === JSON.stringify(page) ? earlier : page);
  };
  const isFree = (path: string): boolean => !taken.has(plain(path));
  /** The address for a part or year of a list: another one where something else has it. */
  const below = (base: string, name: string): string => {
    let path = `${base}${name}/`;
    while (!isFree(path)) path = `${path.slice(0, -1)}-list/`;
    return path;
  };

  /** Adds the further parts of a long list. `about` describes one with so many entries. */
  const addParts = (
    base: string,
    title: string,
    parts: ReadonlyMap<number, readonly unknown[]>,
    about: (length: number) => string,
    list: Omit<GeneratedList, "part">,
    language?: string,
  ): void => {
    for (const [part, { length }] of parts) {
      const description = `${about(length)}, part ${part}.`;
      add(below(base, `part-${part}`), `${title}, part ${part}`, description, { ...list, part }, language);
    }
  };

  if (tags.size > 0) {
    const list = { kind: "tags", of: "/tags/" } as const;
    if (isFree("/tags/")) add("/tags/", "Tags", `${countOf(tags.size, "tag")} of this site.`, { ...list, part: 0 });
    const { parts } = cutList([...tags.values()], false, tagsPerPart);
    addParts("/tags/", "Tags", parts, () => "The tags of this site", list);
    for (const tag of tags.values()) addTag(tag);
  }
  const sections = createSections(grouped);
  const names = folderNames(content.sourcePages, sections);
  for (const section of lists.includes("folders") ? sections.values() : [])
    if (section.path !== "/tags/" || tags.size === 0) addSection(section);
  for (const page of made) kept?.set(page.file, page);
  return made;

  /** The language of all of some pages; undefined where they have several, and of none. */
  function languageOf(pages: Iterable<GroupedSource>): string | undefined {
    let common: string | undefined;
    for (const { sourcePage } of pages) {
      const language = sourcePage.matter.language ?? content.facts.language;
      common ??= language;
      if (language !== common) return undefined;
    }
    return common;
  }

  /** The place of a folder's first page in the `nav` of MkDocs; undefined where there is none. */
  function firstInNav(section: Section<GroupedSource>): number | undefined {
    if (!content.config?.nav) return undefined;
    let first = Number.POSITIVE_INFINITY;
    for (const { front_matter } of pagesBelow(section))
      if (typeof front_matter["nav_order"] === "number") first = Math.min(first, front_matter["nav_order"]);
    return Number.isFinite(first) ? first : undefined;
  }

  function addTag({ name, path, members, page }: Tag<GroupedSource>): void {
    const list = { kind: "tag", of: path } as const;
    const language = languageOf(members);
    const about = (length: number): string => `${countOf(length, "page")} with the tag “${name}”`;
    if (!page) {
      if (!isFree(path)) return;
      add(path, `Tag: ${name}`, `${about(members.length)}.`, { ...list, part: 0 }, language);
    }
    const { parts } = cutList(members, members[0]?.published !== null);
    addParts(path, `Tag: ${name}`, parts, about, list, language);
  }

  function addSection(section: Section<GroupedSource>): void {
    const { path, page, total, dated, years } = section;
    const list = { kind: "section", of: path } as const;
    const language = languageOf(pagesBelow(section));
    const { parts } = cutList(dated ? [] : entriesOf(section), false);
    const isRoot = path === "/";
    const title = isRoot ? "Contents" : (page?.sourcePage.matter.title ?? names.get(path) ?? path);
    let main = path;
    if (isRoot) {
      // The home page belongs to the author, so a long list of the first folder has an address of its own.
      if (parts.size === 0) return addYears();
      main = below("/", "contents");
      add(main, title, `${countOf(total, "page")}: what is where on this site.`, { ...list, part: 0 });
    } else if (!page) {
      if (!isFree(path)) return;
      add(path, title, `${countOf(total, "page")} in “${title}”.`, { ...list, part: 0 }, language, firstInNav(section));
    }
    addParts(main, title, parts, (length) => `${countOf(length, "entry", "entries")} of “${title}”`, list, language);
    addYears();

    function addYears(): void {
      if (!years) return;
      for (const [year, members] of byYear(section)) {
        const list = { kind: "year", of: path, year } as const;
        const name = isRoot ? `Pages of ${year}` : `${title}, ${year}`;
        const about = (length: number): string =>
          `${countOf(length, "page")} ${year === "undated" ? "without a date" : `of ${year}`}`;
        const first = below(path, year);
        add(first, name, `${about(members.length)}${isRoot ? "" : ` in “${title}”`}.`, { ...list, part: 0 }, language);
        addParts(first, name, cutList(members, true).parts, about, list, language);
      }
    }
  }
}

/** The pages of a section and of those in it. */
function* pagesBelow({ members, sections }: Section<GroupedSource>): Generator<GroupedSource> {
  yield* members;
  for (const section of sections) yield* pagesBelow(section);
}

function listPage(path: string, matter: SourcePage["matter"], list: GeneratedList): SourcePage {
  const id = path.slice(1, -1);
  const address = { id, path, markdown_path: `/${id}.md`, source: null, file: `(list) ${decode(path)}` };
  return { ...address, type: "list", matter, body: "", offset: 0, lines: {}, list };
}

/** What is known of a page for its sections and tags before it is rendered. */
export function groupedSource(sourcePage: SourcePage): GroupedSource {
  const { path, type, source, matter } = sourcePage;
  return {
    path,
    type,
    source,
    published: dateTime(matter.date),
    order: matter.order ?? null,
    tags: matter.tags ?? [],
    front_matter: matter,
    sourcePage,
  };
}

/** Everything that has an address or had one, in the form of `plain`. */
function takenAddresses(
  { sourcePages, unpublished, assets }: Pick<Content, "sourcePages" | "unpublished" | "assets">,
  documents: readonly string[],
): Set<string> {
  return new Set([
    ...[...sourcePages, ...unpublished].flatMap(({ path, matter }) => [path, ...(matter.aliases ?? [])].map(plain)),
    ...assets.map(({ path }) => plain(assetPath(path))),
    ...documents.map(plain),
  ]);
}

/**
 * One form for the addresses of a page, of its file and of its Markdown: `/x` for `/x/index.html`, `/x.md` and `/x/`.
 */
function plain(path: string): string {
  return decode(path)
    .replace(/(\/index)?\.html$|\.md$/, "")
    .replace(/\/$/, "");
}

/** Names of the folders of sections in words, by the sections' paths: `01-Getting_Started` is `Getting Started`. */
function folderNames(sourcePages: readonly SourcePage[], sections: Sections<GroupedSource>): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path, source, place } of sourcePages) {
    if (source === null) continue;
    const folders = (postOf(place ?? source)?.folders ?? (place ?? source).split("/").slice(0, -1)).values();
    // Addresses have the same folders as files, below each other in the same order.
    let end = 0;
    for (const folder of folders) {
      end = path.indexOf("/", end + 1);
      const section = path.slice(0, end + 1);
      if (end === -1 || names.has(section)) continue;
      if (sections.has(section)) names.set(section, wordsOf(folder));
    }
  }
  return names;
}
