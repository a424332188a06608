import { dateTime, lastChange } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { sha256 } from "../lib/bytes.ts";
import { Facts } from "../schemas/facts.ts";
import { redirectRules } from "./redirect-rules.ts";
import type { Document, NavigationItem, SiteModel, SiteModelParts } from "./site-model.ts";

export function createSiteModel(parts: SiteModelParts): SiteModel {
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
function publishedDigest(context: SiteModel): string {
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
      sha256(redirectRules(pages, context.gone)),
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

/** The page that says what is done with readers' data, if there is one. */
export function privacyPage(pages: readonly Page[]): Page | undefined {
  return pages.find(({ id }) => id === "privacy");
}

/** A document of the catalogue by its id. @throws Error if there is none, which is a fault of the build. */
export function documentOf({ catalogue }: Pick<SiteModel, "catalogue">, id: string): Document {
  const found = catalogue.find((document) => document.id === id);
  if (!found) throw new Error(`There is no document \`${id}\`.`);
  return found;
}
