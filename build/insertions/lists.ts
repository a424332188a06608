import { cutList } from "../content/long-lists.ts";
import { type GeneratedList, listKey, type Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { countOf } from "../lib/text.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";
import { datedTitle, dayOf, entryLine, entryName, entryTitle, folderLine, linkTo, noteLine } from "./list-lines.ts";

/** The newest five notes. */
export function latestNotes({ notes }: SiteOutline): string {
  return notes.slice(0, 5).map(noteLine).join("\n");
}

/** All notes as at `/notes/`; empty where there are none. */
export function allNotes(model: SiteOutline): string {
  return listOfKind(model, "/notes/");
}

/** All realms as at `/realms/`; empty where there are none. */
export function allRealms(model: SiteOutline): string {
  return listOfKind(model, "/realms/");
}

function listOfKind(model: SiteOutline, path: string): string {
  const section = model.sections.get(path);
  return section ? sectionList(section, model) : "";
}

/** The Markdown of a generated list. */
export function generatedList(list: GeneratedList, model: SiteOutline): string {
  const { kind, of, part } = list;
  if (kind === "tags") return tagList(model, part);
  if (kind === "tag") {
    const tag = tagAt(of, model);
    return tag ? pagesOfTag(tag, model, part) : "";
  }
  const section = model.sections.get(of);
  if (!section) return "";
  if (kind === "section") return sectionList(section, model, part);
  const pages = pagesAt(section.years?.get(list.year ?? "") ?? [], model);
  return cut(pages, { list, model, newestFirst: true, lineOf: datedLine(pages), nameOf: dayOf });
}

/** What is in a folder; of a long list one part. */
export function sectionList(section: Section, model: SiteOutline, part = 0): string {
  const { path, entries, dated, years, members } = section;
  if (!dated) {
    const list: GeneratedList = { kind: "section", of: path, part };
    const lineOf = (entry: string): string => (part === 0 ? entryLine : entryTitle)(entry, model);
    const nameOf = (entry: string): string => entryName(entry, model);
    return cut(entries, { list, model, newestFirst: false, lineOf, nameOf });
  }
  const folders = entries.flatMap((entry) => folderAt(entry, model) ?? []);
  const lines = folders.map((folder) => folderLine(folder, model));
  const ofFolders = lines.length > 0 ? [`## Folders\n\n${lines.join("\n")}`] : [];
  return years
    ? [...newestAndYears(section, model), ...ofFolders].join("\n\n")
    : [...ofFolders, datedList(pagesAt(members, model))].join("\n\n");
}

/** How many pages the page of a dated section shows besides its years, and how many a list by date describes. */
const newest = 20;

/** The newest pages of a dated section, and its years with links to their pages: two parts with headings. */
export function newestAndYears({ path, members, years = new Map() }: Section, model: SiteOutline): string[] {
  const lines = [...years].map(([year, { length }]) => {
    const page = pageOfList({ kind: "year", of: path, year, part: 0 }, model);
    return `- ${linkTo(year === "undated" ? "Without a date" : year, page)} (${countOf(length, "page")})`;
  });
  return [
    `## Newest\n\n${pagesAt(members.slice(0, newest), model).map(noteLine).join("\n")}`,
    `## By year\n\n${lines.join("\n")}`,
  ];
}

/** The page that the build generated for a list. */
export function pageOfList(list: GeneratedList, { lists, byPath }: SiteOutline): Outline | undefined {
  return byPath.get(lists.get(listKey(list)) ?? "");
}

/** Pages by date; with headings for their years if there are many. */
function datedList(pages: readonly Outline[]): string {
  if (pages.length <= newest) return pages.map(noteLine).join("\n");
  const years = Map.groupBy(pages, ({ published }) => published?.slice(0, 4) ?? "Without a date");
  return [...years].map(([year, list]) => `## ${year}\n\n${list.map(noteLine).join("\n")}`).join("\n\n");
}

/** Every tag with the number of its pages; of very many one part. */
export function tagList(model: SiteOutline, part = 0): string {
  const lineOf = ({ name, path, members }: Tag): string =>
    `- ${linkTo(name, model.byPath.get(path))} (${countOf(members.length, "page")})`;
  const list: GeneratedList = { kind: "tags", of: "/tags/", part };
  const nameOf = ({ name }: Tag): string => escapeMarkdown(name);
  return cut([...model.tags.values()], { list, model, newestFirst: false, lineOf, nameOf });
}

/** The pages with a tag, newest first; of a long list one part. */
export function pagesOfTag({ path, members, dated }: Tag, model: SiteOutline, part = 0): string {
  const pages = pagesAt(members, model);
  const list: GeneratedList = { kind: "tag", of: path, part };
  const nameOf = dated ? dayOf : (page: Outline): string => entryName(page.path, model);
  return cut(pages, { list, model, newestFirst: dated, lineOf: datedLine(pages), nameOf });
}

interface ListOptions<T> {
  /** Which list, and which part of it. */
  list: GeneratedList;
  model: SiteOutline;
  newestFirst: boolean;
  lineOf(entry: T): string;
  /** What a list of parts says of an entry with which a part begins or ends. */
  nameOf(entry: T): string;
}

/** A list or one part of it, with links to the others: from its own page to all, from a part to those beside it. */
function cut<T>(entries: readonly T[], { list, model, newestFirst, lineOf, nameOf }: ListOptions<T>): string {
  const { first, parts } = cutList(entries, newestFirst);
  const pageOf = (part: number): Outline | undefined => pageOfList({ ...list, part }, model);
  const shown = (list.part === 0 ? first : (parts.get(list.part) ?? [])).map(lineOf).join("\n");
  if (list.part > 0) return `${shown}\n\n${beside(list, pageOf, mainPage(list, model))}`;
  const others = [...parts].map(([part, of]) => {
    const [begin, end] = [of[0], of.at(-1)].map((entry) => nameOf(entry as T));
    return `- ${linkTo(`Part ${part}`, pageOf(part))}: ${begin === end ? begin : `${begin} to ${end}`}`;
  });
  return others.length === 0 ? shown : `${shown}\n\n## ${newestFirst ? "Earlier" : "More"}\n\n${others.join("\n")}`;
}

/** Links from a part of a list to the list's own page and to the parts before and after it. */
function beside(
  { kind, part }: GeneratedList,
  pageOf: (part: number) => Outline | undefined,
  main: Outline | undefined,
): string {
  const links = [
    main && `part ${part} of ${linkTo(main.title, main)}`,
    ...[part - 1, part + 1].map((other) => {
      const page = pageOf(other);
      return other > 0 && page && linkTo(`part ${other}`, page);
    }),
  ];
  const [of, ...others] = links.filter(Boolean);
  const remark = `; beside it ${others.length === 1 ? "is" : "are"} ${others.join(" and ")}`;
  return `This is ${of ?? `part ${part} of a ${kind}`}${others.length > 0 ? remark : ""}.`;
}

/** The first page of a list. */
function mainPage(list: GeneratedList, model: SiteOutline): Outline | undefined {
  return pageOfList({ ...list, part: 0 }, model) ?? model.byPath.get(list.of);
}

/** The tag with the address of a list of its pages. */
function tagAt(path: string, { tags }: SiteOutline): Tag | undefined {
  return tags.get(decodeURIComponent(path.slice("/tags/".length, -1)));
}

/** How a list of pages by date shows one: a short list says what each is about, in a long one one looks for a title. */
function datedLine({ length }: readonly Outline[]): (page: Outline) => string {
  return length <= newest ? noteLine : datedTitle;
}
