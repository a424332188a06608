import { feedPath } from "../content/feeds.ts";
import type { Page } from "../content/page.ts";
import { type Html, html, sayHtml } from "../lib/html.ts";
import { say, type Words } from "../lib/phrases.ts";
import { strangersReservation } from "../model/permissions.ts";
import { type SiteModel, translationsOf } from "../model/site-model.ts";
import { renderJsonLd } from "./json-ld.ts";

/** The parts of an HTML document, in order. */
export interface Shell {
  /** Those of the page's language. */
  words: Words;
  /** The type of page, for styles: `body.type-…`. */
  kind: string;
  head: Html;
  header: Html;
  main: Html;
  footer: Html;
}

/** A complete HTML document. */
export function renderShell({ words, kind, head, header, main, footer }: Shell): string {
  return `<!doctype html>
<html lang="${html`${words.language}`}"${words.dir === "rtl" ? ' dir="rtl"' : ""}>
<head>
${head}</head>
<body class="type-${html`${kind}`}">
<a class="skip" href="#main">${sayHtml(words, "frame.skip")}</a>
${header}
<main id="main" tabindex="-1">
${main}
</main>
${footer}
</body>
</html>
`;
}

/**
 * The part of `<head>` that is the same on all pages.
 * @param isLicensed False on the guestbook's page, which has no license and reserves the rights to
 * text and data mining.
 */
export function renderConstantHead(
  { facts, assets, base_url }: SiteModel,
  isLicensed: boolean,
): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${assets.display_face && html`<link rel="preload" href="${assets.display_face}" as="font" type="font/woff2" crossorigin>\n`}<link rel="stylesheet" href="${assets.style}">
<link rel="icon" href="${assets.favicon}"${assets.favicon.endsWith(".svg") && html` type="image/svg+xml"`}>
<link rel="alternate" href="/feed.xml" type="application/atom+xml" title="${facts.name}">
<link rel="describedby" href="/llms.txt" type="text/plain">
<link rel="api-catalog" href="/.well-known/api-catalog">
${isLicensed ? html`<link rel="license" href="${facts.license.url}">` : html`<meta name="tdm-reservation" content="${strangersReservation}">`}
<meta property="og:site_name" content="${facts.name}">
<meta property="og:image" content="${base_url + assets.social_image}">
<meta property="og:image:alt" content="${facts.name}">
<meta name="twitter:card" content="summary_large_image">
`;
}

/** The part of `<head>` that belongs to one page, structured data included. */
export function renderPageHead(page: Page, model: SiteModel, ancestors: readonly Page[]): Html {
  const article = page.type === "note";
  const feed =
    page.type === "guestbook"
      ? model.operations.find(({ id }) => id === "guestbook_feed")?.path
      : model.feeds.has(page.path)
        ? feedPath(page.path)
        : undefined;
  return html`<title>${documentTitle(page, model)}</title>
${page.description && html`<meta name="description" content="${page.description}">\n`}<link rel="canonical" href="${page.url}">
${(translationsOf(model).get(page.path) ?? []).map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`)}<link rel="alternate" href="${page.markdown_path}" type="text/markdown" title="${say(model.words, "page.markdown")}">
${
  feed &&
  html`<link rel="alternate" href="${feed}" type="application/atom+xml" title="${documentTitle(page, model)}">
`
}<meta property="og:type" content="${article ? "article" : "website"}">
<meta property="og:title" content="${page.title}">
${page.description && html`<meta property="og:description" content="${page.description}">\n`}<meta property="og:url" content="${page.url}">
${article && page.published && html`<meta property="article:published_time" content="${page.published}">\n`}${article && page.updated && html`<meta property="article:modified_time" content="${page.updated}">\n`}${renderJsonLd(page, model, ancestors)}`;
}

function documentTitle(page: Page, { facts }: SiteModel): string {
  if (page.type === "home" && facts.tagline !== facts.name)
    return `${facts.name}: ${facts.tagline}`;
  return page.title === facts.name ? page.title : `${page.title} · ${facts.name}`;
}
