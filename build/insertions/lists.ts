import { longList } from "../content/long-lists.ts";
import type { GeneratedList } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { pageOfList, partOf } from "../layouts/list-parts.ts";
import { countOf } from "../lib/text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";
import { entryLine, type ListStyle, linkTo, pageLines, underHeadings } from "./list-lines.ts";

/** How many pages a list by date describes, and shows without headings for years. */
const shortList = 20;

/** The Markdown of a generated list. */
export function generatedList({ kind, of, part }: GeneratedList, model: SiteOutline): string {
  if (kind === "tags") return tagList(model);
  if (kind === "section") return folderList(model.sections.get(of) as Section, model, part);
  return pagesOfTag(model.tags.get(decodeURIComponent(of.slice("/tags/".length, -1))) as Tag, model, part);
}

/** What is in a folder; of a long list one part. */
export function folderList({ path, entries, dated, members }: Section, model: SiteOutline, part = 0): string {
  const list: GeneratedList = { kind: "section", of: path, part };
  if (!dated) return partList(list, entries, { dated, long: part > 0 }, model);
  const folders = part === 0 ? entries.filter((entry) => folderAt(entry, model)) : [];
  const above = underHeadings([["Folders", folders.map((folder) => entryLine(folder, model, {}))]]);
  const byDate =
    members.length < longList ? yearList(members, model) : partList(list, members, { dated, long: part > 0 }, model);
  return above === "" ? byDate : `${above}\n\n${byDate}`;
}

/** Pages by date; with headings for their years if there are many. */
function yearList(paths: readonly string[], model: SiteOutline): string {
  const pages = pagesAt(paths, model);
  const years = Map.groupBy(pages, ({ published }) => published?.slice(0, 4) ?? "Without a date");
  const groups = [...years].map(([year, some]) => [year, pageLines(some, { dated: true })] as const);
  return pages.length > shortList ? underHeadings(groups) : groups.flatMap(([, lines]) => lines).join("\n");
}

/** Every tag with the number of its pages. */
export function tagList({ tags, byPath }: SiteOutline): string {
  const line = ({ name, path, members }: Tag) =>
    `- ${linkTo(name, byPath.get(path))} (${countOf(members.length, "page")})`;
  return [...tags.values()].map(line).join("\n");
}

/** The pages with a tag, newest first; of a long list one part. */
export function pagesOfTag({ path, members, dated }: Tag, model: SiteOutline, part = 0): string {
  return partList({ kind: "tag", of: path, part }, members, { dated, long: members.length > shortList }, model);
}

/** A list or one part of it, with links to the others. A list by date has the newest first. */
function partList(list: GeneratedList, paths: readonly string[], style: ListStyle, model: SiteOutline): string {
  const { shown, others } = partOf(list, paths, style.dated === true, model);
  const first = pageOfList({ ...list, part: 0 }, model) ?? model.byPath.get(list.of);
  const heading = list.part > 0 ? "The other parts" : style.dated ? "Earlier" : "More";
  const links = [
    ...(list.part > 0 ? [linkTo(first?.title ?? list.of, first)] : []),
    ...others.map(({ part, page }) => linkTo(`Part ${part}`, page)),
  ];
  const below = underHeadings([[heading, links.map((link) => `- ${link}`)]]);
  return `${shown.map((path) => entryLine(path, model, style)).join("\n")}\n\n${below}`.trimEnd();
}
