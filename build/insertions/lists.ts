import { longList } from "../content/generated-pages.ts";
import type { GeneratedList } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { countOf } from "../lib/text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";
import { entryLine, linkTo, pageLines, underHeadings } from "./list-lines.ts";

/** How many pages a list by date describes, and shows without headings for years. */
const shortList = 20;

/** The Markdown of a generated list. */
export function generatedList({ kind, of }: GeneratedList, model: SiteOutline): string {
  if (kind === "tags") return tagList(model);
  if (kind === "section") return folderList(model.sections.get(of) as Section, model);
  return pagesOfTag(model.tags.get(decodeURIComponent(of.slice("/tags/".length, -1))) as Tag, model);
}

/** What is in a folder. */
export function folderList({ entries, dated, members }: Section, model: SiteOutline): string {
  const long = entries.length >= longList;
  if (!dated) return entries.map((path) => entryLine(path, model, { long })).join("\n");
  const folders = entries.filter((entry) => folderAt(entry, model));
  const above = underHeadings([["Folders", folders.map((folder) => entryLine(folder, model, {}))]]);
  return [above, yearList(members, long, model)].filter((part) => part !== "").join("\n\n");
}

/** Pages by date; with headings for their years if there are many. */
function yearList(paths: readonly string[], long: boolean, model: SiteOutline): string {
  const pages = pagesAt(paths, model);
  const years = Map.groupBy(pages, ({ published }) => published?.slice(0, 4) ?? "Without a date");
  const groups = [...years].map(([year, some]) => [year, pageLines(some, { dated: true, long })] as const);
  return pages.length > shortList ? underHeadings(groups) : groups.flatMap(([, lines]) => lines).join("\n");
}

/** Every tag with the number of its pages. */
export function tagList({ tags, byPath }: SiteOutline): string {
  const line = ({ name, path, members }: Tag) =>
    `- ${linkTo(name, byPath.get(path))} (${countOf(members.length, "page")})`;
  return [...tags.values()].map(line).join("\n");
}

/** The pages with a tag, newest first where they are dated. */
export function pagesOfTag({ members, dated }: Tag, model: SiteOutline): string {
  const style = { dated, long: members.length > shortList };
  return members.map((path) => entryLine(path, model, style)).join("\n");
}
