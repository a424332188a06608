import { feedPath } from "../content/feeds.ts";
import type { Outline, Page } from "../content/page.ts";
import { type Html, html, sayHtml, trusted } from "../lib/html.ts";
import { say } from "../lib/phrases.ts";
import { documentOf } from "../model/create-site-model.ts";
import { localizeSite, type SiteModel, translationsOf } from "../model/site-model.ts";
import { pick } from "../words/words.ts";
import { ancestorsOf, renderHeader } from "./header.ts";
import { renderPageHead, renderShell } from "./html-document.ts";
import { renderBody, withLead } from "./page-body.ts";
import { renderNeighbours } from "./page-ways.ts";
import { renderPlan } from "./plan.ts";
import { sharedPartsOf } from "./shared-parts.ts";
import { renderSidebar } from "./sidebar.ts";

/**
 * The guestbook's page: the author's first words, then the book, then the sections that say how
 * programs read and sign. At each request, the guestbook's function replaces the comment, which is
 * there exactly once and holds the words that the function needs, with the form and the entries.
 * Tools that compare a page with its Markdown skip the element around it.
 */
function renderGuestbook({ html: text }: Page, { words }: SiteModel): Html {
  const { index } = /^<h2/m.exec(text) ?? { index: text.length };
  const said = JSON.stringify(pick(words, "guestbook", "fault", "date", "month", "text"));
  return html`${trusted(text.slice(0, index))}<div class="book" data-markdown-ignore>
${trusted(`<!--guestbook ${said.replaceAll(">", "\\u003e")}-->`)}
</div>
${trusted(text.slice(index))}`;
}

/**
 * The search page's body: a field, a place for results, and the index of the site, which works
 * without a script.
 */
function renderSearch(page: Page, model: SiteModel): Html {
  const { words } = model;
  const full = documentOf(model, "llms_full").path;
  const text = html`<a href="${full}">${sayHtml(words, "search.noscript_text")}</a>`;
  const said = JSON.stringify(pick(words, "search", "text"));
  const field = html`<input id="q" name="q" type="search" aria-label="${say(words, "search.label")}" autocomplete="off" enterkeyhint="search">`;
  return html`<form class="search" role="search" action="/search/" method="get" data-words="${said}">
<div class="search-line">${field}<button type="submit">${sayHtml(words, "search.button")}</button></div>
<output for="q"></output>
<noscript><p>${sayHtml(words, "search.noscript", { text })}</p></noscript>
</form>
<div id="results"></div>
<div id="site-index">
${trusted(page.html)}</div>
`;
}

/**
 * One page as a complete HTML document. Pure: the same page and model give the same bytes. The
 * title comes first in the source, breadcrumbs after it (the style shows them above or beside it),
 * and additions to the text (tags, a feed, the sidebar's links for programs) are in footers of the
 * article. So programs that read the HTML find the text early and know where it ends.
 */
export function renderPage(page: Page, site: SiteModel): string {
  const model = localizeSite(page.language, site);
  const parts = sharedPartsOf(model);
  const { head, footer } = page.type === "guestbook" ? parts.guestbook : parts;
  const ancestors = ancestorsOf(page, model);
  return renderShell({
    words: model.words,
    kind: page.type,
    head: html`${head}${renderPageHead(page, model, ancestors)}${renderOwnAssets(page, model)}`,
    header: renderHeader(page, model),
    main: html`<article class="page">
<header class="page-header">
<h1${page.title_id !== null && html` id="${page.title_id}"`}>${page.title}</h1>
${renderStandfirst(page)}${renderTranslations(page, model)}</header>
${renderSidebar(page, model, ancestors)}
<div class="body">
${page.type === "home" ? withPlan(renderMain(page, model), model) : renderMain(page, model)}
</div>
<footer class="page-footer">${renderNeighbours(page, model)}${renderTags(page, model)}${renderFeedLink(page, model)}${renderEditLink(page, model)}</footer>
</article>`,
    footer,
  });
}

/**
 * The home page's text with the plan of the rooms after its opening links, or on top; without
 * rooms, with the newest page as a lead.
 */
function withPlan({ value }: Html, model: SiteModel): Html {
  const ways = value.indexOf('<ul class="ways">');
  const end = ways === -1 ? 0 : value.indexOf("</ul>", ways) + "</ul>\n".length;
  const plan = renderPlan(model);
  if (plan === null) return withLead(value, model);
  return html`${trusted(value.slice(0, end))}${plan}${trusted(value.slice(end))}`;
}

/**
 * The tags of a page, as links to their pages. They are below the text, where readers look for what
 * to read next.
 */
function renderTags({ tags }: Page, model: SiteModel): Html | null {
  if (tags.length === 0) return null;
  const { tagPath } = sharedPartsOf(model);
  const item = (tag: string): Html => {
    const path = tagPath(tag);
    return html`<li>${path === null ? tag : html`<a rel="tag" href="${path}">${tag}</a>`}</li>`;
  };
  return html`<ul class="tags" aria-label="${say(model.words, "page.tags")}">${tags.map(item)}</ul>
`;
}

/** A link to the feed of a section or tag, on its page. */
function renderFeedLink({ path }: Page, { feeds, words }: SiteModel): Html | null {
  if (!feeds.has(path)) return null;
  return html`<p class="follow"><a href="${feedPath(path)}" type="application/atom+xml">${sayHtml(words, "page.feed")}</a></p>\n`;
}

/** A link to the git host's editor for the page's file. */
function renderEditLink({ source }: Page, { facts: { edit_url }, words }: SiteModel): Html | null {
  if (edit_url === undefined || source === null) return null;
  const address = `${edit_url.replace(/\/$/, "")}/${source.split("/").map(encodeURIComponent).join("/")}`;
  return html`<p class="follow"><a href="${address}">${sayHtml(words, "page.edit")}</a></p>\n`;
}

function renderMain(page: Page, model: SiteModel): Html {
  if (page.type === "search") return renderSearch(page, model);
  if (page.type === "guestbook") return renderGuestbook(page, model);
  return renderBody(page);
}

/**
 * The description above the text, unless the title or the text says it already. Of the pages that
 * come with the software only the home page has one.
 */
function renderStandfirst({ source, type, title, description, text }: Page): Html | null {
  const isRepeated = text.slice(0, description.length + 200).includes(description.slice(0, 60));
  const isShipped = source === null && type !== "home";
  if (isShipped || isRepeated || description === "" || description === title) return null;
  return html`<p class="standfirst">${description}</p>\n`;
}

/** Links to the page in other languages, each in its own. */
function renderTranslations({ path }: Page, model: SiteModel): Html | null {
  const group = translationsOf(model).get(path);
  if (group === undefined) return null;
  const others = group.filter((page) => page.path !== path);
  const link = ({ path, language, title }: Outline): Html => {
    const { words } = localizeSite(language, model);
    const isEnglish = words.english.includes("page.translation");
    const said = isEnglish ? title : say(words, "page.translation");
    return html` <a href="${path}" hreflang="${language}" lang="${language}" dir="${words.dir}">${said}</a>`;
  };
  return html`<p class="translations" data-markdown-ignore>${others.map(link)}</p>\n`;
}

/**
 * Files that only one type of page loads. Content pages run no script; the guestbook and the search
 * have one each.
 */
function renderOwnAssets({ type }: Page, { assets }: SiteModel): Html {
  const script = assets.scripts[type];
  const style = assets.styles[type];
  return html`${style && html`<link rel="stylesheet" href="${style}">\n`}${
    script && html`<script type="module" src="${script}"></script>\n`
  }`;
}
