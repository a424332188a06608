import { didYouMean } from "../lib/did-you-mean.ts";
import { pathSeenFrom } from "../markdown/link-types.ts";
import { addressOf, assetPath, decodedPath, hasFolderPageName } from "./address.ts";
import type { AddressBook, Owner } from "./address-book.ts";
import { createNameIndex, type FindName } from "./name-index.ts";
import type { SourcePage } from "./read-page.ts";

/** The target of an internal link, as the owner of an address has it. */
export type Destination = Pick<Owner, "path" | "asset">;

/** The page that contains a link. */
export type LinkingPage = Pick<SourcePage, "source" | "path">;

export type LinkTargets = ReturnType<typeof createLinkTargets>;

/**
 * Finds what a link leads to, in whatever form the author wrote it.
 * @param files Pages and copied files.
 */
export function createLinkTargets(
  addresses: AddressBook,
  files: readonly Pick<SourcePage, "source" | "path" | "names">[],
) {
  const bySource = new Map<string, string>();
  for (const { source, path } of files)
    if (source !== null) bySource.set(source.normalize("NFC"), path);

  const atPath = (path: string): Destination | undefined => {
    const owner =
      addresses.ownerOf(path) ??
      addresses.ownerOf(path.endsWith("/") ? path.slice(0, -1) : `${path}/`);
    return owner && owner.kind !== "gone" ? { path: owner.path, asset: owner.asset } : undefined;
  };
  const atFile = (file: string | undefined): Destination | undefined => {
    const path = file === undefined ? undefined : bySource.get(file.normalize("NFC"));
    return path === undefined ? undefined : atPath(path);
  };
  const atSource = (path: string): Destination | undefined => {
    const plain = decodedPath(path).normalize("NFC").replace(/\/$/, "");
    // With a slash at the end, a folder's page is tried before a file of that name.
    for (const ending of path.endsWith("/")
      ? [...folderEndings, ...pageEndings]
      : [...pageEndings, ...folderEndings]) {
      const found = bySource.get(plain === "" ? ending.slice(1) : plain + ending);
      if (found !== undefined) return atPath(found);
    }
    return undefined;
  };
  /** The generated list of a folder, by the folder's path on disk. */
  const atFolder = (path: string): Destination | undefined => {
    const address = addressOf(`${decodedPath(path).replace(/\/$/, "")}/index.md`, true).path;
    return addresses.ownerOf(address)?.kind === "list" ? { path: address } : undefined;
  };

  let names: FindName | undefined; // few sites have links by name
  let linked: Map<string, string[]> | undefined; // most sites have no broken link
  let addressed: typeof linked;
  let searches = 0;

  return {
    /** The page or file of a name, as `createNameIndex` finds it. */
    findName: (name: string, from: LinkingPage) =>
      atFile((names ??= createNameIndex(bySource.keys(), files))(name, from.source)),
    /**
     * Resolves `href` (an address or a file's path, without query and fragment) relative to a page;
     * undefined if it leads nowhere.
     */
    find(href: string, from: LinkingPage): Destination | undefined {
      const path = pathSeenFrom(from.path, href);
      if (href.startsWith("/"))
        return atPath(path) ?? atSource(path.slice(1)) ?? atFolder(path.slice(1));
      const file =
        from.source === null ? undefined : pathSeenFrom(assetPath(from.source), href).slice(1);
      const byFile = file === undefined ? undefined : atSource(file);
      const near = byFile ?? atPath(path) ?? (file === undefined ? undefined : atFolder(file));
      if (near !== undefined || href.startsWith(".")) return near;
      // Note-taking programs write paths from the content folder.
      return atSource(pathSeenFrom("/", href).slice(1));
    },
    /** The page or file with this source. */
    findFile: atFile,
    /**
     * The files, in any folder, that a link names, with or without their ending. Pages of folders,
     * such as `index.md`, are never among them.
     */
    named(href: string): readonly string[] {
      linked ??= byLastName(bySource.keys());
      const name = decodedPath(href);
      return pageEndings
        .flatMap((ending) => linked?.get(name + ending) ?? [])
        .filter((file) => !hasFolderPageName(file));
    },
    /** The address or source file that a broken link probably means. */
    suggest(href: string): string | undefined {
      const name = lastName(decodedPath(href));
      linked ??= byLastName(bySource.keys());
      addressed ??= byLastName(addresses.paths(["page", "list", "document"]));
      const isAddress = href.endsWith("/") || !/\.\w+$/.test(name);
      const [first, second] = isAddress ? [addressed, linked] : [linked, addressed];
      return similarName(name, first) ?? similarName(name, second);
    },
  };

  /** The first path that ends in the same name as the link, or else in nearly the same. */
  function similarName(name: string, paths: ReadonlyMap<string, string[]>): string | undefined {
    const isSearched = paths.has(name) || searches++ >= mostSearches;
    return paths.get(isSearched ? name : (didYouMean(name, paths.keys()) ?? name))?.[0];
  }
}

/** Paths by their last names. */
function byLastName(paths: Iterable<string>): Map<string, string[]> {
  return Map.groupBy(paths, (path) => lastName(decodedPath(path)));
}

/** What a link may leave out: the ending of a page's file, or the name of a folder's page. */
const pageEndings = ["", ".md", ".markdown"];
const folderEndings = ["/index.md", "/_index.md", "/README.md"];

/** How many similar names are searched for at most: each search looks at every name. */
const mostSearches = 200;

/** The last segment of a path, without the slash after it. */
function lastName(path: string): string {
  return /([^/]*)\/?$/.exec(path)?.[1] ?? "";
}
