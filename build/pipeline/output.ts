import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { foldersAbove } from "../content/address-book.ts";
import { outputMark } from "../content/files.ts";
import { bytesOf, digestOf } from "../lib/bytes.ts";
import { bytesOfFile, entryAt, makeFolder } from "../lib/file-system.ts";
import { lockFile } from "../lib/lock.ts";
import { reasonOf } from "../lib/system-errors.ts";
import type { OutputFile } from "../model/site-model.ts";
import type { BuildReport } from "./build-report.ts";
import { isWithin } from "./project.ts";

// Every build writes a folder in the same way. The file `.begun` names each file before it is
// written; at the end the file `.open-house` names all, and files that only earlier builds made are
// removed. Another file goes only where it stands in the way of one that is made. `npm start` and
// `npx eleventy` write into the output folder as they go. `npm run build` writes into the folder
// `.next` in it, because files can only be moved within a file system, and moves them when `.next`
// is complete, that is, has a file `.open-house`. If a build is killed, the next one removes an
// incomplete `.next`, and moves the remaining files of a complete one. Only one process at a time
// writes into a folder: it holds the lock on the file `.lock`.

const nextFolder = ".next";
const begunName = ".begun";
const lockName = ".lock";

/** A file that is being written, before it is moved to its place. */
const partName = ".part";

/** Names of files and folders in an output folder that are not part of the site. */
export const ownNames = [outputMark, nextFolder, begunName, lockName, partName];

const removal = { recursive: true, force: true };

/** An author's file that is published unchanged: its address and its place. */
export interface CopiedFile {
  /** Root-relative and decoded. */
  path: string;
  absolute: string;
  /** Lower-case hex digest of its bytes. */
  sha256: string;
}

/** The changes of a build in its output folder. */
type Changes = Pick<BuildReport, "written" | "removed">;

/**
 * Makes an output folder, if it does not exist, and keeps all other builds out of it.
 * @returns a function that releases the folder, as the end of the process does too; it removes an
 * incomplete build, and the folder itself if it was new and has no complete build
 * @throws Error of one line if another build has the folder, or if it has files and no build made
 * it
 */
export function takeFolder(directory: string): () => void {
  const created = makeFolder(directory);
  const isMade = (): boolean =>
    [outputMark, begunName, `${nextFolder}/${outputMark}`].some((name) =>
      fs.existsSync(join(directory, name)),
    );
  if (!isMade() && fs.readdirSync(directory).some((name) => !ownNames.includes(name)))
    throw new Error(
      `${directory} is not empty and was not made by a build of this site, so nothing was written into it. ` +
        "Name another folder with --output=DIR, or empty this one.",
    );
  const unlock = lockFile(join(directory, lockName));
  if (unlock === undefined)
    throw new Error(
      `Another build is writing into ${directory}, so this one wrote nothing. Start it again when that one has ended.`,
    );
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    try {
      isNextComplete(directory);
    } finally {
      unlock();
    }
    if (created !== undefined && !isMade()) fs.rmSync(created, removal);
  };
}

/**
 * Builds into an output folder, in which nothing changes until the build is complete.
 * @param build Writes and closes the folder passed to it.
 * @throws Error of one line as `takeFolder` does, or if the disk fails; whatever `build` throws.
 * The output folder is then left as it was.
 */
