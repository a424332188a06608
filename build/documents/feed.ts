// The file alone, because the whole package takes long to load.
import dateToRfc3339 from "@11ty/eleventy-plugin-rss/src/dateRfc3339.js";
import { dateTime, lastChange } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { type Html, html, trusted } from "../lib/html.ts";
import { feedLength } from "../model/create-site-model.ts";
import type { SiteModel, TextDocument } from "../model/site-model.ts";

/** Atom, RFC 4287. */
export const feed: TextDocument = {
  kind: "text",
  id: "feed",
  path: "/feed.xml",
  media_type: "application/atom+xml",
  title: "Feed",
  purpose: `The newest ${feedLength} notes with their full text, as Atom.`,
  group: "format",
  render: (model) => {
    const { facts, base_url, updated } = model;
    return xml(
      html`${trusted('<?xml version="1.0" encoding="UTF-8"?>\n')}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${facts.language}">
<id>${base_url}/</id>
<title>${facts.name}</title>
<subtitle>${facts.tagline}</subtitle>
<link rel="self" type="application/atom+xml" href="${base_url}/feed.xml"/>
<link rel="alternate" type="text/html" href="${base_url}/"/>
<link rel="license" href="${facts.license.url}"/>
<updated>${rfc3339(updated)}</updated>
<author><name>${facts.author.name}</name>${facts.author.url && html`<uri>${facts.author.url}</uri>`}${facts.author.email && html`<email>${facts.author.email}</email>`}</author>
<rights>${facts.license.name}</rights>
${model.feed.map((page) => entry(page, model))}</feed>
`.value,
    );
  },
};

function entry(page: Page, { facts, base_url }: SiteModel): Html {
  const since = dateTime(facts.since) ?? "";
  return html`<entry>
<id>${page.url}</id>
<title>${page.title}</title>
<link rel="alternate" type="text/html" href="${page.url}"/>
<link rel="alternate" type="text/markdown" href="${page.markdown_url}"/>
<published>${rfc3339(page.published ?? since)}</published>
<updated>${rfc3339(lastChange(page) ?? since)}</updated>
${page.tags.map((tag) => html`<category term="${tag}"/>\n`)}${page.description === "" ? null : html`<summary>${page.description}</summary>\n`}<content type="html" xml:base="${page.url}" xml:lang="${page.language}">${withAbsoluteLinks(page.html, base_url)}</content>
</entry>
`;
}

/** Makes root-relative addresses absolute. Quotes inside text are escaped, so only attributes can match. */
function withAbsoluteLinks(markup: string, base_url: string): string {
  return markup.replace(/ (href|src)="\/(?!\/)/g, ` $1="${base_url}/`).replace(/ <a class="anchor"[^>]*><\/a>/g, "");
}

/** Removes the characters that no XML 1.0 document may contain (section 2.2). */
function xml(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}

function rfc3339(date: string): string {
  return dateToRfc3339(new Date(date));
}
