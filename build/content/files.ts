import { existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { byPath } from "./address.ts";
import { holdsPrivateKey, isPrivate, refuseProjectRoot } from "./private-files.ts";

/** A file of the content folder; `path` is relative to that folder, with forward slashes. */
export interface ContentFile {
  path: string;
  absolute: string;
}

/** The file that marks a build's output folder: never content, even inside the content folder. */
export const outputMark = ".open-house";

/** @throws Error of one line if there is no such content folder. */
export function assertFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no content folder ${folder}. Name one with --input=DIR.`);
  if (!found.isDirectory()) throw new Error(`${folder} is a file; the content must be a folder.`);
}

/** The contents of a content folder. All paths are relative to it and sorted. */
export interface Listing {
  files: ContentFile[];
  /** Files and folders with private names; folders end with a slash and were not looked into. */
  unpublished: string[];
  /**
   * Links that are not followed: to a folder (which may be above the link), to a file that is
   * private or outside the content folder, or to nothing.
   */
  notFollowed: string[];
  /** Files and folders that cannot be opened, because their names are not UTF-8. */
  unopened: string[];
}

/**
 * Lists all files below a folder, except private ones and the output of builds.
 * @param isForEleventy Whether a file, or a folder (with a slash at its end), is left to Eleventy:
 * it is then listed whatever its name.
 * @throws Error of one line if the folder is missing, or is the root of another program's project.
 */
export function listContent(
  folder: string,
  isForEleventy: (path: string) => boolean = () => false,
): Listing {
  assertFolder(folder);
  refuseProjectRoot(folder);
  const listing: Listing = { files: [], unpublished: [], notFollowed: [], unopened: [] };
  const root = realpathSync(folder);
  const visit = (directory: string, prefix: string): void => {
    const entries = readdirSync(directory, { withFileTypes: true });
    if (prefix !== "" && entries.some(({ name }) => name === outputMark)) return;
    for (const entry of entries) {
      const absolute = join(directory, entry.name);
      const path = prefix + entry.name;
      const kind = entry.isSymbolicLink() ? targetOf(absolute) : entry;
      const isFolder = kind?.isDirectory() ?? false;
      if (entry.name === "_site" && existsSync(join(absolute, outputMark))) continue;
      if (isPrivate(path, isFolder) && !isForEleventy(isFolder ? `${path}/` : path))
        listing.unpublished.push(isFolder ? `${path}/` : path);
      else if (entry.name.includes("\uFFFD") && !existsSync(absolute)) listing.unopened.push(path);
      else if (entry.isDirectory()) visit(absolute, `${path}/`);
      else if (entry.isSymbolicLink() && !isFollowed(absolute, kind, root) && !isForEleventy(path))
        listing.notFollowed.push(path);
      else if (kind?.isFile()) listing.files.push({ path, absolute });
    }
  };
  visit(folder, "");
  listing.files.sort(byPath);
  for (const paths of [listing.unpublished, listing.notFollowed, listing.unopened]) paths.sort();
  return listing;
}

/** The target of a link; undefined if there is none, or it is the link itself. */
function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link, { throwIfNoEntry: false });
  } catch {
    return undefined; // ELOOP: links that lead to one another
  }
}

/**
 * Whether a link leads to a file in the content folder that is not private: a link must not publish
 * a private file under another name.
 * @param target Its target.
 * @param root The folder's real path.
 */
function isFollowed(link: string, target: Pick<Stats, "isFile"> | undefined, root: string) {
  if (!target?.isFile()) return false;
  const file = realpathSync(link);
  const parts = relative(root, file).split(sep);
  // A path that leads outside begins with `..` or, on another drive, is absolute.
  if (parts[0] === ".." || parts[0]?.endsWith(":") || holdsPrivateKey(file)) return false;
  return !parts.some((_, at) => isPrivate(parts.slice(0, at + 1).join("/"), at < parts.length - 1));
}
