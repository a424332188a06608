import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import { equals, isSame, writeContent, type Content } from "../catalogue/content.ts";
import type { OutputFile } from "../catalogue/document.ts";
import { prepareFolder, removeStale } from "./folder.ts";

/** What writing an output folder changed; paths are root-relative. */
export interface Written {
  written: string[];
  removed: string[];
  unchanged: number;
}

/** What a running server wrote into a folder that nobody else writes to, by root-relative path. */
export type WrittenBefore = Map<string, Content>;

/** A file for a folder that is ready for it. */
export interface ReadyFile {
  path: string;
  content: Content;
  /** What is in its place: nothing, perhaps not even the folder; perhaps a file, which may be the same; or a file that is known to differ. */
  place: "empty" | "taken" | "outdated";
}

/**
 * Makes a folder hold exactly these files: writes those whose content changed, removes the others.
 * With a memory of what it wrote before, it need not read the folder to know.
 * @throws Error of one line when the folder is not ours or something cannot be written.
 */
export function writeOutput(directory: string, files: readonly OutputFile[], memory?: WrittenBefore): Written {
  const folder = prepareFolder(
    directory,
    files.map(({ path }) => path),
    new Set(memory?.keys()),
  );
  const written: string[] = [];
  for (const { path, content } of files) {
    const before = memory?.get(path);
    if (before !== undefined && isSame(before, content)) continue;
    memory?.delete(path); // until it is written, nothing is known of it
    const place = !folder.present.has(path) ? "empty" : before === undefined ? "taken" : "outdated";
    written.push(...writeFiles(directory, [{ path, content, place }]));
    memory?.set(path, content);
  }
  const removed = removeStale(folder);
  for (const path of removed) memory?.delete(path);
  return { written, removed, unchanged: files.length - written.length };
}

/** Writes files that are not there in the same state yet. @returns the paths of those it wrote. */
export function writeFiles(directory: string, files: readonly ReadyFile[]): string[] {
  const outdated = files.filter(
    ({ path, content, place }) => place !== "taken" || !isThere(join(directory, path), content),
  );
  const folders = new Set<string>();
  for (const { path, content, place } of outdated) {
    const target = join(directory, path);
    if (place !== "empty") replace(target, content);
    else {
      const folder = dirname(target);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      writeContent(target, content);
    }
  }
  return outdated.map(({ path }) => path);
}

function isThere(target: string, content: Content): boolean {
  return existsSync(target) && equals(readFileSync(target), content);
}

/** A new file is moved into the place of an old one, so that a reader (or a crash) never meets half a file. */
function replace(target: string, content: Content): void {
  const temporary = join(dirname(target), `.part${threadId}`); // a name that is never too long, and no other thread's
  writeContent(temporary, content);
  renameSync(temporary, target);
}
