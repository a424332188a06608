import { longList } from "../content/generated-pages.ts";
import type { Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { dateInWords } from "../lib/dates.ts";
import { countOf } from "../lib/text.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";

/** How many pages a list by date describes, and shows without headings for years. */
const shortList = 20;

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
  const groups = [...years].map(
    ([year, some]) => [year, pageLines(some, { dated: true, long })] as const,
  );
  return pages.length > shortList
    ? underHeadings(groups)
    : groups.flatMap(([, lines]) => lines).join("\n");
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

// Lines of lists in Markdown. Addresses are root-relative: the renderer resolves and checks them
// like an author's.

/**
 * What a list says of a page: its date, or else the status of a realm; and its description, unless
 * the list is long.
 */
export interface ListStyle {
  dated?: boolean;
  long?: boolean;
}

/** What is at a path of a list: a folder, or a page. */
export function entryLine(path: string, site: SiteOutline, style: ListStyle): string {
  const folder = folderAt(path, site);
  const page = site.byPath.get(path);
  return folder ? folderLine(folder, site) : page ? pageLine(page, style) : "";
}

function pageLine(page: Outline, { dated = false, long = false }: ListStyle): string {
  const { title, description, published, realm } = page;
  const date = published === null ? "" : ` (${dateInWords(published)})`;
  const remark = dated ? date : realm && !long ? ` (*${realm.status}*)` : "";
  return `- ${linkTo(title, page)}${remark}${long || description === "" ? "" : `: ${escapeMarkdown(description)}`}`;
}

export function pageLines(pages: readonly Outline[], style: ListStyle): string[] {
  return pages.map((page) => pageLine(page, style));
}

/** A folder with the number of the pages below it. */
export function folderLine({ path, total }: Section, { byPath }: SiteOutline): string {
  const page = byPath.get(path);
  return `- ${linkTo(page?.title ?? decodeURI(path), page)} (${countOf(total, "page")})`;
}

/** Text as a link, or plain where there is no page. */
export function linkTo(text: string, page: Outline | undefined): string {
  return page ? `[${escapeMarkdown(text)}](${page.path})` : escapeMarkdown(text);
}

/** Lines under headings; those without lines are left out. */
export function underHeadings(
  groups: Iterable<readonly [heading: string, lines: readonly string[]]>,
): string {
  const shown = [...groups].filter(([, lines]) => lines.length > 0);
  return shown.map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n")}`).join("\n\n");
}
