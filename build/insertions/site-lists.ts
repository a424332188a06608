import { isFeedEntry } from "../content/feeds.ts";
import { isOnlyList, type Outline } from "../content/page.ts";
import { byAddress, sorted } from "../content/page-order.ts";
import type { Section } from "../content/sections.ts";
import { countOf, readTemplate } from "../lib/text.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";
import { folderLine, folderList, linkTo, pageLines, underHeadings } from "./lists.ts";

const firstSteps = readTemplate(import.meta.dirname, "first-steps.md");

/** Up to how many pages a site is listed whole on its home page and on the search page. */
const smallSite = 200;

/** How many of the newest pages are listed of a larger one. */
const newestShown = 10;

/** How many of its pages in no folder are. */
const firstShown = 50;

/** The newest five notes. */
export function newestNotes({ notes }: SiteOutline): string {
  return pageLines(notes.slice(0, 5), { dated: true }).join("\n");
}

/**
 * The list on a home page that its author did not write: the newest dated pages; without any the
 * top of the folder, or an overview of a large site; for an empty folder the first steps.
 */
export function frontPage(model: SiteOutline): string {
  const newest = newestOf(model);
  if (newest.length > 0) return pageLines(newest, { dated: true }).join("\n");
  if (model.pages.length > smallSite) return overview(model);
  const root = model.sections.get("/") as Section;
  return root.total > 0 ? folderList(root, model) : firstSteps({}).trimEnd();
}

/** Every page by its kind, or an overview of a large site. */
export function allPages(model: SiteOutline): string {
  if (model.pages.length > smallSite) return overview(model);
  const others = model.pages.filter(
    (page) =>
      (!isOnlyList(page) || page.path === "/tags/") &&
      page.type !== "note" &&
      page.type !== "realm",
  );
  return underHeadings([
    ["Pages", pageLines(byAddress(others), {})],
    ["Projects", pageLines(model.realms, {})],
    ["Notes", pageLines(model.notes, {})],
  ]);
}

/**
 * An overview of a large site: the folders at the top, the newest pages, the pages in no folder,
 * and tags.
 */
function overview(model: SiteOutline): string {
  const root = model.sections.get("/") as Section;
  const folders = root.sections.flatMap((path) => model.sections.get(path) ?? []);
  const pages = pagesAt(root.members, model).filter(
    ({ path }) => !folderAt(path, model) && !model.sections.has(path),
  );
  const tags = model.byPath.get("/tags/");
  const all = pages.length > firstShown ? model.pages.find(({ list }) => list === "/") : undefined;
  const shown = pageLines(pages.slice(0, all && firstShown), {});
  return underHeadings([
    ["Folders", folders.map((folder) => folderLine(folder, model))],
    ["Newest", pageLines(newestOf(model), { dated: true })],
    [
      "Pages",
      all ? [...shown, `- ${linkTo(all.title, all)} (${countOf(pages.length, "page")})`] : shown,
    ],
    ["Tags", tags ? [`- ${linkTo(tags.title, tags)} (${countOf(model.tags.size, "tag")})`] : []],
  ]);
}

/** The newest of the author's dated pages. */
function newestOf({ pages, sections }: SiteOutline): Outline[] {
  const dated = pages.filter((page) => isFeedEntry(page, sections));
  return sorted(dated, true).slice(0, newestShown);
}
