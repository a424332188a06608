import * as fs from "node:fs";
import { join } from "node:path";
import { foldersAbove } from "../content/address-book.ts";
import { outputMark } from "../content/files.ts";
import { entryAt } from "../lib/file-system.ts";

// Every build writes a folder in the same way. The file `.begun` names each file before it is
// written; at the end the file `.open-house` names all, and files that only earlier builds made are
// removed. Any other file is removed only if it is in the way of one. `npm start` and
// `npx eleventy` write into the output folder as they go. `npm run build` writes into the folder
// `.next` in it, because files can only be moved within a file system, and moves them when `.next`
// is complete, that is, has a file `.open-house`. If a build is killed, the next one removes an
// incomplete `.next`, and moves the remaining files of a complete one. Only one process at a time
// writes into a folder: it holds the lock on the file `.lock`.

/** The folder of a build that is made apart. */
export const nextFolder = ".next";
export const begunName = ".begun";
export const lockName = ".lock";

/** A file that is being written, before it is moved to its place. */
export const partName = ".part";

/** Names of files and folders in an output folder that are not part of the site. */
export const internalNames = [outputMark, nextFolder, begunName, lockName, partName];

export const rmOptions = { recursive: true, force: true };

/** The files that builds made or were about to make. */
export function readRecord(directory: string): Set<string> {
  const records = [outputMark, begunName]
    .map((name) => join(directory, name))
    .filter((record) => fs.existsSync(record));
  // The text after the last line end is empty, or a path that was cut off when a build was killed.
  const lines = records.flatMap((record) =>
    fs.readFileSync(record, "utf8").split("\n").slice(0, -1),
  );
  return new Set(lines.filter((line) => line.startsWith("/")));
}

/** Paths as lines of a record. */
export function linesOf(paths: readonly string[]): string {
  return paths.map((path) => `${path}\n`).join("");
}

/** Removes files that only earlier builds made, and folders that are then empty. */
export function removeStale(
  directory: string,
  known: ReadonlySet<string>,
  made: ReadonlySet<string>,
): string[] {
  const removed = [...known].filter((path) => !made.has(path));
  for (const path of removed) {
    if (entryAt(directory + path)?.isDirectory() === false) fs.rmSync(directory + path);
    for (const folder of foldersAbove(path).map((each) => directory + each))
      if (entryAt(folder)?.isDirectory() && fs.readdirSync(folder).length === 0)
        fs.rmdirSync(folder);
  }
  return removed;
}
