import { createSuggestions } from "../lib/did-you-mean.ts";
import { isPlainPath } from "../markdown/link-types.ts";
import { addressOf, isMarkdown } from "./address.ts";
import { createNameIndex, type NameIndex } from "./name-index.ts";
import { assetPath, decodedPath } from "./path-encoding.ts";
import { createEndingIndex, type EndingMatch } from "./path-endings.ts";
import { inSameLanguage } from "./translations.ts";

/**
 * The target of an internal link: a root-relative, percent-encoded path, and for a copied file its path in the content
 * folder.
 */
export interface Destination {
  path: string;
  asset?: string;
}

/** Looks up everything that has an address, by the various ways in which authors write links. */
export interface SiteMap {
  /** Resolves `href` (without query and fragment) relative to a page; undefined where nothing has that address. */
  find(href: string, from: { source: string | null; path: string; place?: string }): Destination | undefined;
  /** The page that alone has the end of such a path, as `createEndingIndex` finds it. */
  findByEnd(href: string, from: { source: string | null }): EndingMatch | undefined;
  /** The page or file of a name, as `createNameIndex` finds it. */
  findName(name: string, from: { source: string | null }): Destination | undefined;
  /** The page or file that alone has a name. */
  findOnlyName(name: string): Destination | undefined;
  /** The source file, or else the address, that a broken link probably means, if there is one. */
  suggest(href: string): string | undefined;
}

/** The fields of a page by which links find it. */
export interface SiteMapPage {
  source: string | null;
  /** Its path without the language in its name, where that has one; no other file has that path. */
  place?: string | undefined;
  path: string;
  markdown_path: string;
  aliases: readonly string[];
  /** Other names for links in double brackets. */
  names?: readonly string[] | undefined;
}

interface SiteMapParts {
  pages: Iterable<SiteMapPage>;
  /** Paths of files that are copied as they are, relative to the content folder. */
  assets: Iterable<string>;
  /** Root-relative paths of documents, operations and files the build makes. */
  documents: Iterable<string>;
}