export async function buildInto<T>(
  directory: string,
  build: (folder: string) => Promise<T>,
): Promise<[T, Changes]> {
  try {
    const release = takeFolder(directory);
    try {
      exchange(directory);
      const result = await build(join(directory, nextFolder));
      return [result, exchange(directory)];
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

/** A folder that a build writes into. */
export type Output = ReturnType<typeof openOutput>;

/** Opens a folder that `takeFolder` has taken, or the one that `buildInto` gives. */
export function openOutput(directory: string) {
  makeFolder(directory);
  exchange(directory);
  /** Files that earlier builds made, and that this one is about to make. */
  let known = recorded(directory);
  const isNew = known.size === 0;
  const digests = new Map<string, string>();
  const begun = join(directory, begunName);
  const part = join(directory, partName);
  const announce = (paths: readonly string[]): void => {
    fs.appendFileSync(begun, linesOf(paths.filter((path) => !known.has(path))));
    for (const path of paths) known.add(path);
  };
  announce([]); // from now on the folder is one of a build
  const isWritten = (file: OutputFile | CopiedFile): boolean => {
    const digest = "absolute" in file ? file.sha256 : (file.sha256 ?? digestOf(file.content));
    if (digests.get(file.path) === digest) return false;
    digests.delete(file.path); // an interrupted write leaves its state unknown
    const target = join(directory, file.path);
    // Readers of an earlier build never see half a file.
    const written = isNew ? target : part;
    if ("absolute" in file) fs.copyFileSync(file.absolute, written);
    else fs.writeFileSync(written, bytesOf(file.content));
    if (written !== target) fs.renameSync(written, target);
    digests.set(file.path, digest);
    return true;
  };
  return {
    directory,
    /** Takes the paths of files that Eleventy is about to write. */
    announce,
    /**
     * Writes or copies files, except those that it last wrote with the same content.
     * @returns paths of the written files
     */
    write(files: readonly (OutputFile | CopiedFile)[]): string[] {
      const paths = files.map(({ path }) => path);
      announce(paths);
      for (const folder of new Set(paths.map((path) => dirname(path))))
        fs.mkdirSync(join(directory, folder), { recursive: true });
      return files.filter(isWritten).map(({ path }) => path);
    },
    /**
     * Ends a build, whose paths are given: removes files that only earlier builds made.
     * @returns their paths.
     * @throws Error of one line if one of its files is not there.
     */
    close(paths: readonly string[]): string[] {
      const missing = paths.filter((path) => !fs.existsSync(directory + path));
      if (missing.length > 0)
        throw new Error(
          `${missing.length} of ${paths.length} files of the site are missing in ${directory}, such as ${missing[0]}: ` +
            "something else removed them while it was built. Build it again.",
        );
      const made = new Set(paths);
      // A removed file is written again if it comes back.
      for (const path of digests.keys()) if (!made.has(path)) digests.delete(path);
      const removed = removeStale(directory, known, made);
      // Sorted, so that the bytes do not depend on the order of writing.
      fs.writeFileSync(part, recordText + linesOf([...made].sort()));
      fs.renameSync(part, join(directory, outputMark));
      fs.rmSync(begun, removal);
      known = made;
      return removed;
    },
  };
}

/**
 * Replaces the last build by the one in `.next` if that is complete, or else removes `.next`. It
 * can be interrupted at any point and repeated.
 */
function exchange(directory: string): Changes {
  const next = join(directory, nextFolder);
  if (!isNextComplete(directory)) return { written: [], removed: [] };
  const known = recorded(directory);
  const made = recorded(next);
  const unchanged = moveInto(next, directory);
  const removed = removeStale(directory, known, made);
  fs.renameSync(join(next, outputMark), join(directory, outputMark));
  fs.rmSync(join(directory, begunName), removal);
  fs.rmSync(next, removal);
  return { written: [...made].filter((path) => !unchanged.has(path)), removed };
}

/** Whether there is a complete build to exchange; an incomplete one is removed. */
function isNextComplete(directory: string): boolean {
  const next = join(directory, nextFolder);
  const isComplete = fs.existsSync(join(next, outputMark));
  if (!isComplete) fs.rmSync(next, removal);
  return isComplete;
}

/**
 * Moves changed files from one folder into another, and missing folders as a whole.
 * @returns paths of the files that are the same in both.
 */
function moveInto(
  from: string,
  to: string,
  above = "",
  unchanged = new Set<string>(),
): Set<string> {
  for (const entry of fs.readdirSync(from + above, { withFileTypes: true })) {
    const path = `${above}/${entry.name}`;
    if (above === "" && ownNames.includes(entry.name)) continue;
    let there = entryAt(to + path);
    if (there && there.isDirectory() !== entry.isDirectory()) {
      fs.rmSync(to + path, removal);
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

/** Removes files that only earlier builds made, and folders that are then empty. */
function removeStale(
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

const recordText =
  "A build of the site wrote this folder. The next build removes the files listed here that it does not make:\n";

/** The files that builds made or were about to make. */
function recorded(directory: string): Set<string> {
  const records = [outputMark, begunName]
    .map((name) => join(directory, name))
    .filter((record) => fs.existsSync(record));
  // The text after the last line end is empty, or a path that was cut off when a build was killed.
  const lines = records.flatMap((record) =>
    fs.readFileSync(record, "utf8").split("\n").slice(0, -1),
  );
  return new Set(lines.filter((line) => line.startsWith("/")));
}

function linesOf(paths: readonly string[]): string {
  return paths.map((path) => `${path}\n`).join("");
}
