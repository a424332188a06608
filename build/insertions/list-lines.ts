import type { Page } from "../content/page.ts";
import { isSection, type Section } from "../content/sections.ts";
import { countOf } from "../lib/counts.ts";
import { dateInWords } from "../lib/dates.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";

/** A page as a line of a list. Its address is root-relative: the renderer resolves and checks it like an author's. */
export function line({ title, path, description }: Page, remark: string): string {
  const about = description === "" ? "" : `: ${escapeMarkdown(description)}`;
  return `- [${escapeMarkdown(title)}](${path})${remark}${about}`;
}

/** A page as a line of a list by date. */
export function noteLine(page: Page): string {
  return line(page, dateRemark(page));
}

/** A folder or a page of a folder. */
export function entryLine(entry: Page | Section<Page>): string {
  if (isSection(entry)) return folderLine(entry);
  const { realm } = entry;
  return line(entry, realm ? ` (*${realm.status}*)` : "");
}

/** The same without description, for the further parts of long lists. */
export function entryTitle(entry: Page | Section<Page>): string {
  return isSection(entry) ? folderLine(entry) : `- ${linkTo(entry.title, entry)}`;
}

/** A page as a line of a long list by date, without description. */
export function datedTitle(page: Page): string {
  return `- ${linkTo(page.title, page)}${dateRemark(page)}`;
}

/** What a list of parts calls a folder or page. */
export function entryName(entry: Page | Section<Page>): string {
  return escapeMarkdown(isSection(entry) ? titleOf(entry) : entry.title);
}

/** What a list of parts by date calls a page: its day. */
export function dayOf({ published }: Page): string {
  return published === null ? "no date" : dateInWords(published);
}

function titleOf({ path, page }: Section<Page>): string {
  return page?.title ?? decodeURI(path);
}

/** A folder as a line of a list, with the number of the pages below it. */
export function folderLine(section: Section<Page>): string {
  const { page, total } = section;
  return `- ${linkTo(titleOf(section), page)} (${countOf(total, "page")})`;
}

function dateRemark({ published }: Page): string {
  return published === null ? "" : ` (${dateInWords(published)})`;
}

/** Text as a link, or plain where there is no page. */
export function linkTo(text: string, page: Page | undefined): string {
  return page ? `[${escapeMarkdown(text)}](${page.path})` : escapeMarkdown(text);
}
