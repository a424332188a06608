import type { TObject } from "typebox";
import type { Outline, Page } from "../content/page.ts";
import type { Section, Sections } from "../content/sections.ts";
import type { Tags } from "../content/tags.ts";
import type { Content, Pieces } from "../lib/bytes.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import type { Words } from "../lib/phrases.ts";
import type { Facts } from "../schemas/facts.ts";
import type { Affordance, PageType } from "../schemas/fields.ts";
import { wordsOf } from "../words/words.ts";
import type { Operation } from "./operations.ts";
import type { SitePromise } from "./promises.ts";

/** Path, size and digest of a written document. */
export interface FileDigest {
  path: string;
  bytes: number;
  /** Lower-case hex SHA-256. */
  sha256: string;
}

/** A file to be written, its path root-relative and decoded. */
export interface OutputFile {
  path: string;
  content: Content;
  /** Lower-case hex SHA-256 of the content, if already known. */
  sha256?: string;
  /** Size of the content in bytes, if already known. */
  bytes?: number;
}

/** What the build has made so far, for documents that list it. */
export interface Made {
  /** The documents rendered before this one; a late document has all others. */
  written: readonly FileDigest[];
  /** Paths of pages from the author's templates: root-relative, percent-encoded. */
  templates: readonly string[];
}

/** The description of a document, from which index.json, OpenAPI, API page and headers are made. */
export interface DocumentFacts {
  /** Short name, unique: `site`, `corpus`, `llms`. */
  id: string;
  /** Root-relative address; a family's holds one `{name}`. */
  path: string;
  /** Without `charset`, which header rules add. A text type has no other parameter either. */
  media_type: string;
  title: string;
  /** One sentence: what it is for. */
  purpose: string;
  /**
   * `api`: an endpoint of the JSON API. `format`: a document in somebody's standard format (feed,
   * sitemap, llms.txt, …). `internal`: for the host (its rules, and the pages it answers with 404
   * and 410), so no list of documents names it.
   */
  group: "api" | "format" | "internal";
  /** `Cache-Control`, if it differs from the site-wide rule. */
  cache_control?: string;
  /** Whether it is rendered after all others, because it lists them. */
  late?: boolean;
}

/** One file in a fixed place. */
export interface TextDocument extends DocumentFacts {
  render(site: SiteModel, made: Made): string | Pieces | Promise<Pieces>;
}

/** One JSON file. With a `schema`, it begins with `$schema` and is validated in the build. */
export interface JsonDocument extends DocumentFacts {
  /** Absent if the document follows somebody else's standard. */
  schema?: TObject;
  data(site: SiteModel, made: Made): unknown;
  /** The value's JSON, if most of its bytes exist already; must equal that of `JSON.stringify`. */
  bytes?(value: unknown, site: SiteModel): Pieces;
}

/**
 * Several files of one kind, such as the schemas; `path` is their pattern. With a `schema`, each is
 * a JSON file that begins with `$schema` and is validated in the build.
 */
export interface DocumentFamily extends DocumentFacts {
  /** Where a program finds the names for its path: the end of a sentence, after `The names are`. */
  named_in: string;
  /**
   * One of these names, if possible without a slash; undefined if the site has no such files, so
   * that its index does not name them. Absent where names are digests, because with one OpenAPI
   * would change with every word of the site.
   */
  exampleName?(site: SiteOutline): string | undefined;
  schema?: TObject;
  files(site: SiteModel, made: Made): OutputFile[];
}

export type Document = TextDocument | JsonDocument | DocumentFamily;

/** The schema of our own that a document follows, if there is one. */
export function ownSchema(document: Document): TObject | undefined {
  return "render" in document ? undefined : document.schema;
}

/** An entry of the navigation tree. */
export interface NavigationItem {
  title: string;
  path: string;
  url: string;
  children: NavigationItem[];
}

