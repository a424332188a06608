import { isDate } from "../lib/json-schema.ts";

/** The address of a page. Paths are root-relative and percent-encoded. */
export interface Address {
  /** The path without its outer slashes; the home page's is `index`. */
  id: string;
  path: string;
  /** The path of its Markdown twin. */
  markdown_path: string;
}

/**
 * The address of a Markdown file, derived from its path in the content folder alone:
 * `notes/Why open.md` is `/notes/why-open/`, `notes/index.md` is `/notes/`, `index.md` is `/`.
 * A post, `_posts/2018-03-06-x.md`, is `/x/`, or `/2018/03/06/x/` with `keepDate`.
 * With `isFolderPage`, `_index.md` and `README.md` are read as a missing `index.md`, as Hugo and code hosts do.
 */
export function addressOf(source: string, isFolderPage: boolean, keepDate = false): Address {
  const post = postOf(source);
  if (post) return addressOfSegments([...post.folders, ...(keepDate ? post.date.split("-") : []), post.name].map(slug));
  const segments = withoutEnding(source).split("/").map(slug);
  const last = segments.at(-1) ?? "";
  if (last === "index" || (isFolderPage && folderPageNames.includes(last))) segments.pop();
  return addressOfSegments(segments);
}

/** Names of the files that can stand for their folder, without ending and in lower case; the first there is does. */
export const folderPageNames = ["index", "_index", "readme"];

function addressOfSegments(segments: readonly string[]): Address {
  if (segments.length === 0) return { id: "index", path: "/", markdown_path: "/index.md" };
  const id = segments.map(encodeURIComponent).join("/");
  return { id, path: `/${id}/`, markdown_path: `/${id}.md` };
}

/** A dated file below a folder `_posts`, as Jekyll has them. */
interface Post {
  /** The folders it is in, without `_posts`. */
  folders: string[];
  /** RFC 3339 full-date. */
  date: string;
  /** Its name without date and ending. */
  name: string;
}

/** A post by the path of its file, or undefined for every other file. */
export function postOf(source: string): Post | undefined {
  if (!/(^|\/)_posts\//.test(source)) return undefined;
  const folders = withoutEnding(source).split("/");
  const [, date = "", name = ""] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(folders.pop() ?? "") ?? [];
  return isDate(date) ? { folders: folders.filter((folder) => folder !== "_posts"), date, name } : undefined;
}

/** The addresses that Jekyll gives a post; none for every other file. */
export function formerAddressesOf(source: string): string[] {
  if (!postOf(source)) return [];
  const { path } = addressOf(source, false, true);
  return [path, `${path.slice(0, -1)}.html`];
}

/** The date with which the name of a file begins, or that of its folder if it is its folder's page; else undefined. */
export function dateInName(source: string): string | undefined {
  const [last = "", folder = ""] = withoutEnding(source).split("/").reverse();
  const name = folderPageNames.includes(last.toLowerCase()) ? folder : last;
  const date = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(name)?.[1];
  return date !== undefined && isDate(date) ? date : undefined;
}

/** The path of a Markdown file without its ending. */
export function withoutEnding(source: string): string {
  return source.replace(/\.(mdx?|markdown)$/i, "");
}

/**
 * A file or folder name as a path segment: NFC, lower case, runs of anything but letters, digits, `.`, `_`, `~` as one
 * hyphen.
 */
export function slug(name: string): string {
  const plain = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return plain === "" ? "page" : plain;
}

/** The output file of a page's HTML, decoded: `/notes/x/index.html`. */
export function htmlFileOf(path: string): string {
  return `${decodeURIComponent(path)}index.html`;
}

/** Compares pages by path; the order of all lists of pages. */
export function byPath(a: Pick<Address, "path">, b: Pick<Address, "path">): number {
  return a.path < b.path ? -1 : 1;
}
