import type { Heading } from "../markdown/headings.ts";
import type { Rendered } from "../markdown/render-markdown.ts";
import type { Affordance, PageType, RealmStatus } from "../schemas/fields.ts";
import type { Address } from "./address.ts";
import type { Sortable } from "./page-order.ts";

/**
 * The facts about a page that lists need before its text is rendered. Addresses named `path` are
 * root-relative and percent-encoded; those named `url` are absolute.
 */
export interface Outline extends Address, Sortable {
  type: PageType;
  /** Path of the file in the content folder, or null for a generated or shipped page. */
  source: string | null;
  url: string;
  markdown_url: string;
  title: string;
  /** The title in the navigation. */
  short_title: string;
  description: string;
  /** BCP 47 */
  language: string;
  /** Path of the page that this one translates; null for every other page. */
  translation_of: string | null;
  /** The date of the last change, in the form of `published`. */
  updated: string | null;
  tags: string[];
  /** True for a draft, which only the local server shows. */
  draft: boolean;
  aliases: string[];
  /** The page's id in feeds: its address, or what its author names. An IRI. */
  feed_id: string;
  /** The author's front matter, validated, including keys that are not used here. */
  front_matter: Readonly<Record<string, unknown>>;
  /** For a realm only; `since` is an RFC 3339 date-time, or null if the author gave none. */
  realm: { status: RealmStatus; since: string | null; affordances: Affordance[] } | null;
  /**
   * The content of a generated list, as `insert: list` names it: a folder's path, `#` and a tag, or
   * `tags`. Null for the author's pages and for shipped ones.
   */
  list: string | null;
}

/** One published page. Every consumer (HTML, twin, corpus, llms, feed, …) reads this alone. */
export interface Page extends Outline {
  /** Body as HTML, internal links root-relative, headings with ids; without the page's title. */
  html: string;
  /** Body as plain text: no markup, no navigation. */
  text: string;
  words: number;
  /** Markdown, text and words without inserted references; null if there are none to leave out. */
  own: Rendered["own"];
  /** The manifesto without the promises, which the software inserts; null for other pages. */
  covenant: Rendered["own"];
  headings: Heading[];
  /** The id of the author's heading that became the title, so that links to it still work. */
  title_id: string | null;
  /** The Markdown twin as served, UTF-8: front matter, then the page as Markdown (`markdownOf`). */
  twin: Uint8Array;
  /** Lower-case hex SHA-256 of the twin. */
  sha256: string;
  /**
   * The page's record in the corpus: JSON on one line, without its LF, as UTF-8. It has no
   * inserted references but a manifesto's promises, and is empty for a generated page.
   */
  record: Buffer;
  /**
   * Lower-case hex SHA-256 of everything that is published of the page: twin, HTML, and fields that
   * only some documents have.
   */
  content_sha256: string;
}

/**
 * Whether the page has no file of the author's: a generated list, or a page of the software that
 * was not replaced. Such pages are in site.json, the sitemap and the digests, but neither in the
 * corpus nor in a feed.
 */
export function isGenerated({ source }: Pick<Outline, "source">): boolean {
  return source === null;
}

/**
 * Whether an author's template may take this page's address: the page is the home page, a list or
 * the greeting, and the author wrote no file for it.
 */
export function givesWay(page: Outline | undefined): boolean {
  if (page?.source !== null) return false;
  return page.list !== null || ["home", "list", "greeting"].includes(page.type);
}

/** Whether a page only repeats other pages: a generated list, or the search. */
export function isOnlyList({ list, type }: Pick<Outline, "list" | "type">): boolean {
  return list !== null || type === "search";
}

/** The date of a page's last change, or null if it is undated. */
export function lastChange(page: Pick<Outline, "published" | "updated">): string | null {
  return page.updated ?? page.published;
}
