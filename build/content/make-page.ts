import type { MarkdownIt } from "markdown-it";
import { sha256 } from "../lib/bytes.ts";
import { dateTime } from "../lib/dates.ts";
import { oneLine } from "../lib/text.ts";
import { readTable } from "../lib/yaml.ts";
import type { LinkResolver } from "../markdown/link-types.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { type Opening, readOpening, renderMarkdown } from "../markdown/render-markdown.ts";
import type { Facts } from "../schemas/facts.ts";
import type { Affordance } from "../schemas/fields.ts";
import { decodedPath, pageNameOf } from "./address.ts";
import { feedIdOf } from "./feeds.ts";
import { isGenerated, type Outline, type Page } from "./page.ts";
import type { SourcePage } from "./read-page.ts";
import { recordOf, twinOf } from "./twin.ts";

/** Replaces the placeholder for the base URL, so that example commands are right on any host. */
const withBaseUrl = (text: string, base_url: string): string =>
  text.replaceAll("{site.base_url}", base_url);

interface PageOptions {
  facts: Facts;
  base_url: string;
  realm: Page["realm"];
  resolver: LinkResolver;
  /** As in `renderMarkdown`. */
  md?: MarkdownIt;
}

/** Renders a page: makes its HTML, text, twin and corpus record from its Markdown. */
export function makePage(sourcePage: SourcePage, body: string, options: PageOptions) {
  const { facts, base_url, realm, resolver, md } = options;
  const { type, matter } = sourcePage;
  const ids = layoutIds[type] ?? ["main"];
  const source = withBaseUrl(body, base_url);
  const rendered = renderMarkdown(source, matter.title, resolver, { ids, md, type });
  const { html, text, words, headings, title_id, hidden } = rendered;
  const outline = outlineOf(sourcePage, options, rendered);
  const underTitle = (markdown: string): string =>
    `# ${escapeMarkdown(outline.title)}\n${markdown === "" ? "" : `\n${markdown}\n`}`;
  const byAuthor = rendered.own && { ...rendered.own, markdown: underTitle(rendered.own.markdown) };
  const isManifesto = type === "manifesto";
  const own = isManifesto || isGenerated(outline) ? null : byAuthor;
  const covenant = isManifesto ? byAuthor : null;
  const page = { ...outline, html, text, words, own, covenant, headings, title_id };
  const markdown = underTitle(rendered.markdown);
  const twin = Buffer.from(twinOf(page, markdown, facts, base_url));
  const pageWithTwin = { ...page, twin, sha256: sha256(twin) };
  const record = isGenerated(page) ? Buffer.of() : recordOf(pageWithTwin, markdown, facts);
  // The record is not among them, because it is made from these.
  const shown = [isGenerated(page), page.draft, realm, matter.keywords];
  const parts = [pageWithTwin.sha256, sha256(html), ...shown];
  if (title_id !== null) parts.push(title_id);
  if (own) parts.push(own.markdown);
  if (page.translation_of !== null) parts.push(page.translation_of);
  const complete: Page = { ...pageWithTwin, record, content_sha256: sha256(JSON.stringify(parts)) };
  return { page: complete, hidden };
}

/** Ids of elements that the layout or the guestbook adds around the content, by page type. */
const layoutIds = readTable<Partial<Record<SourcePage["type"], readonly string[]>>>(
  import.meta.dirname,
  "layout-ids.yaml",
);

/** A file's or folder's name in words: `Getting started` for `getting-started`. Dates stay. */
export function nameInWords(name: string): string {
  const separators = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)|[-_\s\p{Cc}]+/gu;
  const words = name.replace(separators, (part) => (/\d/.test(part) ? part : " ")).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The facts that lists need about a page, which can be known before it is rendered. The title is
 * the front matter's, else the first level-one heading, else the name of the file or folder (on
 * the home page, of the site). The description is the front matter's, else the tagline if the page
 * is the home page and the site has one, else the first sentence.
 * @param opening The result of rendering. If left out, the body is parsed, but only if needed.
 */
export function outlineOf(
  sourcePage: SourcePage,
  { facts, base_url, realm, resolver }: PageOptions,
  opening?: Opening,
): Outline {
  const { matter, id, type, source, path, markdown_path } = sourcePage;
  const read = (): Opening =>
    (opening ??= readOpening(withBaseUrl(sourcePage.body, base_url), matter.title, resolver, {
      type,
    }));
  const isHome = path === "/";
  const fileName = isHome ? facts.name : (source && nameInWords(pageNameOf(source))) || id;
  const title = oneLine(matter.title ?? read().title_heading ?? fileName);
  const tagline = isHome && facts.tagline !== facts.name ? facts.tagline : undefined;
  return {
    id,
    type,
    source,
    path,
    url: base_url + path,
    markdown_path,
    markdown_url: base_url + markdown_path,
    title,
    short_title: matter.short_title ?? title,
    description: oneLine(matter.description ?? tagline ?? read().firstSentence()),
    language: matter.language ?? facts.language,
    translation_of: matter.translation_of ? encodeURI(decodedPath(matter.translation_of)) : null,
    published: sourcePage.published,
    updated: dateTime(matter.updated),
    tags: matter.tags ?? [],
    order: sourcePage.order,
    draft: sourcePage.keptOutBy !== undefined,
    aliases: matter.aliases ?? [],
    feed_id: feedIdOf(matter.feed_id, path, base_url),
    front_matter: matter as Readonly<Record<string, unknown>>,
    realm,
    list: sourcePage.list ?? null,
  };
}

/** The fields of a realm; null for every other page. */
export function realmOf({ type, matter }: SourcePage, affordances: readonly Affordance[]) {
  return type === "realm" && matter.status
    ? { status: matter.status, since: dateTime(matter.since), affordances: [...affordances] }
    : null;
}

/** A page's affordances with absolute addresses. Unresolvable ones are reported and left out. */
export function affordancesOf({ matter, lines, offset }: SourcePage, resolver: LinkResolver) {
  const line = (lines.affordances ?? 1) - 1 - offset;
  return (matter.affordances ?? []).flatMap((affordance) => {
    const { url, missing } = resolver.resolve(affordance.href, "link", line);
    return missing || !URL.canParse(url) ? [] : [{ ...affordance, href: url }];
  });
}
