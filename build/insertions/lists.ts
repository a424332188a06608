import { isFeedEntry } from "../content/feeds.ts";
import { longListLength } from "../content/generated-pages.ts";
import { isOnlyList, type Outline } from "../content/page.ts";
import { byAddress, sortPages } from "../content/page-order.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { dayValues } from "../lib/dates.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import type { Words } from "../lib/phrases.ts";
import * as marks from "../markdown/insertion-marks.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";

/** Up to so many pages, the home page and the search page list the whole site. */
const smallSite = 200;

/** How many of the newest pages an overview of a larger site lists. */
const newestShown = 10;

/** How many pages outside folders an overview lists. */
const firstShown = 50;

/** Up to so many pages, a list by date has descriptions, and no headings for years. */
const shortList = 20;

/** The list of a folder. */
export function folderList({ entries, dated, members }: Section, model: SiteOutline): string {
  const long = entries.length >= longListLength;
  if (!dated) return list(entries.flatMap((path) => entryLine(path, model, { long })));
  const folders = entries.filter((entry) => folderAt(entry, model));
  const lines = folders.flatMap((folder) => entryLine(folder, model, {}));
  const above = underHeadings(model, [["folders", lines]]);
  return [above, yearList(members, long, model)].filter((part) => part !== "").join("\n\n");
}

/** Pages by date; with headings for their years if there are many. */
function yearList(paths: readonly string[], long: boolean, model: SiteOutline): string {
  const pages = pagesAt(paths, model);
  const years = Map.groupBy(pages, ({ published }) => published?.slice(0, 4) ?? "undated");
  const groups = [...years].map(
    ([year, some]) => [year, pageLines(some, model, { dated: true, long })] as const,
  );
  return pages.length > shortList
    ? underHeadings(model, groups)
    : list(groups.flatMap(([, lines]) => lines));
}

/** Every tag with the number of its pages. */
export function tagList(model: SiteOutline): string {
  const line = ({ name, path, members }: Tag) =>
    countedLine({ title: name, path }, members.length, model);
  return list([...model.tags.values()].map(line));
}

/** The pages with a tag, newest first if they are dated. */
export function pagesOfTag({ members, dated }: Tag, model: SiteOutline): string {
  const style = { dated, long: members.length > shortList };
  return list(members.flatMap((path) => entryLine(path, model, style)));
}

/** The newest five notes. */
export function newestNotes(model: SiteOutline): string {
  return list(pageLines(model.notes.slice(0, 5), model, { dated: true }));
}

/**
 * The list on a home page that its author did not write: the newest dated pages; without any, the
 * root folder or an overview of a large site; on an empty site, the first steps.
 */
export function frontPage(model: SiteOutline): string {
  const newest = newestOf(model);
  if (newest.length > 0) return list(pageLines(newest, model, { dated: true }));
  if (model.pages.length > smallSite) return overview(model);
  const root = model.sections.get("/") as Section;
  return root.total > 0
    ? folderList(root, model)
    : marks.sayMarkdown(model.words, "list.first_steps");
}

/** Every page, grouped by kind, or an overview of a large site. */
export function allPages(model: SiteOutline): string {
  if (model.pages.length > smallSite) return overview(model);
  const others = model.pages
    .filter(({ type }) => type !== "note" && type !== "realm")
    .filter((page) => !isOnlyList(page) || page.path === "/tags/");
  return underHeadings(model, [
    ["pages", pageLines(byAddress(others), model)],
    ["projects", pageLines(model.realms, model)],
    ["notes", pageLines(model.notes, model)],
  ]);
}

/**
 * An overview of a large site: the top folders, the newest pages, pages outside folders, and tags.
 */
function overview(model: SiteOutline): string {
  const root = model.sections.get("/") as Section;
  const folders = root.sections.flatMap((path) => model.sections.get(path) ?? []);
  const pages = pagesAt(root.members, model).filter(({ path }) => !model.sections.has(path));
  const tags = model.byPath.get("/tags/");
  const all = pages.length > firstShown ? model.pages.find(({ list }) => list === "/") : undefined;
  const shown = pageLines(pages.slice(0, all && firstShown), model);
  if (all) shown.push(countedLine(all, pages.length, model));
  return underHeadings(model, [
    ["folders", folders.map((folder) => folderLine(folder, model))],
    ["newest", pageLines(newestOf(model), model, { dated: true })],
    ["pages", shown],
    ["tags", tags ? [countedLine(tags, model.tags.size, model, "tags")] : []],
  ]);
}

/** The newest of the author's dated pages. */
function newestOf({ pages, sections }: SiteOutline): Outline[] {
  const dated = pages.filter((page) => isFeedEntry(page, sections));
  return sortPages(dated, true).slice(0, newestShown);
}

// Lines of lists in Markdown. Addresses are root-relative: the renderer resolves and checks them
// like an author's.

/**
 * The text about a page in a list: its date or else a realm's status, and its description unless
 * the list is long.
 */
