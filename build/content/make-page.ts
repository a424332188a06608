import { sha256, sharedBytes } from "../lib/bytes.ts";
import { dateTime } from "../lib/dates.ts";
import type { LinkResolver } from "../markdown/link-types.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { renderMarkdown } from "../markdown/render.ts";
import type { Facts } from "../schemas/facts.ts";
import type { Affordance } from "../schemas/fields.ts";
import { folderPageNames, postOf, withoutEnding } from "./address.ts";
import type { Page } from "./page.ts";
import type { SourcePage } from "./parse-page.ts";
import { withoutNumber } from "./path-endings.ts";
import { recordOf, twinOf } from "./twin.ts";

/**
 * Stands for the site's base URL in what authors write, so that example commands are right wherever the site is served.
 */
const baseUrlToken = "{site.base_url}";

interface PageOptions {
  facts: Facts;
  base_url: string;
  realm: Page["realm"];
  resolver: LinkResolver;
}

/** Renders a page: makes its HTML, text, twin and corpus record from its Markdown. */
export function makePage(
  sourcePage: SourcePage,
  body: string,
  { facts, base_url, realm, resolver }: PageOptions,
): Page {
  const rendered = renderMarkdown(
    body.replaceAll(baseUrlToken, base_url),
    sourcePage.matter.title,
    resolver,
    layoutIds(sourcePage.type),
  );
  const title = sourcePage.matter.title ?? rendered.title_heading ?? titleOf(sourcePage, facts);
  const page = {
    ...outline(sourcePage, facts, base_url, title, descriptionOf(sourcePage, facts) ?? rendered.first_sentence),
    html: rendered.html,
    text: rendered.text,
    words: rendered.words,
    headings: rendered.headings,
    title_id: rendered.title_id,
    realm,
  };
  const markdown = `# ${escapeMarkdown(title)}\n${rendered.markdown === "" ? "" : `\n${rendered.markdown}\n`}`;
  const twin = sharedBytes(twinOf(page, markdown, facts, base_url));
  const whole = { ...page, twin, sha256: sha256(twin) };
  const record = recordOf(whole, markdown, facts);
  // The record contains the digest of the twin, so the twin is covered too.
  const parts = [sha256(record), sha256(page.html), page.source === null, page.draft, realm];
  if (page.title_id !== null) parts.push(page.title_id);
  return { ...whole, record, whole_sha256: sha256(JSON.stringify(parts)) };
}

/** A page without its content, for lists of pages that are made before that page is rendered. */
export function placeholder(sourcePage: SourcePage, { facts, base_url, realm }: Omit<PageOptions, "resolver">): Page {
  const own = sourcePage.matter.title;
  const authored = descriptionOf(sourcePage, facts);
  const rendered =
    own === undefined || authored === undefined ? renderMarkdown(sourcePage.body, own, noLinks) : undefined;
  const title = own ?? rendered?.title_heading ?? titleOf(sourcePage, facts);
  const page = {
    ...outline(sourcePage, facts, base_url, title, authored ?? rendered?.first_sentence ?? ""),
    html: "",
    text: "",
    words: 0,
    headings: [],
    title_id: null,
    twin: new Uint8Array(),
    sha256: "0".repeat(64),
    whole_sha256: "0".repeat(64),
    realm,
  };
  return { ...page, record: recordOf(page, "", facts) };
}

/**
 * Resolves nothing and reports nothing, where only a page's words are wanted: its faults are reported when it is
 * rendered.
 */
const noLinks: LinkResolver = {
  resolve: (href) => ({ href, url: href }),
  isName: () => false,
  resolveName: () => undefined,
  report: () => undefined,
  remnant: () => undefined,
};

/** Ids of the elements that the layout, or the guestbook's function, puts around a page's content. */
function layoutIds(type: SourcePage["type"]): readonly string[] {
  const fields = ["name", "message", "url"].flatMap((field) => [field, `${field}-hint`, `${field}-fault`]);
  if (type === "guestbook") return ["main", "sign", "terms", "entries", ...fields];
  return type === "search" ? ["main", "q", "results", "site-index"] : ["main"];
}

/**
 * The title of a page without a title and a level-one heading: the name of its file or folder; for the home page, the
 * site's name.
 */
function titleOf(sourcePage: SourcePage, facts: Facts): string {
  if (sourcePage.path === "/") return facts.name;
  if (sourcePage.navTitle !== undefined) return sourcePage.navTitle;
  const source = sourcePage.place ?? sourcePage.source ?? sourcePage.id;
  const [last = "", folder] = withoutEnding(source).split("/").reverse();
  const name = postOf(source)?.name ?? (folderPageNames.includes(last.toLowerCase()) ? folder : last);
  return wordsOf(name ?? sourcePage.id) || sourcePage.id;
}

/**
 * The description of a page where its first sentence need not serve. The home page's is the site's tagline, unless that
 * is only the name because nobody wrote one.
 */
function descriptionOf({ path, matter }: SourcePage, { name, tagline }: Facts): string | undefined {
  return matter.description ?? (path === "/" && tagline !== name ? tagline : undefined);
}

/**
 * The name of a file or folder in words, without a number that only orders it: `01-getting-started` is
 * `Getting started`. A date stays as it is written, with hyphens for underscores.
 */
export function wordsOf(name: string): string {
  const words = withoutNumber(name)
    .replace(/(?<!\d)\d{4}([-_])\d{2}\1\d{2}(?!\d)|[-_\s\p{Cc}]+/gu, asWords)
    .trim();
  return words && words[0]?.toUpperCase() + words.slice(1);
}

function asWords(part: string): string {
  return /\d/.test(part) ? part.replaceAll("_", "-") : " ";
}

/** The fields of a page that need no rendering, besides its title and description. */
function outline(sourcePage: SourcePage, facts: Facts, base_url: string, title: string, description: string) {
  const { matter, id, type, source, path, markdown_path } = sourcePage;
  return {
    id,
    type,
    source,
    path,
    url: base_url + path,
    markdown_path,
    markdown_url: base_url + markdown_path,
    title: title.trim(),
    short_title: matter.short_title ?? title.trim(),
    description: description.trim().replace(/\s+/g, " "),
    language: matter.language ?? facts.language,
    published: dateTime(matter.date),
    updated: dateTime(matter.updated),
    tags: matter.tags ?? [],
    order: matter.order ?? null,
    draft: matter.draft ?? false,
    aliases: matter.aliases ?? [],
    front_matter: matter as Readonly<Record<string, unknown>>,
    list: sourcePage.list ?? null,
  };
}

/** What only a realm has; null for every other page. */
export function realmOf({ type, matter }: SourcePage, affordances: readonly Affordance[]): Page["realm"] {
  return type === "realm" && matter.status
    ? { status: matter.status, since: dateTime(matter.since), affordances: [...affordances] }
    : null;
}

/** A page's affordances with resolved, absolute addresses. One that cannot be resolved is reported and left out. */
export function affordancesOf({ matter, lines, offset }: SourcePage, resolver: LinkResolver): Affordance[] {
  const line = (lines.affordances ?? 1) - 1 - offset;
  return (matter.affordances ?? [])
    .map((affordance) => ({ ...affordance, href: resolver.resolve(affordance.href, "link", line).url }))
    .filter(({ href }) => URL.canParse(href));
}
