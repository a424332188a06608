import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../catalogue/document.ts";
import { prepareFolder, removeStale } from "./folder.ts";

/** What writing an output folder changed; paths are root-relative. */
export interface Written {
  written: string[];
  removed: string[];
  unchanged: number;
}

/** What a running server wrote into a folder that nobody else writes to, by root-relative path. */
export type WrittenBefore = Map<string, string | Uint8Array>;

/** A file for a folder that is ready for it. */
export interface ReadyFile {
  path: string;
  content: string | Uint8Array;
  /** What is there: no file of this path, one that may be the same, or one that is known to differ. */
  place: "empty" | "taken" | "outdated";
}

/**
 * Makes a folder hold exactly these files: writes those whose content changed, removes the others.
 * With a memory of what it wrote before, it need not read the folder to know.
 * @throws Error of one line when the folder is not ours or something cannot be written.
 */
export function writeOutput(directory: string, files: readonly OutputFile[], memory?: WrittenBefore): Written {
  const folder = prepareFolder(directory, files.map(({ path }) => path), new Set(memory?.keys()));
  const written: string[] = [];
  for (const { path, content } of files) {
    const before = memory?.get(path);
    if (before !== undefined && sameContent(before, content)) continue;
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
  const outdated = files.filter(({ path, content, place }) => place !== "taken" || !sameFile(join(directory, path), content));
  for (const { path, content, place } of outdated) writeFile(join(directory, path), content, place !== "empty");
  return outdated.map(({ path }) => path);
}

function sameFile(target: string, content: string | Uint8Array): boolean {
  const current = readFileSync(target);
  return typeof content === "string" ? current.length === Buffer.byteLength(content) && current.equals(Buffer.from(content)) : current.equals(content);
}

function sameContent(before: string | Uint8Array, content: string | Uint8Array): boolean {
  if (typeof before === "string" || typeof content === "string") return before === content;
  return Buffer.compare(before, content) === 0;
}

/** What is there already is replaced by moving the new file into its place, so that a reader (or a crash) never meets half a file. */
function writeFile(target: string, content: string | Uint8Array, replaces: boolean): void {
  if (!replaces) return writeFileSync(target, content);
  const temporary = join(dirname(target), ".part"); // a name that is never too long
  writeFileSync(temporary, content);
  renameSync(temporary, target);
}

