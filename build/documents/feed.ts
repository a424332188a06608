import * as rss from "@11ty/eleventy-plugin-rss";
import { feedPath } from "../content/feeds.ts";
import { lastChange, type Page } from "../content/page.ts";
import { dateTime } from "../lib/dates.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import {
  type DocumentFamily,
  pagesAt,
  type SiteModel,
  type TextDocument,
} from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

export const feed: TextDocument = {
  ...documentFacts("feed"),
  async render(model) {
    const { name, tagline } = model.facts;
    const url = `${model.base_url}/`;
    const subtitle = tagline === name ? "" : tagline;
    const head = { id: url, self: `${url}feed.xml`, url, title: name, subtitle };
    const contents = await Promise.all(model.feed.map(contentElement));
    return [Buffer.from(renderFeed(head, model.feed, model, contents))];
  },
};

/** The feeds of sections and tags, without full texts, which would be repeated for every tag. */
export const feeds: DocumentFamily = {
  ...documentFacts("feeds"),
  exampleName({ feeds }) {
    const names = [...feeds.keys()].map((path) => path.slice(1, -1));
    return names.find((name) => !name.includes("/")) ?? names[0];
  },
  files: (model) =>
    [...model.feeds].map(([of, paths]) => {
      const path = feedPath(of);
      const { url, title: topic, description: subtitle } = model.byPath.get(of) as Page;
      const self = model.base_url + path;
      const head = { id: self, self, url, title: `${topic} · ${model.facts.name}`, subtitle };
      const content = renderFeed(head, pagesAt(paths, model), model);
      return { path: decodeURIComponent(path), content };
    }),
};

/** The properties of a feed. */
interface FeedHead {
  /** Its permanent name: an absolute address. */
  id: string;
  /** Its own address, absolute. */
  self: string;
  /** The page that shows people the same entries. */
  url: string;
  title: string;
  subtitle: string;
}

/**
 * An Atom feed, RFC 4287, without the characters that no XML 1.0 document may contain (section
 * 2.2). Its date is its newest page's.
 * @param contents The full texts of the pages, if the feed has them.
 */
function renderFeed(
  head: FeedHead,
  pages: readonly Page[],
  model: SiteModel,
  contents: readonly Html[] = [],
): string {
  const { language, license, author } = model.facts;
  const changes = pages.map((page) => ({ date: new Date(lastChange(page) ?? "") }));
  const updated =
    pages.length > 0 ? rss.getNewestCollectionItemDate(changes) : new Date(model.updated);
  const { value } =
    html`${trusted('<?xml version="1.0" encoding="UTF-8"?>\n')}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${head.id}</id>
<title>${head.title}</title>
${head.subtitle !== "" && html`<subtitle>${head.subtitle}</subtitle>\n`}<link rel="self" type="application/atom+xml" href="${head.self}"/>
<link rel="alternate" type="text/html" href="${head.url}"/>
<link rel="license" href="${license.url}"/>
<updated>${rss.dateToRfc3339(updated)}</updated>
<author><name>${author.name}</name>${author.url && html`<uri>${author.url}</uri>`}${author.email && html`<email>${author.email}</email>`}</author>
<rights>${license.name}</rights>
${pages.map((page, index) => renderEntry(page, model, contents[index]))}</feed>
`;
  return value.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}

/** A page as an entry; an undated page has the date of the site's beginning. */
function renderEntry(page: Page, { facts }: SiteModel, content: Html | null = null): Html {
  const rfc3339 = (date: string | null) =>
    rss.dateToRfc3339(new Date(date ?? dateTime(facts.since) ?? ""));
  return html`<entry>
<id>${page.feed_id}</id>
<title>${page.title}</title>
<link rel="alternate" type="text/html" href="${page.url}"/>
<link rel="alternate" type="text/markdown" href="${page.markdown_url}"/>
<published>${rfc3339(page.published)}</published>
<updated>${rfc3339(lastChange(page))}</updated>
${page.tags.map((tag) => html`<category term="${tag}"/>\n`)}${page.description !== "" && html`<summary>${page.description}</summary>\n`}${content}</entry>
`;
}

async function contentElement({ url, language, html: markup }: Page): Promise<Html> {
  const withoutAnchors = markup.replace(/ <a class="anchor"[^>]*><\/a>/g, "");
  const absolute = await rss.convertHtmlToAbsoluteUrls(withoutAnchors, url);
  return html`<content type="html" xml:base="${url}" xml:lang="${language}">${absolute}</content>\n`;
}
