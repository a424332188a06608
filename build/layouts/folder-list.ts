import type { Page } from "../content/page.ts";
import { folderOf, type Section } from "../content/sections.ts";
import { renderTime } from "../lib/dates.ts";
import { type Html, html } from "../lib/html.ts";
import { countOf } from "../lib/text.ts";
import { broughtPages, chosenPaths } from "../model/navigation.ts";
import { folderAt, pagesAt, type SiteModel } from "../model/site-model.ts";

/** A line of the list: a page or folder, and what is said of it. */
interface ListLine {
  path: string;
  title: string;
  remark: Html | string | null;
}

/**
 * What is in a folder and its page does not link to: below the text of a page that the author wrote at the folder's
 * address. A page that the build made lists everything itself.
 */
export function renderFolderList(page: Page, model: SiteModel): Html | null {
  const section = model.sections.get(page.path);
  if (page.list !== null || !section) return null;
  if (page.path === "/") return render("On this site", notReached(page, section, model));
  const linked = linksOf(page);
  return render(
    "In this folder",
    inFolder(section, model).filter(({ path }) => !linked.has(path)),
  );
}

/** The paths that links of a page's text lead to. */
function linksOf({ html }: Page): Set<string> {
  return new Set(Array.from(html.matchAll(/ href="([^"#?]*)/g), ([, href]) => href as string));
}

/**
 * What no link of the home page, of the main navigation or of the footer leads to: folders of which neither the page
 * nor any page below is linked; the pages of the first folder only if the author links none of them in the text or by
 * the facts, because who links some of them chose.
 */
function notReached(home: Page, root: Section, model: SiteModel): ListLine[] {
  const linked = linksOf(home);
  const reached = [...model.navigation, ...broughtPages(model.pages)].map(({ path }) => path);
  const paths = new Set([...linked, ...reached]);
  const firstFolders = new Set(Array.from(paths, (path) => /^\/[^/]+\//.exec(path)?.[0]));
  const folders = new Set(root.sections);
  const chosen = new Set([...linked, ...chosenPaths(model.facts.navigation ?? []).map(({ path }) => path)]);
  const isChosen = home.source !== null && root.members.some((path) => !folders.has(path) && chosen.has(path));
  return inFolder(root, model).filter(({ path }) =>
    folders.has(path) ? !firstFolders.has(path) : !isChosen && !paths.has(path) && folderOf(path) === "/",
  );
}

function render(name: string, entries: readonly ListLine[]): Html | null {
  if (entries.length === 0) return null;
  return html`<nav class="folder" aria-label="${name}">
<h2>${name}</h2>
<ul>
${entries.map(
  ({ path, title, remark }) => html`<li><a href="${path}">${title}</a>${remark && html` ${remark}`}</li>
`,
)}</ul>
</nav>
`;
}

/** The lines of a folder: of one that is listed by date its folders first. */
function inFolder({ dated, entries, members }: Section, model: SiteModel): ListLine[] {
  const folders = dated ? entries.filter((entry) => folderAt(entry, model)) : [];
  return [
    ...folders.flatMap((entry) => lineOf(entry, false, model)),
    ...(dated ? members : entries).flatMap((entry) => lineOf(entry, dated, model)),
  ];
}

function lineOf(entry: string, dated: boolean, model: SiteModel): ListLine[] {
  // Where something else has the address of a folder, there is no page to link.
  const [page] = pagesAt([entry], model);
  if (!page) return [];
  const folder = folderAt(entry, model);
  const date = dated && page.published ? renderTime(page.published) : null;
  return [{ path: entry, title: page.title, remark: folder ? inPages(folder.total) : date }];
}

function inPages(count: number): string {
  return `(${countOf(count, "page")})`;
}
