import type { Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import { dateInWords } from "../lib/dates.ts";
import { countOf } from "../lib/text.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { folderAt, type SiteOutline } from "../model/site-model.ts";

// Lines of lists in Markdown. Addresses are root-relative: the renderer resolves and checks them like an author's.

/** What a list says of a page: its date, or else the status of a room; and its description, unless the list is long. */
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
export function underHeadings(groups: Iterable<readonly [heading: string, lines: readonly string[]]>): string {
  const shown = [...groups].filter(([, lines]) => lines.length > 0);
  return shown.map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n")}`).join("\n\n");
}
