import { lastChange, type Outline } from "../content/page.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import {
  type DocumentFamily,
  type SiteModel,
  type TextDocument,
  translationsOf,
} from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

/**
 * The most addresses in a file; a larger site has an index of files:
 * https://www.sitemaps.org/protocol.html
 */
const mostAddresses = 50_000;
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const declaration = trusted('<?xml version="1.0" encoding="UTF-8"?>\n');

export const sitemap: TextDocument = {
  ...documentFacts("sitemap"),
  render(model, { templates }) {
    const parts = dividedEntries(model, templates);
    if (parts.length === 1) return urlset(parts[0] as Html[]);
    const files = parts.map(
      (_, part) => html`<sitemap><loc>${model.base_url}${partPath(part)}</loc></sitemap>\n`,
    );
    return html`${declaration}<sitemapindex xmlns="${namespace}">\n${files}</sitemapindex>\n`.value;
  },
};

export const sitemapParts: DocumentFamily = {
  ...documentFacts("sitemap_parts"),
  exampleName: ({ pages }) => (pages.length > mostAddresses ? "1" : undefined),
  files(model, { templates }) {
    const parts = dividedEntries(model, templates);
    return parts.length === 1
      ? []
      : parts.map((part, at) => ({ path: partPath(at), content: urlset(part) }));
  },
};

/** The entries of every page, then of pages from the author's templates, in enough parts. */
function dividedEntries(model: SiteModel, templates: readonly string[]): Html[][] {
  const { pages, base_url } = model;
  const translations = translationsOf(model);
  const all = [
    ...pages.map((page) => entry(page.url, lastChange(page), translations.get(page.path))),
    ...templates.map((path) => entry(base_url + path, null)),
  ];
  return Array.from({ length: Math.ceil(all.length / mostAddresses) }, (_, part) =>
    all.slice(part * mostAddresses, (part + 1) * mostAddresses),
  );
}

function partPath(part: number): string {
  return `/sitemap-${part + 1}.xml`;
}

function urlset(entries: readonly Html[]): string {
  const links = entries.some(({ value }) => value.includes("<xhtml:"));
  const xhtml = links && html` xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return html`${declaration}<urlset xmlns="${namespace}"${xhtml}>\n${entries}</urlset>\n`.value;
}

/** @param changed RFC 3339 date-time, or null if unknown. */
function entry(url: string, changed: string | null, translations: readonly Outline[] = []): Html {
  const links = translations.map(
    (page) => html`<xhtml:link rel="alternate" hreflang="${page.language}" href="${page.url}"/>`,
  );
  return html`<url><loc>${url}</loc>${changed !== null && html`<lastmod>${changed}</lastmod>`}${links}</url>\n`;
}
