import { createFeeds, feedLength, feedPath } from "../content/feeds.ts";
import { type GeneratedList, lastChange, type Page } from "../content/page.ts";
import { newestPages, sorted } from "../content/page-order.ts";
import { sectionsOf } from "../content/sections.ts";
import { tagsOf } from "../content/tags.ts";
import { byteLengthOf, digestOf } from "../lib/bytes.ts";
import { compareTimes, dateTime } from "../lib/dates.ts";
import { createNavigation } from "./navigation.ts";
import type { Document, PageFeed, SiteModel, SiteModelParts } from "./site-model.ts";
import { publishedDigest } from "./version.ts";

/**
 * Derives from pages, facts and documents everything that documents and layouts need: lists, navigation, counts,
 * version.
 * @param isComplete False while some pages are placeholders: then version and digest are empty, because they depend on
 *   the content of all pages.
 * @throws Error if there is no home page, manifesto or greeting, which is a fault of the build: shipped ones stand in
 *   for them.
 */
export function createSiteModel({ grouped, ...parts }: SiteModelParts, { isComplete = true } = {}): SiteModel {
  const { facts, pages } = parts;
  const only = (type: Page["type"]): Page => {
    const page = pages.find((candidate) => candidate.type === type);
    if (!page) throw new Error(`There is no page of type ${type}.`);
    return page;
  };
  const updated = pages
    .map((page) => lastChange(page) ?? "")
    .reduce((newest, date) => (compareTimes(date, newest) > 0 ? date : newest), dateTime(facts.since) ?? "");
  const notes = sorted(
    pages.filter(({ type }) => type === "note"),
    true,
  );
  const realms = sorted(
    pages.filter(({ type }) => type === "realm"),
    false,
  );
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const sections = sectionsOf(grouped.sections, byPath);
  const site = {
    ...parts,
    home: only("home"),
    notes,
    realms,
    feed: notes.length > 0 ? notes.slice(0, feedLength) : newestPages(pages.filter(isDatedEntry), feedLength),
    feeds: new Map<string, PageFeed>(),
    latest:
      notes[0] ??
      newestPages(
        pages.filter((page) => lastChange(page) !== null),
        1,
      )[0] ??
      null,
    sections,
    tags: tagsOf(grouped.tags, byPath),
    lists: new Map(pages.flatMap((page) => (page.list ? [[listKey(page.list), page] as const] : []))),
    counts: {
      pages: pages.length,
      notes: notes.length,
      realms: realms.length,
      words: pages.reduce((sum, { words }) => sum + words, 0),
    },
    manifesto: only("manifesto"),
    greeting: only("greeting"),
    navigation: createNavigation(facts, pages, sections, parts.base_url),
    version: "",
    digest: "",
    updated,
  };
  if (!isComplete) return site;
  site.feeds = feedsOf(site);
  const digest = publishedDigest(site);
  return { ...site, version: `${updated.slice(0, 10)}-${digest.slice(0, 12)}`, digest };
}

/** What a generated page lists, as text. */
export function listKey({ kind, of, year = "", part }: GeneratedList): string {
  return `${kind} ${of} ${year} ${part}`;
}

/** Whether a page is an entry of the feed of a site without notes. The home page is not: the feed is its own. */
function isDatedEntry({ published, type }: Page): boolean {
  return published !== null && type !== "home";
}

/** The feeds of sections and tags that have a page. A file of the author at the address of a feed takes its place. */
function feedsOf({ pages, sections, tags, copied }: SiteModel): Map<string, PageFeed> {
  const entries = createFeeds(sections, tags);
  const taken = new Set(copied.map(([path]) => path));
  const feeds = new Map<string, PageFeed>();
  for (const page of pages) {
    const path = feedPath(page.path);
    const own = entries.get(page.path);
    if (own && !taken.has(decodeURIComponent(path))) feeds.set(page.path, { path, page, entries: own });
  }
  return feeds;
}

/** The page about privacy, if there is one: it has the address `/privacy/`. */
export function privacyPage(pages: readonly Page[]): Page | undefined {
  return pages.find(({ id }) => id === "privacy");
}

/** A document of the catalogue by its id. @throws Error if there is none, which is a fault of the build. */
export function documentOf({ catalogue }: Pick<SiteModel, "catalogue">, id: string): Document {
  const found = catalogue.find((document) => document.id === id);
  if (!found) throw new Error(`There is no document \`${id}\`.`);
  return found;
}

/** The corpus as JSON Lines: the address of its file, its lines, size in bytes and the digest in its name. */
interface JsonLines {
  path: string;
  lines: readonly Uint8Array[];
  bytes: number;
  sha256: string;
}

const made = new WeakMap<SiteModel, JsonLines>();

/** The corpus as JSON Lines, which several documents name; made once for each site model. */
export function jsonLines(site: SiteModel): JsonLines {
  const lines = made.get(site) ?? linesOf(site.pages);
  made.set(site, lines);
  return lines;
}

function linesOf(pages: readonly Page[]): JsonLines {
  const lines = pages.map(({ record }) => record);
  const digest = digestOf(lines);
  return { path: `/corpus/${digest}.jsonl`, lines, bytes: byteLengthOf(lines), sha256: digest };
}
