import { posix } from "node:path";
import { isDate } from "../lib/dates.ts";
import { percentDecoded } from "../lib/text.ts";

/** The address of a page. Paths are root-relative and percent-encoded. */
export interface Address {
  /** The path without its outer slashes; the home page's is `index`. */
  id: string;
  path: string;
  /** The path of its Markdown twin. */
  markdown_path: string;
}

/**
 * The address of a Markdown file, derived from its path in the content folder alone: `notes/Why
 * open.md` is `/notes/why-open/`, `notes/index.md` is `/notes/`, `index.md` is `/`. A folder
 * `_posts` is left out of the address: `_posts/2018-03-06-x.md` is `/2018-03-06-x/`.
 * @param isFolderPage Whether the file is its folder's page, as `folderPages` decides.
 */
export function addressOf(source: string, isFolderPage: boolean): Address {
  const segments = withoutEnding(source)
    .split("/")
    .filter((name) => name !== "_posts")
    .map(slug);
  return addressOfSegments(isFolderPage ? segments.slice(0, -1) : segments);
}

/** The address of a `permalink`: a path between slashes, percent-encoded or not. */
export function addressAt(permalink: string): Address {
  return addressOfSegments(decodedPath(permalink).split("/").slice(1, -1));
}

function addressOfSegments(segments: readonly string[]): Address {
  if (segments.length === 0) return { id: "index", path: "/", markdown_path: "/index.md" };
  const id = segments.map(encodeURIComponent).join("/");
  return { id, path: `/${id}/`, markdown_path: `/${id}.md` };
}

/** Names of files that can be their folder's page, without ending and in lower case. */
const folderPageNames = ["index", "_index", "readme"];

/** Whether a file has one of these names. One named as its folder, `x/x.md`, does not count. */
export function hasFolderPageName(source: string): boolean {
  return folderPageNames.includes(nameWithoutEnding(source).toLowerCase());
}

/**
 * The files that are their folders' pages. If a folder has several candidates, the first in the
 * order of `folderPageNames` wins; one with the folder's name comes last (`x/x.md` is at `/x/`, as
 * in Eleventy). The others are ordinary pages.
 */
export function folderPages(sources: readonly string[]): Set<string> {
  const rankOf = (source: string): number => {
    const folder = posix.basename(posix.dirname(source)).toLowerCase();
    return [...folderPageNames, folder].indexOf(nameWithoutEnding(source).toLowerCase());
  };
  const named = sources.filter((source) => rankOf(source) !== -1);
  const pages = [...Map.groupBy(named, posix.dirname).values()].flatMap((beside) => {
    const first = Math.min(...beside.map(rankOf));
    return beside.filter((source) => rankOf(source) === first);
  });
  return new Set(pages);
}

/** The name of a file, without its folders and its ending. */
function nameWithoutEnding(source: string): string {
  return withoutEnding(posix.basename(source));
}

/** A page's name: its file's without the ending, or its folder's for a folder's page. */
export function pageNameOf(source: string): string {
  const isNamedByFolder = hasFolderPageName(source) && source.includes("/");
  return nameWithoutEnding(isNamedByFolder ? posix.dirname(source) : source);
}

/** The date that a page's name begins with: `2024-07-09` for `2024-07-09-a-walk.md`. */
export function dateInName(source: string): string | undefined {
  const date = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(pageNameOf(source))?.[1];
  return date !== undefined && isDate(date) ? date : undefined;
}

const markdownEnding = /\.(md|markdown)$/i;

/** Whether a file's ending is that of a page. */
export function isMarkdown(path: string): boolean {
  return markdownEnding.test(path);
}

/** The path of a Markdown file without its ending. */
export function withoutEnding(source: string): string {
  return source.replace(markdownEnding, "");
}

/**
 * A name as a path segment: NFC, lower case, one hyphen for each run of characters other than
 * letters, marks, digits, `.`, `_` and `~`, no hyphen or dot at either end; `page` if it is empty.
 */
export function slug(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._~]+/gu, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return plain === "" ? "page" : plain;
}

/** The output file of a page's HTML, decoded: `/notes/x/index.html`. */
export function htmlFileOf(path: string): string {
  return `${decodeURIComponent(path)}index.html`;
}

/** Compares pages or files by path, which no two share. Lists for readers use `page-order.ts`. */
export function byPath(a: Pick<Address, "path">, b: Pick<Address, "path">): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** The paths of pages, or of anything else that has one. */
export function pathsOf(items: readonly { path: string }[]): string[] {
  return items.map(({ path }) => path);
}

/** The address of a copied file. */
export function assetPath(file: string): string {
  const encoded = (part: string): string =>
    encodeURIComponent(part).replace(
      /[()'!*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return `/${file.split("/").map(encoded).join("/")}`;
}

/** A path without percent-encoding, in NFC; unchanged where it cannot be decoded. */
export function decodedPath(path: string): string {
  return /[%\u0080-\uFFFF]/.test(path) ? percentDecoded(path).normalize("NFC") : path;
}
