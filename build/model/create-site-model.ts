import { feedLength, isFeedEntry } from "../content/feeds.ts";
import { isGenerated, lastChange, type Outline, type Page } from "../content/page.ts";
import { sortPages } from "../content/page-order.ts";
import { byteLengthOf, digestOf } from "../lib/bytes.ts";
import { compareTimes, dateTime } from "../lib/dates.ts";
import { memoize } from "../lib/once.ts";
import { wordsOf } from "../words/words.ts";
import { createNavigation } from "./navigation.ts";
import type { Document, SiteModel, SiteModelParts, SiteOutline } from "./site-model.ts";
import { publishedDigest } from "./version.ts";

/**
 * Derives the data that lists of pages need, even before all pages are rendered. Pages of templates
 * are only in `byPath`, and have no Markdown.
 * @throws Error if there is no home page, manifesto or greeting: a fault in the build, because the
 * software has them.
 */
export function createSiteOutline<P extends Outline>(parts: SiteModelParts<P>): SiteOutline<P> {
  const { replaced } = parts;
  const inPlace = (page: P): P =>
    replaced.has(page.path) ? { ...page, markdown_path: page.path, markdown_url: page.url } : page;
  const all = replaced.size > 0 ? parts.pages.map(inPlace) : parts.pages;
  const pages = replaced.size > 0 ? all.filter(({ path }) => !replaced.has(path)) : all;
  const ofType = (type: Outline["type"]): P[] => pages.filter((page) => page.type === type);
  const pageOfType = (type: Outline["type"]): P => {
    const page = all.find((each) => each.type === type);
    if (!page) throw new Error(`There is no page of type ${type}.`);
    return page;
  };
  const byPath = new Map(all.map((page) => [page.path, page]));
  return {
    ...parts,
    pages,
    byPath,
    home: pageOfType("home"),
    manifesto: pageOfType("manifesto"),
    greeting: pageOfType("greeting"),
    notes: sortPages(ofType("note"), true),
    realms: sortPages(ofType("realm"), false),
    navigation: createNavigation({ ...parts, pages, byPath }),
    words: wordsOf(parts.facts)(parts.facts.language),
  };
}

/** Derives all data for documents and layouts from pages, facts and documents. */
export function createSiteModel(
  parts: SiteModelParts,
  files: Pick<SiteModel, "copied" | "templates">,
): SiteModel {
  const { facts } = parts;
  const outline = createSiteOutline(parts);
  const { pages, notes, realms } = outline;
  const changeOf = (page: Page | null): string => (page && lastChange(page)) ?? "";
  const lastChanged = pages.reduce<Page | null>(
    (last, page) => (compareTimes(changeOf(page), changeOf(last)) > 0 ? page : last),
    null,
  );
  const since = dateTime(facts.since) ?? "";
  const change = changeOf(lastChanged);
  const updated = compareTimes(change, since) > 0 ? change : since;
  const listed = pages.filter((page) => isFeedEntry(page, parts.sections));
  const entries = sortPages(listed, true);
  const corpus = pages.filter((page) => !isGenerated(page));
  const site = {
    ...outline,
    corpus,
    ...files,
    feed: entries.slice(0, feedLength),
    latest: entries[0] ?? lastChanged,
    counts: {
      pages: pages.length,
      notes: notes.length,
      realms: realms.length,
      words: corpus.reduce((sum, { words, own }) => sum + (own?.words ?? words), 0),
    },
    version: "",
    digest: "",
    updated,
  };
  const digest = publishedDigest(site);
  return { ...site, version: `${updated.slice(0, 10)}-${digest.slice(0, 12)}`, digest };
}

/**
 * A document of the catalogue by its id.
 * @throws Error if there is none, which is a fault in the build
 */
export function documentOf({ catalogue }: Pick<SiteModel, "catalogue">, id: string): Document {
  const found = catalogue.find((document) => document.id === id);
  if (!found) throw new Error(`There is no document \`${id}\`.`);
  return found;
}

const lineEnd = Buffer.from("\n");

/**
 * The corpus as JSON Lines, which several documents name: its address, records with their line
 * ends, size in bytes and the digest in its name. Made once for each site model.
 */
export const jsonLines = memoize(({ corpus }: SiteModel) => {
  const lines = corpus.flatMap(({ record }) => [record, lineEnd]);
  const sha256 = digestOf(lines);
  return { path: `/corpus/${sha256}.jsonl`, lines, bytes: byteLengthOf(lines), sha256 };
});
