import { lastChange } from "../content/page.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import type { DocumentFamily, SiteModel, TextDocument } from "../model/site-model.ts";
import { described } from "./api-document.ts";

/**
 * The most addresses in a file; a larger site has an index of files:
 * https://www.sitemaps.org/protocol.html
 */
const most = 50_000;
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const declaration = trusted('<?xml version="1.0" encoding="UTF-8"?>\n');

export const sitemap: TextDocument = {
  ...described("sitemap"),
  render(model, { templates }) {
    const parts = partsOf(model, templates);
    if (parts.length === 1) return urlset(parts[0] as SitemapEntry[]);
    const files = parts.map(
      (_, part) => html`<sitemap><loc>${model.base_url}${partPath(part)}</loc></sitemap>\n`,
    );
    return html`${declaration}<sitemapindex xmlns="${namespace}">\n${files}</sitemapindex>\n`.value;
  },
};

export const sitemapParts: DocumentFamily = {
  ...described("sitemap_parts"),
  exampleName: ({ pages }) => (pages.length > most ? "1" : undefined),
  files(model, { templates }) {
    const parts = partsOf(model, templates);
    return parts.length === 1
      ? []
      : parts.map((part, at) => ({ path: partPath(at), content: urlset(part) }));
  },
};

interface SitemapEntry {
  url: string;
  /** RFC 3339 date-time, or null if unknown. */
  changed: string | null;
}

/** Every page, then the pages from the author's templates, in as many parts as they need. */
function partsOf({ pages, base_url }: SiteModel, templates: readonly string[]): SitemapEntry[][] {
  const all: SitemapEntry[] = [
    ...pages.map((page) => ({ url: page.url, changed: lastChange(page) })),
    ...templates.map((path) => ({ url: base_url + path, changed: null })),
  ];
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );
}

function partPath(part: number): string {
  return `/sitemap-${part + 1}.xml`;
}

function urlset(addresses: readonly SitemapEntry[]): string {
  return html`${declaration}<urlset xmlns="${namespace}">\n${addresses.map(entry)}</urlset>\n`
    .value;
}

function entry({ url, changed }: SitemapEntry): Html {
  return html`<url><loc>${url}</loc>${changed !== null && html`<lastmod>${changed}</lastmod>`}</url>\n`;
}
