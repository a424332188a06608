import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { reasonOf } from "../content/diagnostics.ts";
import { outputMark } from "../content/files.ts";
import { type Content, isSame, writeContent } from "../lib/bytes.ts";
import type { OutputFile } from "../model/site-model.ts";

/** The content of written documents by root-relative path; valid while nothing else writes to the folder. */
export type WrittenFiles = Map<string, Content>;

/**
 * Where a build that replaces another is made: inside the output folder, because files can only be moved within a file
 * system.
 */
const nextFolder = ".next";

const markText =
  "This folder is written by a build of the site. The next one removes those of these files that it does not make:\n";

/** An output folder that a build writes into. Paths are root-relative and decoded. */
export interface Output {
  /** Removes files of the last build that stand where this one needs a folder, and folders where it needs a file. */
  makeRoom(paths: readonly string[]): void;
  /**
   * Writes files, except those whose content `written` already holds; it is updated.
   * @returns paths of the files that were written.
   */
  write(files: readonly OutputFile[], written?: WrittenFiles): string[];
  /**
   * Removes files that the last build made and this one did not; `written` forgets them.
   * @param paths All files of this build.
   * @returns paths of the removed files.
   */
  close(paths: readonly string[], written?: WrittenFiles): string[];
}

/** @throws Error of one line if the folder is not empty and was not made by a build of this site. */
export function openOutput(directory: string): Output {
  const last = readLastBuild(directory);
  const madeFolders = new Set<string>();
  return {
    makeRoom: (paths) => makeRoom(directory, paths, last),
    write(files, written) {
      const changed: string[] = [];
      for (const { path, content } of files) {
        const before = written?.get(path);
        if (before !== undefined && isSame(before, content)) continue;
        written?.delete(path); // an interrupted write leaves its state unknown
        const target = join(directory, path);
        const folder = dirname(target);
        if (!madeFolders.has(folder)) mkdirSync(folder, { recursive: true });
        madeFolders.add(folder);
        const isNew = before === undefined && (last.length === 0 || !existsSync(target));
        if (isNew) writeContent(target, content);
        else replaceFile(target, content);
        written?.set(path, content);
        changed.push(path);
      }
      return changed;
    },
    close(paths, written) {
      const made = new Set(paths);
      // A file that leaves the output is written again when it comes back.
      for (const path of written?.keys() ?? []) if (!made.has(path)) written?.delete(path);
      const removed = last.filter((path) => !made.has(path));
      for (const path of removed) removeFile(directory, path);
      recordFiles(directory, paths);
      return removed;
    },
  };
}

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
    const isOfOutput = path.startsWith(directory) || directory.startsWith(path);
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

/** Root-relative paths of all files below a folder, except the mark. */
function filesBelow(directory: string, above = ""): string[] {
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
function readLastBuild(directory: string): string[] {
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

/** Makes a folder that builds write into. */
function markAsOutput(directory: string): void {
  makeFolder(directory);
  recordFiles(directory, []);
}

/** Not with `recursive`: Node tries for ever where a folder exists and none can be made in it, as in `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function recordFiles(directory: string, files: readonly string[]): void {
  writeFileSync(join(directory, outputMark), markText + files.map((path) => `${path}\n`).join(""));
}

/** Removes files of the last build that stand where this one needs a folder, and folders where it needs a file. */
function makeRoom(directory: string, paths: readonly string[], last: readonly string[]): void {
  const known = new Set(last);
  const added = paths.filter((path) => !known.has(path)); // nothing stands in the way of the others
  if (added.length === 0) return;
  const [files, folders] = [new Set(added), new Set(added.flatMap(foldersAbove))];
  for (const path of last) {
    const inTheWay = folders.has(path) ? path : foldersAbove(path).find((folder) => files.has(folder));
    if (inTheWay !== undefined) rmSync(join(directory, inTheWay), { recursive: true, force: true });
  }
}

function removeFile(directory: string, path: string): void {
  const file = join(directory, path);
  if (!existsSync(file) || !statSync(file).isFile()) return; // `makeRoom` removed it already
  rmSync(file);
  removeEmptyFolders(directory, dirname(file));
}

/** @throws Error of one line naming the first path that comes twice. */
export function assertUnique(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path))
      throw new Error(`Two files have the address ${path}. Rename the page or the file that should not have it.`);
    seen.add(path);
  }
}

/** Replaces a file by moving a new one into its place, so that no reader sees half a file, even after a crash. */
function replaceFile(target: string, content: Content): void {
  const temporary = join(dirname(target), ".part"); // a name that is never too long
  writeContent(temporary, content);
  renameSync(temporary, target);
}

/** `/a/b/c` is in `/a/b` and `/a`. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}

function removeEmptyFolders(directory: string, folder: string): void {
  for (let at = folder; at.length > directory.length; at = dirname(at)) {
    if (!existsSync(at)) continue;
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}