interface ListStyle {
  dated?: boolean;
  long?: boolean;
}

type Text = readonly [before: string, text: string, after: string];

/** A line of a list, and the thing in parentheses after its link, which decides on the list's look. */
interface Line {
  markdown: string;
  /** The text after the link of a line without date and status, between its punctuation. */
  text?: Text | undefined;
  remark?: "count" | "date" | "status";
}

/** The lines for the folder or page at a path: one, or none if nothing is there. */
function entryLine(path: string, site: SiteOutline, style: ListStyle): Line[] {
  const folder = folderAt(path, site);
  const page = site.byPath.get(path);
  return folder ? [folderLine(folder, site)] : page ? [pageLine(page, site, style)] : [];
}

/**
 * In the Markdown `- [title](path) (date): description`; the status of a realm is in place of the
 * date. The HTML has elements instead of the punctuation. They are blocks, so that programs that
 * read the HTML find the same pieces of text.
 */
function pageLine(page: Outline, site: SiteOutline, { dated, long }: ListStyle): Line {
  const { published, realm, language } = page;
  const { words } = site;
  const link = `- ${linkTo(page, site)}`;
  const about = long ? "" : marks.markLanguage(escapeMarkdown(page.description), language, words);
  const end = (punctuation: string, tags: string): string =>
    about === ""
      ? marks.tagsOr(punctuation, tags)
      : paragraph([`${punctuation}: `, about, ""], `${tags} <p class="about">`);
  if (dated && published !== null) {
    const day = daysIn(words)(published.slice(0, 10));
    return { markdown: `${link} ${day}${end(")", "</time></div>")}`, remark: "date" };
  }
  if (!dated && !long && realm) {
    const begin = marks.tagsOr("(*", marks.statusTag(realm.status));
    const status = marks.sayMarkdown(words, `status.${realm.status}`);
    return { markdown: `${link} ${begin}${status}${end("*)", "</div>")}`, remark: "status" };
  }
  return { markdown: link, text: about === "" ? undefined : [": ", about, ""] };
}

/** The beginning of a date in a list; remembered, because the pages of a large site share days. */
const daysIn = memoize((words: Words) =>
  memoizeText((date) => {
    const begin = marks.tagsOr("(", `${marks.dateTag}<time datetime="${date}">`);
    return begin + marks.sayMarkdown(words, "date.day", dayValues(date, words));
  }),
);

/** A text as a paragraph in the HTML, without its punctuation; `tags` begin it. */
function paragraph([before, text, after]: Text, tags: string): string {
  return `${marks.tagsOr(before, tags)}${text}${marks.tagsOr(after, "</p>")}`;
}

function pageLines(pages: readonly Outline[], site: SiteOutline, style: ListStyle = {}): Line[] {
  return pages.map((page) => pageLine(page, site, style));
}

/** A folder with the number of the pages below it. */
function folderLine({ path, total }: Section, site: SiteOutline): Line {
  const title = site.byPath.get(path)?.title ?? decodeURI(path);
  return countedLine({ title, path }, total, site);
}

function countedLine(to: Link, count: number, site: SiteOutline, unit = "pages"): Line {
  const number = marks.sayMarkdown(site.words, `list.${unit}`, { count });
  return { markdown: `- ${linkTo(to, site)}`, remark: "count", text: [" (", number, ")"] };
}

/** A list whose classes in the HTML follow from its lines. */
function list(lines: readonly Line[]): string {
  const isCounted = lines.every(({ remark }) => remark === "count");
  const hasColumn = lines.some(({ remark }) => remark === "date" || remark === "status");
  // Beside a column each text is a paragraph, because text alone would stand in the column.
  const items = lines.map(({ markdown, text }) => {
    if (text === undefined) return markdown;
    return markdown + (hasColumn ? paragraph(text, '<p class="about">') : text.join(""));
  });
  if (isCounted) return marks.withClass("counted", items.join("\n"));
  return hasColumn ? marks.withClass(marks.columnsClass, items.join("\n")) : items.join("\n");
}

type Link = Pick<Outline, "title" | "path">;

/** A title as a link, in the language of the page that it leads to; plain if there is no page. */
function linkTo({ title, path }: Link, { byPath, words }: SiteOutline): string {
  const page = byPath.get(path);
  const text = escapeMarkdown(title);
  return page ? `[${marks.markLanguage(text, page.language, words)}](${path})` : text;
}

/** Lines under headings, which are years or names of words; those without lines are left out. */
function underHeadings(
  { words }: SiteOutline,
  groups: Iterable<readonly [heading: string, lines: readonly Line[]]>,
): string {
  const said = (name: string) =>
    /^\d/.test(name) ? name : marks.sayMarkdown(words, `list.${name}_heading`);
  const shown = [...groups].filter(([, lines]) => lines.length > 0);
  return shown.map(([heading, lines]) => `## ${said(heading)}\n\n${list(lines)}`).join("\n\n");
}
