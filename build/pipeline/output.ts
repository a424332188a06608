import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { foldersAbove } from "../content/address-book.ts";
import { outputMark } from "../content/files.ts";
import { digestOf, writeContent } from "../lib/bytes.ts";
import { bytesOfFile, entryAt, makeFolder } from "../lib/file-system.ts";
import { lockFile } from "../lib/lock.ts";
import { reasonOf } from "../lib/system-errors.ts";
import type { OutputFile } from "../model/site-model.ts";
import type { CopiedFile } from "./copied-files.ts";
import { isWithin } from "./project.ts";

// The output folder has a file `.open-house` that lists what builds made; a build removes that and
// nothing else. `npm start` and `npx eleventy` write into the folder as they go, and each path
// stands in the list before its file is written. `npm run build` writes in the same way into the
// folder `.next` in it, because files can only be moved within a file system. When the site is
// complete, `.next` becomes `.ready`, and its files are moved from there. A build that is killed
// leaves one of the two: the next build removes `.next`, and moves what is left in `.ready`. Only
// one process at a time writes into a folder: it holds the lock on the file `.lock`.

const [nextFolder, readyFolder, lockName] = [".next", ".ready", ".lock"];

/** A file that is being written, before it is moved into its place. */
const partName = ".part";

/** Names of what is in an output folder and not of the site. */
export const ownNames = [outputMark, nextFolder, readyFolder, lockName, partName];

const removal = { recursive: true, force: true };

/** What a build changed in its output folder: root-relative, decoded paths. */
interface Changes {
  written: string[];
  removed: string[];
}

/**
 * Makes an output folder, if it does not exist, and keeps all other builds out of it.
 * @returns Lets others in, who are let in at the latest when the process ends. What is left of a
 * build that was not completed is removed, with the folder if it was made for it.
 * @throws Error of one line if another build has the folder, or if it is not empty and was not made
 * by a build of this site.
 */
export function takeFolder(directory: string): () => void {
  const created = makeFolder(directory);
  const isMade = (): boolean =>
    [outputMark, `${readyFolder}/${outputMark}`].some((name) =>
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
      fs.rmSync(join(directory, nextFolder), removal);
    } finally {
      unlock();
    }
    if (created !== undefined && !isMade()) fs.rmSync(created, removal);
  };
}

/**
 * Makes a build in an output folder, in which nothing changes until the build is complete.
 * @param build Receives the folder to write into.
 * @throws Error of one line as `takeFolder` does, if files of the build are missing, or if the disk
 * fails; whatever `build` throws. The output folder is then left as it was.
 */
