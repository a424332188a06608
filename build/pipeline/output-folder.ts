import * as fs from "node:fs";
import { join } from "node:path";
import { outputMark } from "../content/files.ts";
import { bytesOfFile, entryAt, makeFolder } from "../lib/file-system.ts";
import { lockFile } from "../lib/lock.ts";
import { reasonOf } from "../lib/system-errors.ts";
import type { BuildReport } from "./build-report.ts";
import * as record from "./output-record.ts";
import { isWithin } from "./project.ts";

/**
 * Makes an output folder, if it does not exist, and keeps all other builds out of it.
 * @returns a function that releases the folder, as the end of the process does too; it removes an
 * incomplete build, and the folder itself if it was new and has no complete build
 * @throws Error of one line if another build has the folder, or it has files that no build made
 */
export function takeFolder(directory: string): () => void {
  const created = makeFolder(directory);
  const isMade = (): boolean =>
    [outputMark, record.begunName, `${record.nextFolder}/${outputMark}`].some((name) =>
      fs.existsSync(join(directory, name)),
    );
  if (!isMade() && fs.readdirSync(directory).some((name) => !record.internalNames.includes(name)))
    throw new Error(
      `${directory} is not empty and was not made by a build of this site, so nothing was written into it. ` +
        "Name another folder with --output=DIR, or empty this one.",
    );
  const unlock = lockFile(join(directory, record.lockName));
  if (unlock === undefined)
    throw new Error(
      `Another build is writing into ${directory}, so this one wrote nothing. Start it again when that one has ended.`,
    );
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    try {
      removeIncomplete(directory);
    } finally {
      unlock();
    }
    if (created !== undefined && !isMade()) fs.rmSync(created, record.rmOptions);
  };
}

/**
 * Builds into an output folder, in which nothing changes until the build is complete.
 * @param build Writes and closes the folder passed to it.
 * @returns the result of `build` with the changes in the output folder
 * @throws Error of one line as `takeFolder` does, or if the disk fails; whatever `build` throws.
 * The output folder is then left as it was.
 */
export async function buildInto<T>(directory: string, build: (folder: string) => Promise<T>) {
  try {
    const release = takeFolder(directory);
    try {
      exchange(directory);
      return { ...(await build(join(directory, record.nextFolder))), ...exchange(directory) };
    } finally {
      release();
    }
  } catch (error) {
    const reason = reasonOf(error as Error);
    const { path = directory } = error as NodeJS.ErrnoException;
    if (reason === undefined || !(isWithin(directory, path) || isWithin(path, directory)))
      throw error;
    throw new Error(
      `The site cannot be written into ${directory}: ${reason}. Name another folder with --output=DIR.`,
    );
  }
}

/**
 * Replaces the last build by the one in `.next` if that is complete, or else removes `.next`. It
 * can be interrupted at any point and repeated.
 */
export function exchange(directory: string): Pick<BuildReport, "written" | "removed"> {
  const next = join(directory, record.nextFolder);
  removeIncomplete(directory);
  if (!fs.existsSync(next)) return { written: [], removed: [] };
  const known = record.readRecord(directory);
  const made = record.readRecord(next);
  const unchanged = moveInto(next, directory);
  const removed = record.removeStale(directory, known, made);
  fs.renameSync(join(next, outputMark), join(directory, outputMark));
  fs.rmSync(join(directory, record.begunName), record.rmOptions);
  fs.rmSync(next, record.rmOptions);
  return { written: [...made].filter((path) => !unchanged.has(path)), removed };
}

/** Removes the build in `.next` unless it is complete. */
function removeIncomplete(directory: string): void {
  const next = join(directory, record.nextFolder);
  if (!fs.existsSync(join(next, outputMark))) fs.rmSync(next, record.rmOptions);
}

/**
 * Moves changed files from one folder into another, and missing folders as a whole.
 * @returns paths of the files that are the same in both.
 */
function moveInto(from: string, to: string, above = "", unchanged = new Set<string>()) {
  for (const entry of fs.readdirSync(from + above, { withFileTypes: true })) {
    const path = `${above}/${entry.name}`;
    if (above === "" && record.internalNames.includes(entry.name)) continue;
    let there = entryAt(to + path);
    if (there && there.isDirectory() !== entry.isDirectory()) {
      fs.rmSync(to + path, record.rmOptions);
      there = undefined;
    }
    if (there?.isDirectory()) moveInto(from, to, path, unchanged);
    else if (there?.isFile() && isSameFile(from + path, to + path)) unchanged.add(path);
    else fs.renameSync(from + path, to + path);
  }
  return unchanged;
}

function isSameFile(a: string, b: string): boolean {
  if (fs.statSync(a).size !== fs.statSync(b).size) return false;
  using others = bytesOfFile(b);
  for (const chunk of bytesOfFile(a))
    if (!chunk.equals(others.next().value as Buffer)) return false;
  return true;
}
