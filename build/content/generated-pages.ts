import { countOf } from "../lib/text.ts";
import type { Facts } from "../schemas/facts.ts";
import { decodedPath } from "./address.ts";
import type { AddressBook } from "./address-book.ts";
import { createFeeds, feedPath } from "./feeds.ts";
import { cutList } from "./long-lists.ts";
import { wordsOf } from "./make-page.ts";
import { type GeneratedList, listKey } from "./page.ts";
import type { SourcePage } from "./read-page.ts";
import { createSections, type Section, type Sections } from "./sections.ts";
import { createTags, type Tag, type Tags } from "./tags.ts";

/** The lists of a site: by folder, by tag, and the pages that the build generates to show them. */
export interface Lists {
  sections: Sections;
  tags: Tags;
  /** Entries of each feed, newest first, by the path of the page that it belongs to. */
  feeds: ReadonlyMap<string, readonly string[]>;
  /** Paths of generated pages, by what they list in the form of `listKey`. */
  lists: ReadonlyMap<string, string>;
  generated: SourcePage[];
}

/**
 * Groups pages into folders and tags, and makes the lists that the author did not write: a page for each folder without
 * one, further parts of long lists, all tags, and each tag. Their Markdown is made later,
 * from the site model. No page is generated at an address that something else has; a part is then moved to another
 * one.
 * @param pages All pages that are published, sorted by path.
 */
export function makeLists(pages: readonly SourcePage[], facts: Facts, addresses: AddressBook): Lists {
  const { lists: wanted = ["folders", "tags"] } = facts;
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const sections = createSections(pages);
  const tags = createTags(pages);
  const generated: SourcePage[] = [];
  const lists = new Map<string, string>();

  const add = (path: string, title: string, description: string, list: GeneratedList): void => {
    const file = `(list) ${decodedPath(path)}`;
    addresses.claim(path, { kind: "list", name: file, path });
    const id = path.slice(1, -1);
    const markdown_path = `/${id}.md`;
    addresses.claim(markdown_path, { kind: "markdown", name: `the Markdown of ${file}`, path: markdown_path });
    generated.push({
      ...{ id, path, markdown_path, source: null, file, type: "list", matter: { title, description } },
      ...{ body: "", offset: 0, lines: {}, names: [], list },
    });
    lists.set(listKey(list), path);
  };
  const isFree = (path: string): boolean =>
    addresses.ownerOf(path) === undefined && addresses.ownerOf(`${path.slice(0, -1)}.md`) === undefined;
  /** The address of a part of what is at `base`, `/notes/2026/`: another one where something else has it. */
  const below = (base: string, name: string): string => {
    let path = `${base}${name}/`;
    while (!isFree(path)) path = `${path.slice(0, -1)}-list/`;
    return path;
  };
  /** Adds the further parts of a long list. `about` describes one with so many entries. */
  const addParts = (
    base: string,
    title: string,
    parts: ReadonlyMap<number, readonly unknown[]>,
    about: (length: number) => string,
    list: Omit<GeneratedList, "part">,
  ): void => {
    for (const [part, { length }] of parts) {
      const description = `${about(length)}, part ${part}.`;
      add(below(base, `part-${part}`), `${title}, part ${part}`, description, { ...list, part });
    }
  };

  if (wanted.includes("tags") && tags.size > 0) addTags();
  for (const section of sections.values()) if (section.path !== "/tags/" || tags.size === 0) addSection(section);
  const feeds = createFeeds(pages, sections, tags);
  for (const path of feeds.keys()) {
    const address = feedPath(path);
    const other = addresses.claim(address, { kind: "document", name: `the feed ${address}`, path: address });
    if (other !== undefined) feeds.delete(path); // a file of the author takes its place
  }
  return { sections, tags, feeds, lists, generated };

  function addTags(): void {
    const list = { kind: "tags", of: "/tags/", part: 0 } as const;
    if (isFree("/tags/")) add("/tags/", "Tags", `${countOf(tags.size, "tag")} of this site.`, list);
    for (const tag of tags.values()) addTag(tag);
  }

  function addTag(tag: Tag): void {
    const { name, path, members, dated } = tag;
    const list = { kind: "tag", of: path } as const;
    const about = (length: number): string => `${countOf(length, "page")} with the tag “${name}”`;
    if (!tag.hasPage) {
      if (!isFree(path)) return;
      add(path, `Tag: ${name}`, `${about(members.length)}.`, { ...list, part: 0 });
      tag.hasPage = true;
    }
    addParts(path, `Tag: ${name}`, cutList(members, dated).parts, about, list);
  }

  function addSection(section: Section): void {
    const { path, total, dated, entries, members } = section;
    const list = { kind: "section", of: path } as const;
    const isRoot = path === "/";
    const { parts } = cutList(dated ? members : entries, dated);
    const title = isRoot
      ? "Contents"
      : (byPath.get(path)?.matter.title ?? wordsOf(decodedPath(path).split("/").at(-2) ?? ""));
    let main = path;
    if (isRoot) {
      // The home page belongs to the author, so a long list of the first folder has an address of its own.
      if (parts.size > 0) {
        main = below("/", "contents");
        add(main, title, `${countOf(total, "page")}: what is where on this site.`, { ...list, part: 0 });
      }
    } else if (!section.hasPage) {
      if (!isFree(path)) return;
      add(path, title, `${countOf(total, "page")} in “${title}”.`, { ...list, part: 0 });
      section.hasPage = true;
    }
    addParts(main, title, parts, (length) => `${countOf(length, "entry", "entries")} of “${title}”`, list);
  }
}
