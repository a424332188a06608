import type { JsonDocument } from "../catalogue/document.ts";
import { perPage } from "../content/memory.ts";
import type { Page } from "../content/page.ts";
import { dateTime } from "../content/pages.ts";
import { pageFacts } from "../content/record.ts";
import type { NavigationItem } from "../context.ts";
import { SiteDocument } from "../schemas/documents/site.ts";

export const site: JsonDocument = {
  kind: "json",
  id: "site",
  path: "/api/site.json",
  media_type: "application/json",
  title: "Site",
  purpose: "The site's facts, its navigation and a list of all its pages.",
  group: "api",
  schema: SiteDocument,
  data: ({ facts, base_url, version, updated, navigation, pages, counts }) => ({
    name: facts.name,
    tagline: facts.tagline,
    description: facts.description,
    language: facts.language,
    author: facts.author,
    license: facts.license,
    permissions: facts.permissions,
    principles: facts.principles,
    navigation: navigation.map(item),
    pages: pages.map((page) => perPage(site, page, summary)),
    metadata: {
      base_url,
      version,
      since: dateTime(facts.since),
      updated,
      page_count: counts.pages,
      feed: `${base_url}/feed.xml`,
      sitemap: `${base_url}/sitemap.xml`,
    },
  }),
};

function summary(page: Page) {
  return { ...pageFacts(page), tags: page.tags, words: page.words, sha256: page.sha256 };
}

function item({ title, path, url, children }: NavigationItem): unknown {
  return { title, path, url, children: children.map(item) };
}
