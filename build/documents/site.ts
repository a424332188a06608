import { feedPath } from "../content/feeds.ts";
import { isGenerated } from "../content/page.ts";
import { dateTime } from "../lib/dates.ts";
import { ownDocument } from "./api-document.ts";

export const site = ownDocument({
  id: "site",
  data: ({ facts, base_url, version, updated, navigation, pages, feeds, counts }) => ({
    principles: [],
    ...facts,
    navigation,
    pages: pages.map((page) => ({
      ...page,
      ...page.own,
      translation_of: page.translation_of ? base_url + page.translation_of : undefined,
      generated: isGenerated(page) || undefined,
      partly_generated: page.own ? true : undefined,
      feed: feeds.has(page.path) ? base_url + feedPath(page.path) : undefined,
    })),
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
});
