import type { DocumentFamily, TextDocument } from "../catalogue/document.ts";
import type { Page } from "../content/page.ts";
import { lastChange } from "../content/pages.ts";
import type { Context } from "../context.ts";
import { html, trusted, type Html } from "../html/html.ts";

/** The protocol allows 50,000 addresses in a file; past that there is an index of files: https://www.sitemaps.org/protocol.html */
const most = 50_000;
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const declaration = trusted('<?xml version="1.0" encoding="UTF-8"?>\n');

export const sitemap: TextDocument = {
  kind: "text",
  id: "sitemap",
  path: "/sitemap.xml",
  media_type: "application/xml",
  title: "Sitemap",
  purpose: "Every page with the date of its last change; on a very large site, an index of such files.",
  group: "format",
  render: ({ pages, base_url }) => {
    if (pages.length <= most) return urlset(pages);
    const files = Array.from(
      { length: Math.ceil(pages.length / most) },
      (_, number) => html`<sitemap><loc>${base_url}${partPath(number)}</loc></sitemap>\n`,
    );
    return html`${declaration}<sitemapindex xmlns="${namespace}">\n${files}</sitemapindex>\n`.value;
  },
};

export const sitemapParts: DocumentFamily = {
  kind: "family",
  id: "sitemap_parts",
  path: "/sitemap-{number}.xml",
  media_type: "application/xml",
  title: "Parts of the sitemap",
  purpose: "The sitemap in files of 50,000 addresses, on a site that has more; there are none on a smaller one.",
  group: "format",
  files: ({ pages }: Context) =>
    pages.length <= most
      ? []
      : Array.from({ length: Math.ceil(pages.length / most) }, (_, number) => ({
          path: partPath(number),
          content: urlset(pages.slice(number * most, (number + 1) * most)),
        })),
};

function partPath(number: number): string {
  return `/sitemap-${number + 1}.xml`;
}

function urlset(pages: readonly Page[]): string {
  return html`${declaration}<urlset xmlns="${namespace}">\n${pages.map(entry)}</urlset>\n`.value;
}

function entry(page: Page): Html {
  const date = lastChange(page);
  return html`<url><loc>${page.url}</loc>${date !== null && html`<lastmod>${date}</lastmod>`}</url>\n`;
}
