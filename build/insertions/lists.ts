import type { Page } from "../content/page.ts";
import { dateInWords } from "../lib/dates.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import type { SiteModel } from "../model/site-model.ts";

/** A page as a line of a list. Its address is root-relative: the renderer resolves and checks it like an author's. */
function line({ title, path, description }: Page, remark: string): string {
  const about = description === "" ? "" : `: ${escapeMarkdown(description)}`;
  return `- [${escapeMarkdown(title)}](${path})${remark}${about}`;
}

export function latestNotes({ notes }: SiteModel): string {
  return notes.slice(0, 5).map(noteLine).join("\n");
}

/** All notes; with headings for their years if there are many. */
export function allNotes({ notes }: SiteModel): string {
  if (notes.length <= 20) return notes.map(noteLine).join("\n");
  const years = Map.groupBy(notes.slice(0, longest), ({ published }) => published?.slice(0, 4) ?? "");
  return [...[...years].map(([year, list]) => `## ${year}\n\n${list.map(noteLine).join("\n")}`), ...rest(notes)].join(
    "\n\n",
  );
}

export function allRealms({ realms }: SiteModel): string {
  return listOf(realms, (page) => line(page, ` (*${page.realm?.status ?? "open"}*)`));
}

/** Every page except the home page, for a site whose author wrote no home page. */
export function allPages({ pages }: SiteModel): string {
  return listOf(
    pages.filter(({ type }) => type !== "home"),
    (page) => line(page, ""),
  );
}

/** The index of the site, by kind. */
export function siteIndex({ pages, notes, realms }: SiteModel): string {
  const others = pages.filter(({ type }) => type !== "note" && type !== "realm" && type !== "search");
  const groups: [string, readonly Page[]][] = [
    ["Pages", others],
    ["Realms", realms],
    ["Notes", notes],
  ];
  return groups
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `## ${name}\n\n${listOf(list, (page) => line(page, ""))}`)
    .join("\n\n");
}

/** Most lines of a list. Search and sitemap have the rest, so that no page grows with the site. */
const longest = 500;

function listOf(pages: readonly Page[], lineOf: (page: Page) => string): string {
  return [pages.slice(0, longest).map(lineOf).join("\n"), ...rest(pages)].join("\n\n");
}

function rest({ length }: readonly Page[]): string[] {
  return length <= longest
    ? []
    : [
        `These are ${longest} of ${length}. ` +
          "[Search](/search/) finds the others, and [the sitemap](/sitemap.xml) names them all.",
      ];
}

function noteLine(page: Page): string {
  return line(page, page.published === null ? "" : ` (${dateInWords(page.published)})`);
}
