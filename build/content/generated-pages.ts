import { join } from "node:path";
import { type PhraseValues, say, type Words } from "../lib/phrases.ts";
import { sayMarkdown, withPhrases } from "../markdown/insertion-marks.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import type { Facts } from "../schemas/facts.ts";
import { english, wordsOf } from "../words/words.ts";
import { addressAt, decodedPath } from "./address.ts";
import type { AddressBook, Owner } from "./address-book.ts";
import { createFeeds, feedPath } from "./feeds.ts";
import { nameInWords } from "./make-page.ts";
import type { SourcePage } from "./read-page.ts";
import { createSections, sectionsOfTypes } from "./sections.ts";
import { createTags } from "./tags.ts";

/** At this length a folder's list has no descriptions, and the root's list has its own page. */
export const longListLength = 120;

/**
 * Groups pages into folders and tags, and makes the lists that the author did not write: one for
 * each folder without a page, one of all tags, and one for each tag. Their Markdown is a sentence,
 * to which the list is added later. No list is made at an address that is taken. `feeds` has the
 * entries of each feed, newest first, by the path of its page.
 * @param pages All pages that are published, sorted by path.
 * @param replaced Addresses of generated pages that templates replace.
 */
export function makeLists(
  pages: readonly SourcePage[],
  facts: Facts,
  addresses: AddressBook,
  replaced: ReadonlySet<string>,
) {
  const { lists: wanted = ["folders", "tags"] } = facts;
  const words = wordsOf(facts)(facts.language);
  const sections = createSections(pages);
  const tags = createTags(pages);
  const generated: SourcePage[] = [];

  /** Makes the page of a list unless its address is taken, and returns whether it did. */
  const add = (path: string, phrase: string, values: PhraseValues, list: string): boolean => {
    const address = addressAt(path);
    const { markdown_path } = address;
    if ([path, markdown_path].some((each) => addresses.ownerOf(each) !== undefined)) return false;
    const file = `(list) ${decodedPath(path)}`;
    const name = `the Markdown of ${file}`;
    if (!replaced.has(path)) {
      addresses.claim(path, { kind: "list", name: file, path });
      addresses.claim(markdown_path, { kind: "markdown", name, path: markdown_path });
    }
    const description = `{list.${phrase}_description}`;
    const page: SourcePage = {
      ...address,
      published: null,
      order: null,
      source: null,
      file,
      type: "list",
      matter: { title: String(values["title"] ?? `{list.${phrase}_title}`), description },
      body: description,
      offset: 0,
      lines: {},
      names: [],
      list,
    };
    generated.push(localizePage(page, words, values));
    return true;
  };
  if (wanted.includes("tags") && tags.size > 0) {
    add("/tags/", "tags", { count: tags.size }, "tags");
    for (const tag of tags.values()) {
      const values = { count: tag.members.length, tag: tag.name };
      tag.hasPage ||= add(tag.path, "tag", values, `#${tag.slug}`);
    }
  }
  for (const section of wanted.includes("folders") ? sections.values() : []) {
    const { path, total: count, entries } = section;
    if (path === "/") {
      // The home page is at `/`, so a long list of the root folder has an address of its own.
      if (entries.length >= longListLength)
        ["/contents/", "/contents-list/"].some((each) => add(each, "contents", { count }, path));
    } else if (path !== "/tags/" || tags.size === 0) {
      const title = nameInWords(decodedPath(path).split("/").at(-2) ?? "");
      section.hasPage ||= add(path, "folder", { count, title }, path);
    }
  }
  const feeds = createFeeds(pages, sections, tags);
  for (const path of feeds.keys()) {
    const address = feedPath(path);
    const owner: Owner = { kind: "document", name: `the feed ${address}`, path: address };
    // No feed at the address of an author's file, and none for a list that a template makes.
    if (replaced.has(path) || addresses.claim(address, owner) !== undefined) feeds.delete(path);
  }
  return { sections, tags, feeds, generated };
}

/**
 * A page of the software with phrases of the site's language in place of their names in braces. If
 * the language lacks the title, the page is in English.
 */
export function localizePage(page: SourcePage, words: Words, values: PhraseValues = {}) {
  const { title, description = "" } = page.matter;
  if (title === undefined) return page;
  const isEnglish = words.english.some((name) => title.includes(`{${name}}`));
  const spoken = isEnglish ? english : words;
  const fill = (text: string) => withPhrases(text, spoken, (name) => say(spoken, name, values));
  const escaped = Object.entries(values).map(([key, value]) => [key, escapeMarkdown(`${value}`)]);
  const inMarkdown = { ...Object.fromEntries(escaped), count: values["count"] };
  const body = withPhrases(page.body, spoken, (name) => sayMarkdown(spoken, name, inMarkdown));
  const matter = { ...page.matter, title: fill(title), description: fill(description) };
  return { ...page, matter: isEnglish ? { ...matter, language: "en" } : matter, body };
}

/** The facts and pages that come with the software, for sites without their own. */
export const shippedFolder = join(import.meta.dirname, "defaults");

/** The shipped pages that the author did not replace; lists only if they would have an entry. */
export function missingPages(shipped: readonly SourcePage[], own: readonly SourcePage[]) {
  const paths = new Set(own.map(({ path }) => path));
  const types = new Set<string>(own.map(({ type }) => type));
  return shipped.flatMap((page) => {
    const [listed] = sectionsOfTypes.entries().find(([, path]) => path === page.path) ?? [];
    if (listed !== undefined && !types.has(listed)) return [];
    const isSingle = page.type === "manifesto" || page.type === "greeting";
    if (isSingle && types.has(page.type)) return [];
    if (!paths.has(page.path)) return [page];
    // A plain page has the address /manifesto/ or /greeting/, so the shipped one gets another.
    return isSingle ? [{ ...page, ...addressAt(`/house-${page.id}/`) }] : [];
  });
}
