import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { reasonOf } from "../content/diagnostics.ts";
import { outputMark } from "../content/files.ts";
import { isWithin } from "../lib/folders-above.ts";
import {
  filesBelow,
  makeRoom,
  markAsOutput,
  readLastBuild,
  recordFiles,
  removeEmptyFolders,
  removeFile,
} from "./output-record.ts";

/**
 * Where a build that replaces another is made: inside the output folder, because files can only be moved within a file
 * system.
 */
const nextFolder = ".next";

/** What a build changed in its output folder; root-relative paths. */
interface Exchanged {
  written: string[];
  removed: string[];
}

/**
 * Makes a build in an output folder. An earlier build in it stays as it is until the new one is complete; then the
 * files that differ are moved into place.
 * @param build Receives the folder to write into.
 * @throws Error of one line if the folder is not empty and was not made by a build of this site; whatever `build`
 * throws, in which case the output folder is left as it was.
 */
export async function buildInto<T>(directory: string, build: (folder: string) => Promise<T>): Promise<[T, Exchanged]> {
  try {
    return await replaceBuild(directory, build);
  } catch (error) {
    const reason = reasonOf(error as Error);
    const { path = directory } = error as NodeJS.ErrnoException;
    const isOfOutput = isWithin(directory, path) || isWithin(path, directory);
    if (reason === undefined || !isOfOutput) throw error;
    throw new Error(`The site cannot be written into ${directory}: ${reason}. Name another folder with --output=DIR.`);
  }
}

async function replaceBuild<T>(directory: string, build: (folder: string) => Promise<T>): Promise<[T, Exchanged]> {
  const existing = existingPartOf(directory);
  const isFresh = existing !== directory || readdirSync(directory).length === 0;
  const last = isFresh ? [] : readLastBuild(directory);
  const folder = isFresh ? directory : join(directory, nextFolder);
  try {
    if (isFresh) markAsOutput(directory);
    else rmSync(folder, removal);
    const result = await build(folder);
    const files = filesBelow(folder);
    const made = new Set(files);
    const removed = last.filter((path) => !made.has(path));
    recordFiles(folder, files); // here, so that a full disk is noticed before anything of the last build changes
    const written = isFresh ? files : exchange(folder, directory, files, last);
    for (const path of isFresh ? [] : removed) removeFile(directory, path);
    return [result, { written, removed }];
  } catch (error) {
    do {
      // A folder that was there stays, because it may be where a disk is mounted.
      if (!isFresh) rmSync(folder, removal);
      else if (existsSync(directory)) for (const name of readdirSync(directory)) rmSync(join(directory, name), removal);
      removeEmptyFolders(existing, directory);
      await setTimeout(100); // Eleventy still writes pages that it began before another one failed
    } while (existsSync(folder) && readdirSync(folder).length > 0);
    throw error;
  }
}

const removal = { recursive: true, force: true };

/** The path as far as it exists. */
function existingPartOf(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingPartOf(dirname(path));
}

/** Moves files that differ from one folder to the other. @returns their paths. */
function exchange(from: string, to: string, files: readonly string[], last: readonly string[]): string[] {
  makeRoom(to, files, last);
  const written = files.filter((path) => !isSameFile(join(from, path), join(to, path)));
  for (const path of written) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    renameSync(join(from, path), join(to, path));
  }
  renameSync(join(from, outputMark), join(to, outputMark));
  rmSync(from, { recursive: true });
  return written;
}

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b, { throwIfNoEntry: false })];
  return other !== undefined && one.size === other.size && readFileSync(a).equals(readFileSync(b));
}
