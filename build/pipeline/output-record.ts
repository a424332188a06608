import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outputMark } from "../content/files.ts";
import { foldersAbove } from "../lib/folders-above.ts";

// Which files of an output folder a build made: a build removes those of the last one, and nothing else.

const markText =
  "This folder is written by a build of the site. The next one removes those of these files that it does not make:\n";

/** Root-relative paths of all files below a folder, except the mark. */
export function filesBelow(directory: string, above = ""): string[] {
  return readdirSync(directory + above, { withFileTypes: true }).flatMap((entry) => {
    const path = `${above}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(directory, path);
    return path === `/${outputMark}` ? [] : [path];
  });
}

/**
 * Reads which files the last build made. A new or empty folder is marked as written by builds.
 * @throws Error of one line if the folder is not empty and has no mark.
 */
export function readLastBuild(directory: string): string[] {
  const mark = join(directory, outputMark);
  if (existsSync(mark)) {
    const text = readFileSync(mark, "utf8");
    // A mark without a list says only that all files in the folder are of a build.
    return text.startsWith(markText) ? text.slice(markText.length).split("\n").filter(Boolean) : filesBelow(directory);
  }
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(
      `${directory} is not empty and was not made by a build of this site, so nothing was written into it. ` +
        "Name another folder with --output=DIR, or empty this one.",
    );
  markAsOutput(directory);
  return [];
}

/** Makes a folder that builds write into. Until files are recorded, all that is in it is a build's. */
export function markAsOutput(directory: string): void {
  makeFolder(directory);
  writeFileSync(join(directory, outputMark), "");
}

/** Not with `recursive`: Node tries for ever where a folder exists and none can be made in it, as in `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Records which files of an output folder a build made, sorted: the bytes are the same whoever lists them. */
export function recordFiles(directory: string, files: readonly string[]): void {
  writeFileSync(
    join(directory, outputMark),
    markText +
      [...files]
        .sort()
        .map((path) => `${path}\n`)
        .join(""),
  );
}

/** Removes files of the last build that stand where this one needs a folder, and folders where it needs a file. */
export function makeRoom(directory: string, paths: readonly string[], last: readonly string[]): void {
  const known = new Set(last);
  const added = paths.filter((path) => !known.has(path)); // nothing stands in the way of the others
  if (added.length === 0) return;
  const [files, folders] = [new Set(added), new Set(added.flatMap(foldersAbove))];
  for (const path of last) {
    const inTheWay = folders.has(path) ? path : foldersAbove(path).find((folder) => files.has(folder));
    if (inTheWay !== undefined) rmSync(join(directory, inTheWay), { recursive: true, force: true });
  }
}

/** Removes a file of the last build, and the folders that are empty without it. */
export function removeFile(directory: string, path: string): void {
  const file = join(directory, path);
  if (!existsSync(file) || !statSync(file).isFile()) return; // `makeRoom` removed it already
  rmSync(file);
  removeEmptyFolders(directory, dirname(file));
}

/** Removes a folder and those around it, up to the directory, as far as they are empty. */
export function removeEmptyFolders(directory: string, folder: string): void {
  for (let at = folder; at.length > directory.length; at = dirname(at)) {
    if (!existsSync(at)) continue;
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}
