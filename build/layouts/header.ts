import type { Page } from "../content/page.ts";
import { type Html, html, sayHtml } from "../lib/html.ts";
import { getOrInsert, memoize, memoizeText } from "../lib/once.ts";
import { say } from "../lib/phrases.ts";
import { pagesAt, type SiteModel } from "../model/site-model.ts";
import { inLanguage, titleIn } from "../words/words.ts";

/**
 * The header of every page: the site's name and the main navigation, with the entry of the current
 * page marked.
 * @param page null on the pages for addresses that lead nowhere
 */
export function renderHeader(page: Pick<Page, "path"> | null, model: SiteModel): Html {
  const current = page === null ? "" : currentEntry(page.path, model);
  const exact = page !== null && current === page.path;
  const hasSearch = page?.path !== "/search/" && model.byPath.has("/search/");
  return getOrInsert(pageHeadersOf(model), `${current} ${exact} ${hasSearch}`, () =>
    makeHeader(current, exact, hasSearch, model),
  );
}

/** The headers of a site; most pages of a folder share one. */
const pageHeadersOf = memoize((_: SiteModel) => new Map<string, Html>());

function makeHeader(current: string, exact: boolean, hasSearch: boolean, model: SiteModel): Html {
  const { facts, navigation, byPath, words } = model;
  const state = (path: string): Html | null => {
    if (path !== current || (path === "/" && !exact)) return null;
    return html` aria-current="${exact ? "page" : "true"}"`;
  };
  const languageOf = (path: string) => byPath.get(path)?.language ?? facts.language;
  return html`<header class="site-header">
<div class="inner">
<a class="name" href="/"${state("/")}>${titleIn(facts.name, facts.language, words)}</a>
${
  navigation.length > 0 &&
  html`<details class="menu">
<summary>${sayHtml(words, "frame.menu")}</summary>
<nav class="site-nav" aria-label="${say(words, "frame.navigation")}">
<ul>
${navigation.map(({ path, title }) => html`<li><a href="${path}"${state(path)}>${titleIn(title, languageOf(path), words)}</a></li>\n`)}</ul>
</nav>
</details>
`
}${
  hasSearch &&
  html`<a class="search-link" href="/search/" aria-label="${say(words, "frame.search")}"${words.english.includes("frame.search") && inLanguage("en", words)}><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="10" cy="10" r="6"/><path d="m14.5 14.5 6 6"/></svg></a>
`
}</div>
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

/** The pages above a page in a folder: for the folder `/a/b`, those at `/a/` and `/a/b/`. */
const pagesAbove = memoize((model: SiteModel) =>
  memoizeText((folder) => {
    const names = folder.split("/").slice(1);
    const paths = names.map((_, index) => `/${names.slice(0, index + 1).join("/")}/`);
    return pagesAt(paths, model).filter(({ path }) => !model.replaced.has(path));
  }),
);

/** The pages above a page, outermost first, without the home page and pages of templates. */
export function ancestorsOf({ path }: Page, model: SiteModel): readonly Page[] {
  return pagesAbove(model)(path.slice(0, path.lastIndexOf("/", path.length - 2)));
}

/**
 * Breadcrumbs: links to the home page and to the pages above this one. If only the home page is
 * above, the site's name in the header is that link already.
 */
export function renderBreadcrumbs(ancestors: readonly Page[], model: SiteModel): Html | null {
  if (ancestors.length === 0) return null;
  const { facts, words } = model;
  return html`<nav class="crumbs" aria-label="${say(words, "frame.crumbs")}">
<ol>
<li><a href="/"${inLanguage(facts.language, words)}>${facts.name}</a></li>
${ancestors.map((above) => html`<li><a href="${above.path}"${inLanguage(above.language, words)}>${above.title}</a></li>\n`)}</ol>
</nav>`;
}
