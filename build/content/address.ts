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
 * `_posts` is like any other, but leaves its name out: `_posts/2018-03-06-x.md` is
 * `/2018-03-06-x/`.
 * @param isFolderPage Whether the file stands for its folder, as `folderPages` decides.
 */
export function addressOf(source: string, isFolderPage: boolean): Address {
  const segments = withoutEnding(source)
    .split("/")
    .filter((name) => name !== "_posts")
    .map(slug);
  return addressOfSegments(isFolderPage ? segments.slice(0, -1) : segments);
}

/** The address that a `permalink` names: a path between slashes, percent-encoded or not. */
export function addressAt(permalink: string): Address {
  return addressOfSegments(decodedPath(permalink).split("/").slice(1, -1));
}

function addressOfSegments(segments: readonly string[]): Address {
  if (segments.length === 0) return { id: "index", path: "/", markdown_path: "/index.md" };
  const id = segments.map(encodeURIComponent).join("/");
  return { id, path: `/${id}/`, markdown_path: `/${id}.md` };
}

/** Names of the files that can stand for their folder, without ending and in lower case. */
const folderPageNames = ["index", "_index", "readme"];

/** Whether a file has a name that can stand for its folder. */
export function hasFolderPageName(source: string): boolean {
  return folderPageNames.includes(fileName(source).toLowerCase());
}

/**
 * The files that stand for their folders. Of several in one folder the first name in the order of
 * `folderPageNames` does, then the folder's own: `x/x.md` is at `/x/`, as in Eleventy. The others
 * are ordinary pages.
 */
export function folderPages(sources: readonly string[]): Set<string> {
  const rankOf = (source: string): number => {
    const folder = posix.basename(posix.dirname(source)).toLowerCase();
    return [...folderPageNames, folder].indexOf(fileName(source).toLowerCase());
  };
  const byFolder = Map.groupBy(
    sources.filter((source) => rankOf(source) !== -1),
    posix.dirname,
  );
  return new Set(
    [...byFolder.values()].flatMap((named) => {
      const first = Math.min(...named.map(rankOf));
      return named.filter((source) => rankOf(source) === first);
    }),
  );
}

/** The name of a file, without its folders and its ending. */
function fileName(source: string): string {
  return withoutEnding(posix.basename(source));
}

/**
 * The name that a file gives its page: without the ending, or its folder's if it stands for that.
 */
export function pageNameOf(source: string): string {
  const isNamedByFolder = hasFolderPageName(source) && source.includes("/");
  return fileName(isNamedByFolder ? posix.dirname(source) : source);
}

/**
 * The date with which a page's name begins, `2024-07-09-a-walk.md`, as RFC 3339 has it; undefined
 * without one.
 */
export function dateInName(source: string): string | undefined {
  const date = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(pageNameOf(source))?.[1];
  return date !== undefined && isDate(date) ? date : undefined;
}

const markdownEnding = /\.(md|markdown)$/i;

/** Whether a file is a page by its ending. */
export function isMarkdown(path: string): boolean {
  return markdownEnding.test(path);
}

/** The path of a Markdown file without its ending. */
export function withoutEnding(source: string): string {
  return source.replace(markdownEnding, "");
}

/**
 * A file or folder name as a path segment: NFC, in lower case, with runs of anything but letters,
 * digits, `.`, `_` and `~` as one hyphen.
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

/** Compares pages by path; the order of all lists of pages. No two pages have the same one. */
export function byPath(a: Pick<Address, "path">, b: Pick<Address, "path">): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** The paths of pages, or of anything else that has one. */
export function pathsOf(items: readonly { path: string }[]): string[] {
  return items.map(({ path }) => path);
}

/** The address of a file that is copied as it is. */
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