export async function buildInto<T extends { files: readonly string[] }>(
  directory: string,
  build: (folder: string) => Promise<T>,
): Promise<[T, Changes]> {
  try {
    const release = takeFolder(directory);
    try {
      recover(directory);
      const next = join(directory, nextFolder);
      const result = await build(next);
      assertComplete(next, result.files);
      fs.renameSync(next, join(directory, readyFolder));
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

/** @throws Error of one line if files of a build are not there. */
function assertComplete(folder: string, files: readonly string[]): void {
  const missing = files.filter((path) => !fs.existsSync(folder + path));
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${files.length} files of the site are missing in ${folder}, such as ${missing[0]}: ` +
        "something else removed them while it was built. Nothing was exchanged; build it again.",
    );
}

/** A folder that a build writes into. */
export type Output = ReturnType<typeof openOutput>;

/** Opens a folder that `takeFolder` has taken, or the one that `buildInto` gives. */
export function openOutput(directory: string) {
  makeFolder(directory);
  recover(directory);
  const mark = join(directory, outputMark);
  /** What earlier builds made, and what this one is about to make. */
  let known = recorded(directory);
  const isNew = known.size === 0;
  if (isNew) record(directory, []);
  const digests = new Map<string, string>();
  const part = join(directory, partName);
  const announce = (paths: readonly string[]): void => {
    const added = paths.filter((path) => !known.has(path));
    for (const path of added) known.add(path);
    if (added.length > 0) fs.appendFileSync(mark, linesOf(added));
  };
  const isWritten = (file: OutputFile | CopiedFile): boolean => {
    const digest = "absolute" in file ? file.sha256 : (file.sha256 ?? digestOf(file.content));
    if (digests.get(file.path) === digest) return false;
    digests.delete(file.path); // an interrupted write leaves its state unknown
    const target = join(directory, file.path);
    // No reader of an earlier build sees half a file.
    const written = isNew ? target : part;
    if ("absolute" in file) fs.copyFileSync(file.absolute, written);
    else writeContent(written, file.content);
    if (written !== target) fs.renameSync(written, target);
    digests.set(file.path, digest);
    return true;
  };
  return {
    directory,
    /**
     * Takes the paths of files that Eleventy is about to write. Where the build does not come to its
     * end, in this process or at all, the next one removes those that it does not make.
     */
    announce,
    /**
     * Writes or copies files, except those that it wrote before with the same content.
     * @returns paths of the written.
     */
    write(files: readonly (OutputFile | CopiedFile)[]): string[] {
      const paths = files.map(({ path }) => path);
      announce(paths);
      for (const folder of new Set(paths.map((path) => dirname(path))))
        fs.mkdirSync(join(directory, folder), { recursive: true });
      return files.filter(isWritten).map(({ path }) => path);
    },
    /**
     * Ends a build: removes what builds made and this one, whose paths are given, did not.
     * @returns their paths.
     */
    close(paths: readonly string[]): string[] {
      const made = new Set(paths);
      // A file that leaves the output is written again when it comes back.
      for (const path of digests.keys()) if (!made.has(path)) digests.delete(path);
      const removed = removeStale(directory, known, made);
      record(directory, made);
      known = made;
      return removed;
    },
  };
}

/** Ends or undoes what a build that was killed left in a folder. */
function recover(directory: string): void {
  exchange(directory);
  fs.rmSync(join(directory, nextFolder), removal);
}

/**
 * Replaces the last build by the one in `.ready`, if there is one. It can be killed at any point
 * and done again.
 */
function exchange(directory: string): Changes {
  const ready = join(directory, readyFolder);
  if (!fs.existsSync(join(ready, outputMark))) {
    fs.rmSync(ready, removal);
    return { written: [], removed: [] };
  }
  const [last, made] = [recorded(directory), recorded(ready)];
  const unchanged = moveInto(ready, directory);
  const removed = removeStale(directory, last, made);
  fs.renameSync(join(ready, outputMark), join(directory, outputMark));
  fs.rmSync(ready, removal);
  return { written: [...made].filter((path) => !unchanged.has(path)), removed };
}

/**
 * Moves files that differ from one folder into another, and folders that are not there as a whole.
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
    if (path === `/${outputMark}`) continue;
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

/**
 * Removes files of the last build that this one did not make, and the folders that are empty
 * without them.
 */
function removeStale(
  directory: string,
  last: ReadonlySet<string>,
  made: ReadonlySet<string>,
): string[] {
  const removed = [...last].filter((path) => !made.has(path));
  for (const path of removed) {
    if (entryAt(directory + path)?.isDirectory() === false) fs.rmSync(directory + path);
    for (const folder of foldersAbove(path).map((each) => directory + each))
      if (entryAt(folder)?.isDirectory() && fs.readdirSync(folder).length === 0)
        fs.rmdirSync(folder);
  }
  return removed;
}

/** The files that builds made: where the last one did not end, also those that it was to make. */
function recorded(directory: string): Set<string> {
  const mark = join(directory, outputMark);
  if (!fs.existsSync(mark)) return new Set();
  // After the last line's end is nothing, or a path that was cut off when a build was killed.
  const lines = fs.readFileSync(mark, "utf8").split("\n").slice(1, -1);
  return new Set(lines);
}

/** Records the files that a build made, sorted: the bytes are the same whoever lists them. */
function record(directory: string, files: Iterable<string>): void {
  const text =
    "This folder is written by a build of the site. The next one removes those of these files that it does not make:\n";
  fs.writeFileSync(join(directory, partName), text + linesOf([...files].sort()));
  fs.renameSync(join(directory, partName), join(directory, outputMark));
}

function linesOf(paths: Iterable<string>): string {
  return Array.from(paths, (path) => `${path}\n`).join("");
}
