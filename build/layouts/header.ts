import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import { pagesAt, type SiteModel } from "../model/site-model.ts";

/**
 * The header of every page: the site's name and the main navigation, with the entry of the current
 * page marked.
 * @param page null on the pages for addresses that lead nowhere
 */
export function renderHeader(page: Pick<Page, "path"> | null, model: SiteModel): Html {
  const { facts, navigation, byPath } = model;
  const current = page === null ? "" : currentEntry(page.path, model);
  const exact = page !== null && current === page.path;
  const state = (path: string): Html | null => {
    if (path !== current || (path === "/" && !exact)) return null;
    return html` aria-current="${exact ? "page" : "true"}"`;
  };
  const hasSearch = page?.path !== "/search/" && byPath.has("/search/");
  return html`<header class="site-header">
<div class="inner">
<a class="name" href="/"${state("/")}>${facts.name}</a>
${
  navigation.length > 0 &&
  html`<details class="menu">
<summary>Menu</summary>
<nav class="site-nav" aria-label="Main">
<ul>
${navigation.map(({ path, title }) => html`<li><a href="${path}"${state(path)}>${title}</a></li>\n`)}</ul>
</nav>
</details>
`
}${hasSearch && searchLink}</div>
</header>`;
}

/**
 * The path of a page's navigation entry: its own, else that of the nearest folder above it, else
 * the home page's.
 */
function currentEntry(path: string, { navigation }: SiteModel): string {
  const above = navigation.map((entry) => entry.path).filter((entry) => path.startsWith(entry));
  return above.sort((a, b) => b.length - a.length)[0] ?? "/";
}

/** The link to the search, on every page except the search page. */
const searchLink = html`<a class="search-link" href="/search/" aria-label="Search"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="10" cy="10" r="6"/><path d="m14.5 14.5 6 6"/></svg></a>
`;

/** The pages above a page, outermost first, without the home page and pages of templates. */
export function ancestorsOf(page: Page, model: Pick<SiteModel, "byPath" | "given">): Page[] {
  const folders = page.path.split("/").slice(1, -2);
  const paths = folders.map((_, index) => `/${folders.slice(0, index + 1).join("/")}/`);
  return pagesAt(paths, model).filter(({ path }) => !model.given.has(path));
}

/**
 * Breadcrumbs: links to the home page and to the pages above this one. If only the home page is
 * above, the site's name in the header is that link already.
 */
export function renderBreadcrumbs(ancestors: readonly Page[], model: SiteModel): Html | null {
  if (ancestors.length === 0) return null;
  return html`<nav class="crumbs" aria-label="Where this page is">
<ol>
<li><a href="/">${model.facts.name}</a></li>
${ancestors.map((above) => html`<li><a href="${above.path}">${above.title}</a></li>\n`)}</ol>
</nav>`;
}
