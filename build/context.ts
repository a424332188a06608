import type { Document, Operation } from "./catalogue/document.ts";
import { digestOf } from "./catalogue/content.ts";
import { sha256 } from "./content/digest.ts";
import type { Page } from "./content/page.ts";
import { dateTime, lastChange } from "./content/pages.ts";
import type { HousePromise } from "./content/promises.ts";
import { redirects } from "./documents/redirects.ts";
import type { Affordance } from "./schemas/affordance.ts";
import { Facts } from "./schemas/facts.ts";

/** An entry of the navigation tree. */
export interface NavigationItem {
  title: string;
  path: string;
  url: string;
  children: NavigationItem[];
}

/** Root-relative addresses of the files every page uses, with a digest in the name so that they may be cached for good. */
export interface Assets {
  style: string;
  favicon: string;
  social_image: string;
  guestbook_script: string;
  search_script: string;
}

/** Everything a document or a layout may know about the site. Pure data: the same content gives the same context. */
export interface Context extends ContextParts {
  home: Page;
  /** Notes, newest first. */
  notes: Page[];
  /** Realms, in their `order`, then by address. */
  realms: Page[];
  /** The entries of the feed: the newest notes, or the newest dated pages where there are no notes. */
  feed: Page[];
  /** The newest note, or the newest dated page where there are no notes; null where no page is dated. */
  latest: Page | null;
  manifesto: Page;
  greeting: Page;
  navigation: NavigationItem[];
  /** `<newest content date>-<first 12 hex of digest>`; changes exactly when published content changes. */
  version: string;
  /** Hex SHA-256 over all that an author decides about what is published. */
  digest: string;
  /** RFC 3339 date-time of the newest content. */
  updated: string;
  /** How many there are; an example that shows a few of them tells the truth about all. */
  counts: { pages: number; notes: number; realms: number; words: number };
}

export interface ContextParts {
  facts: Facts;
  /** Where this build will be served, without a slash at the end: the facts' `base_url`, Netlify's, or the local server's. */
  base_url: string;
  /** All published pages, sorted by path. */
  pages: Page[];
  /** Addresses of pages that were removed for good. */
  gone: readonly string[];
  promises: HousePromise[];
  greeting_affordances: Affordance[];
  assets: Assets;
  /** Root-relative, decoded paths of the files that are published as they are, each with its hex SHA-256; sorted by path. */
  copied: readonly (readonly [path: string, sha256: string])[];
  /** The same of the files that Eleventy runs and reads: the author's templates, layouts and data, and its configuration. */
  templates: readonly (readonly [path: string, sha256: string])[];
  catalogue: readonly Document[];
  operations: readonly Operation[];
}

export function createContext(parts: ContextParts): Context {
  const { facts, pages } = parts;
  const only = (type: Page["type"]): Page => {
    const page = pages.find((candidate) => candidate.type === type);
    if (!page) throw new Error(`There is no page of type ${type}.`);
    return page;
  };
  const updated = pages
    .map(lastChange)
    .reduce<string>((newest, date) => (date !== null && date > newest ? date : newest), dateTime(facts.since) ?? "");
  const notes = pages.filter(({ type }) => type === "note").sort(newestFirst);
  const realms = pages.filter(({ type }) => type === "realm").sort(inOrder);
  const context = {
    ...parts,
    home: only("home"),
    notes,
    realms,
    feed: newestOf(notes.length > 0 ? notes : pages.filter(({ published }) => published !== null)),
    latest: notes[0] ?? pages.filter((page) => lastChange(page) !== null).sort(newestFirst)[0] ?? null,
    counts: {
      pages: pages.length,
      notes: notes.length,
      realms: realms.length,
      words: pages.reduce((sum, { words }) => sum + words, 0),
    },
    manifesto: only("manifesto"),
    greeting: only("greeting"),
    navigation: navigationOf(pages),
    version: "",
    digest: "",
    updated,
  };
  const digest = publishedDigest(context);
  return { ...context, version: `${updated.slice(0, 10)}-${digest.slice(0, 12)}`, digest };
}

/** How many entries the feed has at most. */
export const feedLength = 20;

function newestOf(pages: readonly Page[]): Page[] {
  return [...pages].sort(newestFirst).slice(0, feedLength);
}

/** Facts that are published. Where the site is served is told by `base_url` of the context. */
const publishedFacts = (Object.keys(Facts.properties) as (keyof Facts)[]).filter((key) => key !== "base_url");

/**
 * Hex SHA-256 over all that an author decides about what is published: facts, pages with everything that is told of them, their
 * places in navigation, lists and feed, former addresses, promises, and the files that are copied or named by their content.
 * What is decided and has no effect (an `order` that moves nothing, a `short_title` that is shown nowhere) is not in it.
 */
function publishedDigest(context: Context): string {
  const { facts, base_url, pages, navigation, notes, realms, feed, latest, promises } = context;
  const pathsOf = (list: readonly Page[]) => list.map(({ path }) => path);
  return sha256(
    JSON.stringify([
      publishedFacts.map((key) => [key, facts[key]]),
      base_url,
      pages.map(({ path, whole_sha256 }) => [path, whole_sha256]),
      navigation,
      [notes, realms, feed].map(pathsOf),
      latest?.path,
      digestOf(redirects.render(context, { written: [], templates: [] })),
      promises.map(({ id, title, text }) => [id, title, text]),
      context.greeting_affordances,
      context.assets,
      context.copied,
      ...(context.templates.length > 0 ? [context.templates] : []),
    ]),
  );
}

export function newestFirst(a: Page, b: Page): number {
  const [dateA, dateB] = [a.published ?? "", b.published ?? ""];
  return dateA === dateB ? inOrder(a, b) : dateA < dateB ? 1 : -1;
}

function inOrder(a: Page, b: Page): number {
  return (a.order ?? Infinity) - (b.order ?? Infinity) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** Pages with an `order`, each below the nearest page whose address it extends. */
function navigationOf(pages: readonly Page[]): NavigationItem[] {
  const roots: NavigationItem[] = [];
  const items = new Map<string, NavigationItem>();
  const ordered = pages.filter(({ order }) => order !== null).sort(inOrder);
  for (const { path, short_title, url } of ordered) items.set(path, { title: short_title, path, url, children: [] });
  for (const item of items.values()) {
    let parent = item.path === "/" ? "" : item.path.replace(/[^/]+\/$/, "");
    while (parent.length > 1 && !items.has(parent)) parent = parent.replace(/[^/]+\/$/, "");
    (parent.length > 1 ? (items.get(parent)?.children ?? roots) : roots).push(item);
  }
  return roots;
}
