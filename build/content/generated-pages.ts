import { countOf } from "../lib/counts.ts";
import { postOf } from "./address.ts";
import { createFreeAddresses } from "./free-addresses.ts";
import { type GroupedSource, groupedSource } from "./grouped-source.ts";
import type { Content } from "./load.ts";
import { cutList, tagsPerPart } from "./long-lists.ts";
import { wordsOf } from "./make-page.ts";
import type { GeneratedList } from "./page.ts";
import type { SourcePage } from "./parse-page.ts";
import { decodedPath } from "./path-encoding.ts";
import { byYear, createSections, entriesOf, type Section, type Sections } from "./sections.ts";
import { createTags, type Tag } from "./tags.ts";

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
  const addresses = createFreeAddresses(content, documents);
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
    addresses.take(path);
    const isOther = language !== undefined && language !== content.facts.language;
    const matter = { title, description, ...(isOther && { language }), ...(nav_order !== undefined && { nav_order }) };
    const page = listPage(path, matter, list);
    const earlier = kept?.get(page.file);
    made.push(earlier && JSON.stringify(earlier) === JSON.stringify(page) ? earlier : page);
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
      add(addresses.below(base, `part-${part}`), `${title}, part ${part}`, description, { ...list, part }, language);
    }
  };

  if (tags.size > 0) {
    const list = { kind: "tags", of: "/tags/" } as const;
    if (addresses.isFree("/tags/"))
      add("/tags/", "Tags", `${countOf(tags.size, "tag")} of this site.`, { ...list, part: 0 });
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
      if (!addresses.isFree(path)) return;
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
      main = addresses.below("/", "contents");
      add(main, title, `${countOf(total, "page")}: what is where on this site.`, { ...list, part: 0 });
    } else if (!page) {
      if (!addresses.isFree(path)) return;
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
        const first = addresses.below(path, year);
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
  const address = { id, path, markdown_path: `/${id}.md`, source: null, file: `(list) ${decodedPath(path)}` };
  return { ...address, type: "list", matter, body: "", offset: 0, lines: {}, list };
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
