import type { Document, Operation } from "./catalogue/document.ts";
import { sha256 } from "./content/digest.ts";
import type { Page } from "./content/page.ts";
import { dateTime, lastChange } from "./content/pages.ts";
import type { HousePromise } from "./content/promises.ts";
import type { Affordance } from "./schemas/affordance.ts";
import type { Facts } from "./schemas/facts.ts";

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
  /** Realms, in their `order`, then by title. */
  realms: Page[];
  manifesto: Page;
  greeting: Page;
  navigation: NavigationItem[];
  /** `<newest content date>-<first 12 hex of digest>`; changes exactly when published content changes. */
  version: string;
  /** Hex SHA-256 over page digests, facts and permissions. */
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
  catalogue: readonly Document[];
  operations: readonly Operation[];
}

export function createContext(parts: ContextParts): Context {
  const { facts, base_url, pages } = parts;
  const only = (type: Page["type"]): Page => {
    const page = pages.find((candidate) => candidate.type === type);
    if (!page) throw new Error(`There is no page of type ${type}.`);
    return page;
  };
  const digest = sha256(JSON.stringify([pages.map(({ path, sha256 }) => [path, sha256]), facts, base_url]));
  const updated = pages
    .map(lastChange)
    .reduce<string>((newest, date) => (date !== null && date > newest ? date : newest), dateTime(facts.since) ?? "");
  const notes = pages.filter(({ type }) => type === "note").sort(newestFirst);
  const realms = pages.filter(({ type }) => type === "realm").sort(inOrder);
  return {
    ...parts,
    home: only("home"),
    notes,
    realms,
    counts: {
      pages: pages.length,
      notes: notes.length,
      realms: realms.length,
      words: pages.reduce((sum, { words }) => sum + words, 0),
    },
    manifesto: only("manifesto"),
    greeting: only("greeting"),
    navigation: navigationOf(pages),
    version: `${updated.slice(0, 10)}-${digest.slice(0, 12)}`,
    digest,
    updated,
  };
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