/** Root-relative addresses of files that pages use, cached forever because of their digests. */
export interface Assets {
  style: string;
  /** The typeface of the site's name and main headings, woff2; null if the author sets another. */
  display_face: string | null;
  favicon: string;
  social_image: string;
  /** Scripts and styles that only pages of one type load. */
  scripts: Partial<Record<PageType, string>>;
  styles: Partial<Record<PageType, string>>;
}

/** The sources of a site model. */
export interface SiteModelParts<P extends Outline = Page> {
  facts: Facts;
  /** Origin of the build, without a slash at the end: the facts', Netlify's or a local server's. */
  base_url: string;
  /** All published pages, sorted by path. */
  pages: readonly P[];
  /** Paths of pages among them that templates replace. */
  replaced: ReadonlySet<string>;
  /** Every folder that has pages, by path. */
  sections: Sections;
  /** Every tag that a page has, by slug. */
  tags: Tags;
  /** Paths of the entries, newest first, of each section's and tag's feed, by its page's path. */
  feeds: ReadonlyMap<string, readonly string[]>;
  /** Addresses of pages that were removed for good. */
  gone: readonly string[];
  promises: SitePromise[];
  greeting_affordances: Affordance[];
  assets: Assets;
  catalogue: readonly Document[];
  operations: readonly Operation[];
}

/** The data that lists of pages need, known before all pages are rendered. */
export interface SiteOutline<P extends Outline = Outline> extends SiteModelParts<P> {
  /** Includes pages of templates, which have no Markdown. */
  byPath: ReadonlyMap<string, P>;
  home: P;
  manifesto: P;
  greeting: P;
  /** Notes, newest first. */
  notes: readonly P[];
  /** Realms, in their `order`, then by address. */
  realms: readonly P[];
  navigation: NavigationItem[];
  /** The words of the site's language, or of that of the page it is seen from. */
  words: Words;
}

/** All that a document or layout may know about the site. Plain data: same content, same model. */
export interface SiteModel extends SiteOutline<Page> {
  /** The pages that the author wrote: all except generated ones. */
  corpus: readonly Page[];
  /** The entries of the feed: the newest dated pages, except folders' pages. */
  feed: readonly Page[];
  /** The newest dated page that is no folder's; else the last changed; null without any date. */
  latest: Page | null;
  /** Files that are copied: root-relative, decoded path and hex SHA-256; sorted by path. */
  copied: readonly (readonly [path: string, sha256: string])[];
  /** The same for the author's templates, layouts and data, and for Eleventy's configuration. */
  templates: readonly (readonly [path: string, sha256: string])[];
  /** `<newest content date>-<first 12 hex of digest>`; changes when published content does. */
  version: string;
  /** Hex SHA-256 over everything published that an author decides. */
  digest: string;
  /** RFC 3339 date-time of the newest content. */
  updated: string;
  /** Totals of the whole site; the words are those of the corpus. */
  counts: { pages: number; notes: number; realms: number; words: number };
}

/** The pages at some paths, in the order of these. */
export function pagesAt<P>(
  paths: readonly string[],
  { byPath }: { byPath: ReadonlyMap<string, P> },
): P[] {
  return paths.map((path) => byPath.get(path)).filter((page) => page !== undefined);
}

/** The folder at a path; undefined if there is none, or if the author wrote a page there. */
export function folderAt(path: string, { sections }: { sections: Sections }): Section | undefined {
  const section = sections.get(path);
  return section?.hasOwnPage ? undefined : section;
}

const inLanguages = memoize((site: SiteOutline) =>
  memoizeText((language) => ({ ...site, words: wordsOf(site.facts)(language) })),
);

/** The site as seen from a page in a language, with the words of that language. */
export function localizeSite<Site extends SiteOutline>(language: string, site: Site): Site {
  return language === site.words.language ? site : (inLanguages(site)(language) as Site);
}

/** For each page in more than one language, by its path: the page in each of them. */
export const translationsOf = memoize(({ pages }: SiteOutline) => {
  const groups = Map.groupBy(pages, ({ path, translation_of }) => translation_of ?? path);
  const several = [...groups.values()].filter((group) => group.length > 1);
  return new Map(several.flatMap((group) => group.map(({ path }) => [path, group])));
});
