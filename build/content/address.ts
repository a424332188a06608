import { isDate } from "../lib/dates.ts";
import { subjectsOf } from "./other-keys.ts";

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
 * A post, `_posts/2018-03-06-x.md`, is `/x/`, and with `keepPlace` `/2018/03/06/x/`; one without a date, `_posts/x.md`,
 * is `/x/` or `/_posts/x/`.
 * A folder whose name begins with `_`, as those of collections in Jekyll, is without it, except with `keepPlace`.
 * With `isFolderPage`, `_index.md` and `README.md` are read as a missing `index.md`, as Hugo and code hosts do.
 */
export function addressOf(source: string, isFolderPage: boolean, keepPlace = false): Address {
  const post = postOf(source);
  if (post && !keepPlace) return addressOfSegments([...post.folders, post.name].map(slug));
  if (post?.date) return addressOfSegments([...post.folders, ...post.date.split("-"), post.name].map(slug));
  const names = withoutEnding(keepPlace ? source : source.replace(collectionFolders, "$1")).split("/");
  const segments = names.map(slug);
  const last = segments.at(-1) ?? "";
  if (last === "index" || (isFolderPage && isFolderPageName(last, source))) segments.pop();
  return addressOfSegments(segments);
}

/** Names of the files that can stand for their folder, without ending and in lower case; the first there is does. */
export const folderPageNames = ["index", "_index", "readme"];

/** Whether a file of such a name can stand for its folder. The home page may also be called `Home`, as in a vault. */
function isFolderPageName(name: string, source: string): boolean {
  return folderPageNames.includes(name) || (name === "home" && !source.includes("/"));
}

/** The underscore before the name of a folder, other than `_posts`. */
const collectionFolders = /(^|\/)_(?=[^_/][^/]*\/)(?!posts\/)/g;

/** Whether a file is in a folder of a collection, as Jekyll has them. */
export function isInCollection(source: string): boolean {
  return source.search(collectionFolders) !== -1;
}

function addressOfSegments(segments: readonly string[]): Address {
  if (segments.length === 0) return { id: "index", path: "/", markdown_path: "/index.md" };
  const id = segments.map(encodeURIComponent).join("/");
  return { id, path: `/${id}/`, markdown_path: `/${id}.md` };
}

/** A file below a folder `_posts`, as Jekyll has them. */
interface Post {
  /** The folders it is in, without `_posts`. */
  folders: string[];
  /** Those of them that contain `_posts`: its categories in Jekyll. */
  above: string[];
  /** RFC 3339 full-date; undefined where the name of the file does not begin with one. */
  date: string | undefined;
  /** Its name without date and ending. */
  name: string;
}

/** A post by the path of its file; undefined for every other file, and for one that stands for its folder. */
export function postOf(source: string): Post | undefined {
  if (!/(^|\/)_posts\//.test(source)) return undefined;
  const all = withoutEnding(source).split("/");
  const whole = all.pop() ?? "";
  if (folderPageNames.includes(whole.toLowerCase())) return undefined;
  const place = { folders: all.filter((folder) => folder !== "_posts"), above: all.slice(0, all.indexOf("_posts")) };
  const [, date = "", name = ""] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(whole) ?? [];
  return isDate(date) ? { ...place, date, name } : { ...place, date: undefined, name: whole };
}

/**
 * The addresses that a post had in Jekyll, by its permalinks `pretty` and `date`, which is the default:
 * `/categories/2018/03/06/name/` and the same with `.html` (https://jekyllrb.com/docs/permalinks/). None for every
 * other file.
 * @param matter Its categories, and its date: Jekyll prefers that to the date in the name, but a time may be of another
 *   day in the zone of the site, so both dates count.
 */
export function formerAddressesOf(source: string, matter: Readonly<Record<string, unknown>>): string[] {
  const post = postOf(source);
  if (post?.date === undefined) return [];
  const subjects = [...post.above, ...subjectsOf(matter, "category"), ...subjectsOf(matter, "categories")];
  const categories = new Set(subjects.map((category) => category.normalize("NFC").toLowerCase()));
  const days = new Set([post.date, String(matter["date"] ?? post.date).slice(0, 10)]);
  return [...days].flatMap((day) => {
    const segments = [...categories, ...day.split("-"), hyphenated(post.name)];
    // The host would read an asterisk as a pattern.
    const path = segments.map((segment) => `/${encodeURIComponent(segment).replaceAll("*", "%2A")}`).join("");
    return [`${path}/`, `${path}.html`];
  });
}

/**
 * The date with which the name of a file begins, or that of its folder if it is its folder's page; else undefined. It is
 * written `2024-07-09`, as eight digits of this century before a hyphen or alone, because other numbers of eight digits
 * are none, or in Logseq `journals/2024_07_09.md`.
 */
export function dateInName(source: string): string | undefined {
  const date = digitsInName(source) ?? compactDate(source);
  return date !== undefined && isDate(date) ? date : undefined;
}

function compactDate(source: string): string | undefined {
  const digits =
    /^(20\d\d)(\d\d)(\d\d)(?=-|$)/.exec(nameOf(source)) ??
    /(?:^|\/)journals\/(\d{4})_(\d\d)_(\d\d)$/.exec(withoutEnding(source));
  return digits?.slice(1).join("-");
}

/** Whether a name begins like one with a date, but no calendar has that date: `2020-13-45-x.md`. */
export function hasImpossibleDate(source: string): boolean {
  const date = digitsInName(source);
  return date !== undefined && /^(19|20)/.test(date) && !isDate(date);
}

function digitsInName(source: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(nameOf(source))?.[1];
}

/** The name of a file without its ending, or that of its folder if it is its folder's page. */
function nameOf(source: string): string {
  const [last = "", folder = ""] = withoutEnding(source).split("/").reverse();
  return folderPageNames.includes(last.toLowerCase()) ? folder : last;
}

/** The endings of files in Markdown that Jekyll and git hosts know, and MDX. */
const markdownEnding = /\.(mdx?|markdown|mkdn?|mkdown|mdown|mdwn)$/i;

/** The path of a Markdown file without its ending. */
export function withoutEnding(source: string): string {
  return source.replace(markdownEnding, "");
}

/** A file or folder name as a path segment, in lower case. */
export function slug(name: string): string {
  return hyphenated(name.toLowerCase());
}

/** A name in NFC, with runs of anything but letters, digits, `.`, `_`, `~` as one hyphen. */
function hyphenated(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._~]+/gu, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
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

/** Whether a file is a page by its ending, MDX included. */
export function isMarkdown(path: string): boolean {
  return markdownEnding.test(path);
}
