import type { Page } from "../content/page.ts";
import { dateTime } from "../lib/dates.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import { documentOf, jsonLines } from "../model/create-site-model.ts";
import type { SiteModel } from "../model/site-model.ts";

type Node = Record<string, unknown>;

/** A page's structured data (schema.org) as a script element of JSON, which browsers do not run. */
export function renderJsonLd(page: Page, model: SiteModel, ancestors: readonly Page[]): Html {
  const graph = { "@context": "https://schema.org", "@graph": nodesOf(page, model, ancestors) };
  // Each `<` is escaped: it could end the element or begin a comment.
  const json = JSON.stringify(graph).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${trusted(json)}</script>\n`;
}

function nodesOf(page: Page, model: SiteModel, ancestors: readonly Page[]): Node[] {
  const { facts, base_url } = model;
  const website = `${base_url}/#website`;
  // Undefined values are left out of the JSON.
  const shared = {
    url: page.url,
    description: page.description || undefined,
    inLanguage: page.language,
    isAccessibleForFree: true,
    // The site's license does not cover the guestbook's entries, which visitors wrote.
    license: page.type === "guestbook" ? undefined : facts.license.url,
    usageInfo: page.type === "guestbook" ? undefined : model.manifesto.url,
    datePublished: page.published ?? undefined,
    dateModified: page.updated ?? undefined,
  };
  const publisher = {
    "@type": "Organization",
    name: facts.author.name,
    url: facts.author.url ?? `${base_url}/`,
  };
  if (page.type === "home") {
    const dateCreated = dateTime(facts.since);
    return [
      { "@type": "WebSite", "@id": website, name: facts.name, publisher, dateCreated, ...shared },
    ];
  }
  const described = {
    "@id": page.url,
    name: page.title,
    isPartOf: { "@id": website },
    encoding: {
      "@type": "MediaObject",
      contentUrl: page.markdown_url,
      encodingFormat: "text/markdown",
      sha256: page.sha256,
    },
    ...shared,
  };
  const node =
    page.type === "note"
      ? {
          "@type": "Article",
          headline: page.title,
          author: publisher,
          wordCount: page.words,
          mainEntityOfPage: page.url,
          ...described,
        }
      : { "@type": page.type === "list" ? "CollectionPage" : "WebPage", ...described };
  const trail = [model.home, ...ancestors, page].map((step, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: step.title,
    item: step.url,
  }));
  const data = page.id === "corpus" ? [dataset(page, model, publisher)] : [];
  return [node, { "@type": "BreadcrumbList", itemListElement: trail }, ...data];
}

/** The corpus as schema.org's Dataset, with both of its files. */
function dataset(page: Page, model: SiteModel, creator: Node): Node {
  const { facts, base_url, updated } = model;
  const download = (id: string, path = documentOf(model, id).path): Node => ({
    "@type": "DataDownload",
    name: documentOf(model, id).title,
    contentUrl: base_url + path,
    encodingFormat: documentOf(model, id).media_type,
  });
  const lines = jsonLines(model);
  return {
    "@type": "Dataset",
    "@id": `${page.url}#dataset`,
    name: `${facts.name}: ${page.title}`,
    description: page.description,
    url: page.url,
    license: facts.license.url,
    isAccessibleForFree: true,
    creator,
    dateModified: updated,
    distribution: [
      download("corpus"),
      { ...download("corpus_jsonl", lines.path), sha256: lines.sha256 },
    ],
  };
}
