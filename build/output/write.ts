import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../catalogue/document.ts";

/** What writing an output folder changed; paths are root-relative. */
export interface Written {
  written: string[];
  removed: string[];
  unchanged: number;
}

/** What a running server wrote into a folder that nobody else writes to, by root-relative path. */
export type WrittenBefore = Map<string, string | Uint8Array>;

/** Marks a folder as ours: what is not named by a build is removed from it, so it must not be anybody else's. */
const mark = ".open-house";

/**
 * Makes a folder hold exactly these files: writes those whose content changed, removes the others.
 * With a memory of what it wrote before, it need not read the folder to know. Refuses a non-empty folder that no build of ours made. Throws an Error of one line when something cannot be written.
 */
export async function writeOutput(directory: string, files: readonly OutputFile[], memory?: WrittenBefore): Promise<Written> {
  assertUnique(files);
  const ours = claim(directory);
  const stale = ours ? new Set(memory?.size ? memory.keys() : listOutput(directory)) : new Set<string>();
  const result: Written = { written: [], removed: [], unchanged: 0 };
  const made = new Set<string>();
  for (const { path, content } of files) {
    const target = join(directory, path);
    const known = stale.delete(path);
    const before = memory?.get(path);
    if (known && (before === undefined ? sameFile(target, content) : sameContent(before, content))) {
      result.unchanged++;
      memory?.set(path, content);
      continue;
    }
    const folder = dirname(target);
    if (!made.has(folder)) makeFolder(directory, folder);
    made.add(folder);
    memory?.delete(path); // until it is written, nothing is known of it
    replaceFile(target, content);
    memory?.set(path, content);
    result.written.push(path);
  }
  for (const path of stale) {
    rmSync(join(directory, path));
    removeEmptyFolders(directory, dirname(join(directory, path)));
    memory?.delete(path);
    result.removed.push(path);
  }
  return result;
}

function assertUnique(files: readonly OutputFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) throw new Error(`Two files claim the address ${path}. Rename the page or the file that should not have it.`);
    seen.add(path);
  }
}

/** True where the folder was ours before. */
function claim(directory: string): boolean {
  const ours = existsSync(join(directory, mark));
  if (!ours && existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty and was not made by a build of this site, so nothing was written into it. Name another folder with --output=DIR, or empty this one.`);
  }
  if (!ours) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, mark), "This folder is written by the build. Whatever else is put here will be removed.\n");
  }
  return ours;
}

function listOutput(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll("\\", "/").replace(/^(?!\/)/, "/"))
    .filter((path) => path !== `/${mark}`);
}

function sameFile(target: string, content: string | Uint8Array): boolean {
  const current = readFileSync(target);
  return typeof content === "string" ? current.length === Buffer.byteLength(content) && current.equals(Buffer.from(content)) : current.equals(content);
}

function sameContent(before: string | Uint8Array, content: string | Uint8Array): boolean {
  if (typeof before === "string" || typeof content === "string") return before === content;
  return Buffer.compare(before, content) === 0;
}

/** A page may become a folder and a folder a page: what stands in the way of a folder was one of our files. */
function makeFolder(directory: string, folder: string): void {
  for (let at = folder; at.length > directory.length; at = dirname(at)) {
    if (existsSync(at) && !readdirIsFolder(at)) rmSync(at);
  }
  mkdirSync(folder, { recursive: true });
}

function readdirIsFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Written beside its place and then moved there, so that a reader (or a crash) never meets half a file. */
function replaceFile(target: string, content: string | Uint8Array): void {
  if (!existsSync(target)) return writeFileSync(target, content);
  const temporary = `${target}.part`;
  writeFileSync(temporary, content);
  renameSync(temporary, target);
}

function removeEmptyFolders(directory: string, folder: string): void {
  for (let at = folder; at.length > directory.length && readdirSync(at).length === 0; at = dirname(at)) rmdirSync(at);
}
