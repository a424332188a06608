import { cutList, longList } from "../content/long-lists.ts";
import { type GeneratedList, listKey, type Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { countOf } from "../lib/text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";
import { datedTitle, entryLine, entryTitle, folderLine, linkTo, noteLine } from "./list-lines.ts";

/** The Markdown of a generated list. */
export function generatedList(list: GeneratedList, model: SiteOutline): string {
  const { kind, of, part } = list;
  if (kind === "tags") return tagList(model);
  if (kind === "tag") {
    const tag = model.tags.get(decodeURIComponent(of.slice("/tags/".length, -1)));
    return tag ? pagesOfTag(tag, model, part) : "";
  }
  const section = model.sections.get(of);
  return section ? folderList(section, model, part) : "";
}

/** What is in a folder; of a long list one part. */
export function folderList(section: Section, model: SiteOutline, part = 0): string {
  const { path, entries, dated, members } = section;
  const list: GeneratedList = { kind: "section", of: path, part };
  if (!dated) {
    const lineOf = (entry: string): string => (part === 0 ? entryLine : entryTitle)(entry, model);
    return cut(entries, { list, model, newestFirst: false, lineOf });
  }
  const folders = entries.flatMap((entry) => folderAt(entry, model) ?? []);
  const lines = part === 0 ? folders.map((folder) => folderLine(folder, model)) : [];
  const pages = pagesAt(members, model);
  const byDate =
    pages.length < longList
      ? datedList(pages)
      : cut(pages, { list, model, newestFirst: true, lineOf: part === 0 ? noteLine : datedTitle });
  return [...(lines.length > 0 ? [`## Folders\n\n${lines.join("\n")}`] : []), byDate].join("\n\n");
}

/** How many pages a list by date describes. */
const newest = 20;

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

/** Every tag with the number of its pages. */
export function tagList({ tags, byPath }: SiteOutline): string {
  const lines = [...tags.values()].map(
    ({ name, path, members }) => `- ${linkTo(name, byPath.get(path))} (${countOf(members.length, "page")})`,
  );
  return lines.join("\n");
}

/** The pages with a tag, newest first; of a long list one part. */
export function pagesOfTag({ path, members, dated }: Tag, model: SiteOutline, part = 0): string {
  const pages = pagesAt(members, model);
  const list: GeneratedList = { kind: "tag", of: path, part };
  return cut(pages, { list, model, newestFirst: dated, lineOf: datedLine(pages) });
}

interface ListOptions<T> {
  /** Which list, and which part of it. */
  list: GeneratedList;
  model: SiteOutline;
  newestFirst: boolean;
  lineOf(entry: T): string;
}

/** A list or one part of it, with links to the others: from its own page to all, from a part to those beside it. */
function cut<T>(entries: readonly T[], { list, model, newestFirst, lineOf }: ListOptions<T>): string {
  const { first, parts } = cutList(entries, newestFirst);
  const linkToPart = (part: number): string => linkTo(`Part ${part}`, pageOfList({ ...list, part }, model));
  const shown = (list.part === 0 ? first : (parts.get(list.part) ?? [])).map(lineOf).join("\n");
  if (list.part > 0) {
    const whole = pageOfList({ ...list, part: 0 }, model) ?? model.byPath.get(list.of);
    const beside = [list.part - 1, list.part + 1].filter((part) => parts.has(part)).map(linkToPart);
    return `${shown}\n\n## The other parts\n\n${[linkTo(whole?.title ?? list.of, whole), ...beside].map((link) => `- ${link}`).join("\n")}`;
  }
  if (parts.size === 0) return shown;
  const others = [...parts.keys()].map((part) => `- ${linkToPart(part)}`);
  return `${shown}\n\n## ${newestFirst ? "Earlier" : "More"}\n\n${others.join("\n")}`;
}

/** How a list of pages by date shows one: a short list says what each is about, in a long one one looks for a title. */
function datedLine({ length }: readonly Outline[]): (page: Outline) => string {
  return length <= newest ? noteLine : datedTitle;
}