/** Makes the site map. At an address of several things a page counts, else a copied file, else a document. */
export function createSiteMap({ pages, assets, documents }: SiteMapParts): SiteMap {
  const bySource = new Map<string, string>();
  const byPath = new Map<string, Destination>();
  for (const path of documents) byPath.set(path, { path });
  for (const asset of assets) {
    const path = assetPath(asset);
    byPath.set(decodedPath(path), { path, asset });
    bySource.set(asset, path);
  }
  for (const page of pages) {
    for (const file of [page.source, page.place ?? null])
      if (file !== null) bySource.set(file.normalize("NFC"), page.path);
    for (const path of [page.path, page.markdown_path]) byPath.set(decodedPath(path), { path });
    if (page.path !== "/") byPath.set(decodedPath(page.path).slice(0, -1), { path: page.path });
    for (const alias of page.aliases) byPath.set(decodedPath(alias), { path: page.path });
  }

  const atPath = (path: string): Destination | undefined => {
    const plain = decodedPath(path);
    return byPath.get(plain) ?? byPath.get(`${plain.replace(/\/$/, "")}/`);
  };
  const atSource = (path: string): Destination | undefined => {
    const plain = decodedPath(path).normalize("NFC").replace(/\/$/, "");
    // With a last slash a folder is meant, if there is a page for it.
    for (const ending of path.endsWith("/") ? [...folderEndings, ...pageEndings] : [...pageEndings, ...folderEndings]) {
      const candidate = plain === "" ? ending.slice(1) : plain + ending;
      const found = bySource.get(candidate);
      if (found !== undefined) return byPath.get(decodedPath(found));
    }
    return undefined;
  };

  /** Folders of files, by their names as written; made when nothing else is found. */
  let folders: Set<string> | undefined;
  /** The page of a folder without a file for it, by the folder's name as written. */
  const atFolder = (path: string): Destination | undefined => {
    folders ??= foldersOf(bySource.keys());
    const folder = decodedPath(path).normalize("NFC").replace(/\/$/, "");
    return folders.has(folder) ? byPath.get(decodedPath(addressOf(`${folder}/index.md`, false).path)) : undefined;
  };

  const exactly: SiteMap["find"] = (href, from) => {
    const seenFrom = (place: string): string =>
      isPlainPath(href) ? href : (URL.parse(href, origin + place)?.pathname ?? "");
    if (href.startsWith("/")) return atPath(seenFrom("/")) ?? atSource(href.slice(1)) ?? atFolder(href.slice(1));
    const file = from.source === null ? undefined : seenFrom(assetPath(from.source)).slice(1);
    const translation = from.place === undefined ? null : from.source;
    const translated =
      file === undefined || translation === null ? undefined : atSource(inSameLanguage(file, translation));
    const byFile = translated ?? (file === undefined ? undefined : atSource(file));
    return byFile ?? atPath(seenFrom(from.path)) ?? (file === undefined ? undefined : atFolder(file));
  };

  const asWritten: SiteMap["find"] = (href, from) => {
    const asPage = withoutHtml(href);
    return exactly(href, from) ?? (asPage === href ? undefined : exactly(asPage, from));
  };

  /** A file from the folder that other tools copy into the root of the site. */
  const inPublicFolder = (href: string): Destination | undefined =>
    ["static", "public"].map((folder) => atSource(folder + href)).find((found) => found?.asset);

  /** What absolute paths lead to, which is the same from every page. A site's pages have many of them in common. */
  const fromRoot = new Map<string, Destination | undefined>();

  /** Made when a name is looked for, because few sites have links by name. */
  let names: NameIndex | undefined;
  const nameIndex = (): NameIndex => {
    names ??= createNameIndex(bySource.keys(), pages);
    return names;
  };
  // Made at the first broken link, because most sites have none.
  let endings: ReturnType<typeof createEndingIndex> | undefined;
  let suggestAny: ((name: string) => string | undefined) | undefined;
  let suggestPage: typeof suggestAny;
  let suggestAddress: typeof suggestAny;

  /** Addresses of pages, then of documents, decoded. */
  const addresses = (): string[] => [...[...pages].map(({ path }) => path), ...documents].map(decodedPath);

  const atFile = (file: string | undefined): Destination | undefined => {
    const found = bySource.get(file ?? "");
    return found === undefined ? undefined : byPath.get(decodedPath(found));
  };

  return {
    findName: (name, from) => atFile(nameIndex().find(name, from.source)),
    findOnlyName: (name) => atFile(nameIndex().findOnly(name)),
    find: (href, from) => {
      if (href.startsWith("@/")) return atSource(href.slice(2)); // Zola's sign for the content folder
      if (!href.startsWith("/")) return asWritten(href, from);
      if (!fromRoot.has(href)) fromRoot.set(href, asWritten(href, from) ?? inPublicFolder(href));
      return fromRoot.get(href);
    },
    findByEnd(href, from) {
      endings ??= createEndingIndex(pages);
      if (href.startsWith("/")) return endings(decodedPath(href));
      const resolved = URL.parse(href, origin + assetPath(from.source ?? ""))?.pathname;
      const names = decodedPath(href)
        .split("/")
        .filter((name) => !/^\.*$/.test(name));
      return endings(decodedPath(resolved ?? ""), true) ?? (names.length > 1 ? endings(names.join("/")) : undefined);
    },
    suggest(href) {
      const name = nameOf(decodedPath(href).replace(/\/$/, ""));
      if (!name.endsWith(".md")) {
        const source = (suggestAny ??= byLastName([...bySource.keys()]))(name);
        return source ?? (suggestAddress ??= byLastName(addresses()))(name);
      }
      return (suggestPage ??= byLastName([...bySource.keys()].filter(isMarkdown)))(name);
    },
  };
}

/** What a link may leave out of the path of a page's file, and of the file of a folder's page. */
const pageEndings = ["", ".md", ".mdx"];
const folderEndings = ["/index.md", "/_index.md", "/README.md", "/index.mdx"];

/** All folders that files are in, in NFC and without slashes at their ends. */
function foldersOf(sources: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const source of sources) {
    let folder = source.normalize("NFC");
    while (folder.includes("/")) {
      folder = folder.slice(0, folder.lastIndexOf("/"));
      if (folders.has(folder)) break; // and so are those around it
      folders.add(folder);
    }
  }
  return folders;
}

/** Finds the first path that ends in a name, or else in one that is nearly the same. */
function byLastName(paths: readonly string[]): (name: string) => string | undefined {
  const byName = new Map<string, string>();
  for (const path of paths) {
    const name = nameOf(path.replace(/\/$/, ""));
    if (!byName.has(name)) byName.set(name, path);
  }
  const suggestName = createSuggestions([...byName.keys()]);
  return (name) => byName.get(byName.has(name) ? name : (suggestName(name) ?? name));
}

/** A path to the HTML of a page as the path of the page: `a.html` as `a`, `a/index.html` as `a/`. */
function withoutHtml(href: string): string {
  return href.replace(/(^|\/)index\.html?$/i, (_, slash: string) => slash || "./").replace(/\.html?$/i, "");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

// A base for resolving relative paths. Nothing is requested.
const origin = "http://site.invalid";
