import type { GeneratedList, Page } from "../content/page.ts";
import { folderOf, type Section } from "../content/sections.ts";
import { tagSlug } from "../content/tags.ts";
import { renderTime } from "../lib/dates.ts";
import { type Html, html } from "../lib/html.ts";
import { countOf } from "../lib/text.ts";
import { broughtPages, chosenPaths } from "../model/navigation.ts";
import { folderAt, pagesAt, type SiteModel } from "../model/site-model.ts";
import { partOf } from "./list-parts.ts";

/** A line of the list: a page or folder, and what is said of it. */
interface ListLine {
  path: string;
  title: string;
  remark: Html | string | null;
}

/**
 * What is in a folder, or has a tag, and its page does not link to: below the text of a page that the author wrote at
 * the folder's or tag's address. A page that the build made lists everything itself.
 */
export function renderFolderList(page: Page, model: SiteModel): Html | null {
  if (page.list !== null) return null;
  if (page.path === "/") return render("On this site", notReached(page, model));
  const section = model.sections.get(page.path);
  const tag = page.path.startsWith("/tags/")
    ? model.tags.get(tagSlug(decodeURIComponent(page.id.slice(5))))
    : undefined;
  if (!section && !tag) return null;
  const all = [
    ...(section ? inFolder(section, model) : []),
    ...(tag ? partLines({ kind: "tag", of: tag.path }, tag.members, tag.dated, model) : []),
  ];
  const linked = linksOf(page);
  const others = all.filter(({ path }) => !linked.has(path));
  const name = tag && !section ? "Pages with this tag" : "In this folder";
  return render(name, others, others.length < all.length ? "More in this folder" : name);
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
function notReached(home: Page, model: SiteModel): ListLine[] {
  const linked = linksOf(home);
  const reached = [...model.navigation, ...broughtPages(model.pages)].map(({ path }) => path);
  const paths = new Set([...linked, ...reached]);
  const firstFolders = new Set(Array.from(paths, (path) => /^\/[^/]+\//.exec(path)?.[0]));
  const root = model.sections.get("/");
  if (!root) return [];
  const folders = new Set(root.sections);
  const chosen = new Set([...linked, ...chosenPaths(model.facts.navigation ?? []).map(({ path }) => path)]);
  const isChosen = home.source !== null && root.members.some((path) => !folders.has(path) && chosen.has(path));
  return inFolder(root, model).filter(({ path }) =>
    folders.has(path) ? !firstFolders.has(path) : !isChosen && !paths.has(path) && folderOf(path) === "/",
  );
}

function render(name: string, entries: readonly ListLine[], heading = name): Html | null {
  if (entries.length === 0) return null;
  return html`<nav class="folder" aria-label="${name}">
<h2>${heading}</h2>
<ul>
${entries.map(
  ({ path, title, remark }) => html`<li><a href="${path}">${title}</a>${remark && html` ${remark}`}</li>
`,
)}</ul>
</nav>
`;
}

function inFolder({ path, dated, entries, members }: Section, model: SiteModel): ListLine[] {
  const folders = dated ? entries.filter((entry) => folderAt(entry, model)) : [];
  return [
    ...folders.flatMap((entry) => lineOf(entry, false, model)),
    ...partLines({ kind: "section", of: path }, dated ? members : entries, dated, model),
  ];
}

/** The lines of a list, and of a long one the pages of its further parts. */
function partLines(
  list: Omit<GeneratedList, "part">,
  paths: readonly string[],
  dated: boolean,
  model: SiteModel,
): ListLine[] {
  const { shown, others } = partOf({ ...list, part: 0 }, paths, dated, model);
  return [
    ...shown.flatMap((path) => lineOf(path, dated, model)),
    ...others.flatMap(({ page, length }) =>
      page ? [{ path: page.path, title: page.title, remark: inPages(length) }] : [],
    ),
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
