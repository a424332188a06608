import type { Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import { dateInWords } from "../lib/dates.ts";
import { countOf } from "../lib/text.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { folderAt, type SiteOutline } from "../model/site-model.ts";

// Lines of lists in Markdown. Addresses are root-relative: the renderer resolves and checks them like an author's.

/** A page with its description. */
export function pageLine(page: Outline, remark = ""): string {
  const { title, description } = page;
  return `- ${linkTo(title, page)}${remark}${description === "" ? "" : `: ${escapeMarkdown(description)}`}`;
}

/** A page in a list by date; in a long list without its description, because there one looks for a title. */
export function datedLine(page: Outline, isLong = false): string {
  const date = page.published === null ? "" : ` (${dateInWords(page.published)})`;
  return isLong ? `- ${linkTo(page.title, page)}${date}` : pageLine(page, date);
}

/** What is at a path of a folder's list: a folder, or a page. */
export function entryLine(path: string, site: SiteOutline, isLong: boolean): string {
  const folder = folderAt(path, site);
  if (folder) return folderLine(folder, site);
  const page = site.byPath.get(path);
  if (!page) return "";
  return isLong ? `- ${linkTo(page.title, page)}` : pageLine(page, page.realm ? ` (*${page.realm.status}*)` : "");
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
export function underHeadings(groups: Iterable<readonly [heading: string, lines: readonly string[]]>): string {
  const shown = [...groups].filter(([, lines]) => lines.length > 0);
  return shown.map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n")}`).join("\n\n");
}
