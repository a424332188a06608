import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outputMark } from "../content/files.ts";

/** An output folder that is ready for files: whatever stood in their way is gone, and the folders they need are there. */
export interface OutputFolder {
  directory: string;
  /** Root-relative paths of wanted files that are there already. */
  present: ReadonlySet<string>;
  /** Root-relative paths of files that are no longer wanted and still there. */
  stale: Set<string>;
  /** Root-relative paths of what was in the way. */
  removed: string[];
}

/** True where there is nothing to be kept whole: no such folder, or an empty one. */
export function isFresh(directory: string): boolean {
  return !existsSync(directory) || readdirSync(directory).length === 0;
}

/**
 * Makes a folder ready for files of these root-relative paths. Refuses one that is not empty and that no build of ours made, and two files of one path.
 * @param known Paths of the files in it, if that is known already.
 * @throws Error of one line.
 */
export function prepareFolder(
  directory: string,
  paths: readonly string[],
  known: ReadonlySet<string> = new Set(),
): OutputFolder {
  assertUnique(paths);
  const wanted = new Set(paths);
  const there = claim(directory)
    ? readPresent(directory, known)
    : { files: new Set<string>(), folders: new Set<string>() };
  const present = new Set([...there.files].filter((path) => wanted.has(path)));
  const stale = new Set([...there.files].filter((path) => !wanted.has(path)));
  const removed: string[] = [];
  const forget = (inTheWay: string): void => {
    for (const path of [...stale].filter((path) => path === inTheWay || path.startsWith(`${inTheWay}/`))) {
      stale.delete(path);
      removed.push(path);
    }
  };
  for (const path of paths) if (!present.has(path)) makeRoom(directory, path, there, forget);
  return { directory, present, stale, removed };
}

/** Removes what is no longer wanted, with the folders it leaves empty. @returns all that was removed, also before. */
export function removeStale({ directory, stale, removed }: OutputFolder): string[] {
  for (const path of stale) {
    rmSync(join(directory, path), { force: true });
    removeEmptyFolders(directory, dirname(join(directory, path)));
  }
  return [...removed, ...stale];
}

/** @throws Error of one line naming the first path that comes twice. */
export function assertUnique(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path))
      throw new Error(`Two files claim the address ${path}. Rename the page or the file that should not have it.`);
    seen.add(path);
  }
}

/**
 * Makes a folder ours. @returns true where it was before.
 * @throws Error of one line if it has somebody else's files in it.
 */
export function claim(directory: string): boolean {
  const ours = existsSync(join(directory, outputMark));
  if (!ours && existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(
      `${directory} is not empty and was not made by a build of this site, so nothing was written into it. Name another folder with --output=DIR, or empty this one.`,
    );
  }
  if (!ours) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, outputMark),
      "This folder is written by the build. Whatever else is put here will be removed.\n",
    );
  }
  return ours;
}

/** What is in the folder: root-relative paths of its files and of its folders. Known once, so that no file needs to be asked for again. */
interface Present {
  files: Set<string>;
  folders: Set<string>;
}

function readPresent(directory: string, known: ReadonlySet<string>): Present {
  const files = new Set<string>();
  const folders = new Set<string>();
  if (known.size > 0) {
    for (const path of known) {
      files.add(path);
      for (let at = parentOf(path); at !== "" && !folders.has(at); at = parentOf(at)) folders.add(at);
    }
    return { files, folders };
  }
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(directory.length)
      .replaceAll("\\", "/")
      .replace(/^(?!\/)/, "/");
    if (entry.isDirectory()) folders.add(path);
    else if (path !== `/${outputMark}`) files.add(path);
  }
  return { files, folders };
}

/** Makes the folders a new file needs. A page may become a folder and a folder a page: what stands in the way was ours, and goes. */
function makeRoom(directory: string, path: string, present: Present, removed: (path: string) => void): void {
  if (present.folders.delete(path)) {
    rmSync(join(directory, path), { recursive: true });
    removed(path);
  }
  const folder = parentOf(path);
  if (folder === "" || present.folders.has(folder)) return;
  if (present.files.has(folder)) {
    rmSync(join(directory, folder));
    removed(folder);
  }
  makeRoom(directory, folder, present, removed);
  mkdirSync(join(directory, folder), { recursive: true });
  present.folders.add(folder);
}

/** The folder a root-relative path is in; "" is the output folder itself. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function removeEmptyFolders(directory: string, folder: string): void {
  for (let at = folder; at.length > directory.length && readdirSync(at).length === 0; at = dirname(at)) rmdirSync(at);
}
