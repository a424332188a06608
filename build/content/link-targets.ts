import { meant } from "../lib/did-you-mean.ts";
import { isMarkdown } from "./files.ts";

/** What a link inside the site leads to: a root-relative, percent-encoded path, and the file's own path for an image beside the text. */
export interface Destination {
  path: string;
  asset?: string;
}

/** Everything that has an address, looked up by the ways authors write links. */
export interface SiteMap {
  /** `href` without query and fragment, seen from a page. Undefined: nothing is there. */
  find(href: string, from: { source: string | null; path: string }): Destination | undefined;
  /** What a link that leads nowhere was probably meant to be. */
  suggest(href: string): string | undefined;
}

/** A page as far as links to it go. */
export interface SiteMapPage {
  source: string | null;
  path: string;
  markdown_path: string;
  aliases: readonly string[];
}

export interface SiteMapParts {
  pages: Iterable<SiteMapPage>;
  /** Paths of files that are copied as they are, relative to the content folder. */
  assets: Iterable<string>;
  /** Root-relative paths of documents, operations and files the build makes. */
  documents: Iterable<string>;
}

export function createSiteMap({ pages, assets, documents }: SiteMapParts): SiteMap {
  const bySource = new Map<string, string>();
  const byPath = new Map<string, Destination>();
  for (const path of documents) byPath.set(path, { path });
  for (const asset of assets) {
    const path = assetPath(asset);
    byPath.set(decode(path), { path, asset });
    bySource.set(asset, path);
  }
  for (const page of pages) {
    if (page.source !== null) bySource.set(page.source.normalize("NFC"), page.path);
    for (const path of [page.path, page.markdown_path]) byPath.set(decode(path), { path });
    if (page.path !== "/") byPath.set(decode(page.path).slice(0, -1), { path: page.path });
    for (const alias of page.aliases) byPath.set(decode(alias), { path: page.path });
  }

  const atPath = (path: string): Destination | undefined =>
    byPath.get(decode(path)) ?? byPath.get(`${decode(path).replace(/\/$/, "")}/`);
  const atSource = (path: string): Destination | undefined => {
    const plain = decode(path).normalize("NFC").replace(/\/$/, "");
    const prefix = plain === "" ? "" : `${plain}/`;
    for (const candidate of [plain, `${plain}.md`, `${prefix}index.md`, `${prefix}README.md`]) {
      const found = bySource.get(candidate);
      if (found !== undefined) return byPath.get(decode(found));
    }
    return undefined;
  };

  return {
    find(href, from) {
      const seenFrom = (place: string): string => URL.parse(href, origin + place)?.pathname ?? "";
      if (href.startsWith("/")) return atPath(seenFrom("/")) ?? atSource(href.slice(1));
      const byFile = from.source === null ? undefined : atSource(seenFrom(assetPath(from.source)).slice(1));
      return byFile ?? atPath(seenFrom(from.path));
    },
    suggest(href) {
      const name = decode(href).replace(/\/$/, "").split("/").at(-1) ?? "";
      const names = [...bySource.keys()].filter((source) => isMarkdown(source) || !name.endsWith(".md"));
      return (
        names.find((source) => source.split("/").at(-1) === name) ??
        names.find((source) => meant(name, [source.split("/").at(-1) ?? ""]) !== undefined)
      );
    },
  };
}

// Only a frame for resolving paths: nothing is requested, and no address of a site is on it.
const origin = "http://site.invalid";

/** The address of a file that is copied as it is. */
export function assetPath(file: string): string {
  return `/${file
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(
        /[()'!*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/")}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return path;
  }
}
