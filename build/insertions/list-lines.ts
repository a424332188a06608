import type { Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import { dateInWords } from "../lib/dates.ts";
import { countOf } from "../lib/text.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { folderAt, type SiteOutline } from "../model/site-model.ts";

/** A page as a line of a list. Its address is root-relative: the renderer resolves and checks it like an author's. */
export function line({ title, path, description }: Outline, remark: string): string {
  const about = description === "" ? "" : `: ${escapeMarkdown(description)}`;
  return `- [${escapeMarkdown(title)}](${path})${remark}${about}`;
}

/** A page as a line of a list by date. */
export function noteLine(page: Outline): string {
  return line(page, dateRemark(page));
}

/** What is at a path of a folder's list: a folder, or a page. */
export function entryLine(path: string, site: SiteOutline): string {
  const folder = folderAt(path, site);
  const page = site.byPath.get(path);
  if (folder) return folderLine(folder, site);
  return page ? line(page, page.realm ? ` (*${page.realm.status}*)` : "") : "";
}

/** The same without description, for the further parts of long lists. */
export function entryTitle(path: string, site: SiteOutline): string {
  const folder = folderAt(path, site);
  return folder ? folderLine(folder, site) : `- ${linkTo(entryTitleOf(path, site), site.byPath.get(path))}`;
}

/** A page as a line of a long list by date, without description. */
export function datedTitle(page: Outline): string {
  return `- ${linkTo(page.title, page)}${dateRemark(page)}`;
}

function entryTitleOf(path: string, { byPath }: SiteOutline): string {
  return byPath.get(path)?.title ?? decodeURI(path);
}

/** A folder as a line of a list, with the number of the pages below it. */
export function folderLine({ path, total }: Section, site: SiteOutline): string {
  return `- ${linkTo(entryTitleOf(path, site), site.byPath.get(path))} (${countOf(total, "page")})`;
}

function dateRemark({ published }: Outline): string {
  return published === null ? "" : ` (${dateInWords(published)})`;
}

/** Text as a link, or plain where there is no page. */
export function linkTo(text: string, page: Outline | undefined): string {
  return page ? `[${escapeMarkdown(text)}](${page.path})` : escapeMarkdown(text);
}
