import type { Heading } from "../markdown/headings.ts";
import type { Rendered } from "../markdown/render-markdown.ts";
import type { Affordance, PageType, RealmStatus } from "../schemas/fields.ts";
import type { Sortable } from "./page-order.ts";

/** The fields that only a realm has. */
interface RealmFacts {
  status: RealmStatus;
  /** RFC 3339 date-time, or null where the author gave none. */
  since: string | null;
  affordances: Affordance[];
}

/**
 * What is known of a page before its text is rendered, for lists. Addresses named `path` are
 * root-relative and percent-encoded; those named `url` are absolute.
 */
export interface Outline extends Sortable {
  /** The path without its slashes; the home page's is `index`. */
  id: string;
  type: PageType;
  /** Path of the file in the content folder, or null for a page the build makes. */
  source: string | null;
  url: string;
  markdown_path: string;
  markdown_url: string;
  title: string;
  /** The title in the navigation. */
  short_title: string;
  description: string;
  /** BCP 47 */
  language: string;
  /** As `published`. */
  updated: string | null;
  tags: string[];
  /** True for a draft, which is only ever seen in the local server. */
  draft: boolean;
  aliases: string[];
  /** The page's id in feeds: its address, or what its author names. An IRI. */
  feed_id: string;
  /** The author's front matter, validated, including keys that are not used here. */
  front_matter: Readonly<Record<string, unknown>>;
  realm: RealmFacts | null;
  /**
   * What the page lists, if the build generated it, as `insert: list` has it: a folder's path, `#`
   * and a tag, or `tags`. Null for the author's pages and for shipped ones.
   */
  list: string | null;
}

/**
 * One published page. Every consumer (HTML, twin, corpus, llms, feed, …) reads this
 * and nothing else.
 */
export interface Page extends Outline {
  /** Body as HTML, internal links root-relative, headings with ids; without the page's title. */
  html: string;
  /** Body as plain text: no markup, no navigation. */
  text: string;
  words: number;
  /** The same without references of the software; null where none was inserted. */
  own: Rendered["own"];
  /** Of the manifesto what stands around its promises. */
  covenant: Rendered["own"];
  headings: Heading[];
  /** The fragment of the title, where it is a heading of the author's; links to it keep working. */
  title_id: string | null;
  /** The Markdown twin as served, UTF-8: front matter, then the page as Markdown (`markdownOf`). */
  twin: Uint8Array;
  /** Lower-case hex SHA-256 of the twin. */
  sha256: string;
  /**
   * The page's record in the corpus: JSON on one line, without its LF, as UTF-8. It has the
   * author's own words only, and is empty for a generated page.
   */
  record: Buffer;
  /**
   * Lower-case hex SHA-256 of everything that is published of the page: twin, HTML, and fields that
   * only some documents have.
   */
  content_sha256: string;
}

/**
 * Whether the author wrote no file of the page: a list that the build made, or a page that comes
 * with the software and was not replaced. Such pages are in site.json, the sitemap and the digests,
 * but neither in the corpus nor in a feed.
 */
export function isGenerated({ source }: Pick<Outline, "source">): boolean {
  return source === null;
}

/**
 * Whether a page gives way to a template of the author's at its address: the home page, lists and
 * the greeting do, if the author wrote no file of them.
 */
export function givesWay(page: Outline | undefined): boolean {
  return (
    page?.source === null &&
    (page.list !== null || ["home", "list", "greeting"].includes(page.type))
  );
}

/** Whether a page only repeats what other pages say: a list that the build made, or the search. */
export function isOnlyList({ list, type }: Pick<Outline, "list" | "type">): boolean {
  return list !== null || type === "search";
}

/** The date of a page's last change, or null where it is undated. */
export function lastChange(page: Pick<Outline, "published" | "updated">): string | null {
  return page.updated ?? page.published;
}
