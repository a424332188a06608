import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../catalogue/document.ts";
import { outputMark } from "../content/files.ts";

/** What writing an output folder changed; paths are root-relative. */
export interface Written {
  written: string[];
  removed: string[];
  unchanged: number;
}

/** What a running server wrote into a folder that nobody else writes to, by root-relative path. */
export type WrittenBefore = Map<string, string | Uint8Array>;

/** Marks a folder as ours: what is not named by a build is removed from it, so it must not be anybody else's. */
const mark = outputMark;

/**
 * Makes a folder hold exactly these files: writes those whose content changed, removes the others.
 * With a memory of what it wrote before, it need not read the folder to know. Refuses a non-empty folder that no build of ours made. Throws an Error of one line when something cannot be written.
 */
export async function writeOutput(directory: string, files: readonly OutputFile[], memory?: WrittenBefore): Promise<Written> {
  assertUnique(files);
  const present = claim(directory) ? readPresent(directory, memory) : { files: new Set<string>(), folders: new Set<string>() };
  const stale = new Set(present.files);
  const result: Written = { written: [], removed: [], unchanged: 0 };
  const forget = (path: string): void => {
    stale.delete(path);
    memory?.delete(path);
    result.removed.push(path);
  };
  for (const { path, content } of files) {
    const known = stale.delete(path);
    const before = memory?.get(path);
    if (known && (before === undefined ? sameFile(join(directory, path), content) : sameContent(before, content))) {
      result.unchanged++;
      memory?.set(path, content);
      continue;
    }
    memory?.delete(path); // until it is written, nothing is known of it
    if (!known) makeRoom(directory, path, present, (inTheWay) => [...stale].filter((path) => path === inTheWay || path.startsWith(`${inTheWay}/`)).forEach(forget));
    writeFile(join(directory, path), content, known);
    memory?.set(path, content);
    result.written.push(path);
  }
  for (const path of stale) {
    rmSync(join(directory, path), { force: true });
    removeEmptyFolders(directory, dirname(join(directory, path)));
    forget(path);
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

/** What is in the folder: root-relative paths of its files and of its folders. Known once, so that no file needs to be asked for again. */
interface Present {
  files: Set<string>;
  folders: Set<string>;
}

function readPresent(directory: string, memory: WrittenBefore | undefined): Present {
  const files = new Set<string>();
  const folders = new Set<string>();
  if (memory?.size) {
    for (const path of memory.keys()) {
      files.add(path);
      for (let at = parentOf(path); at !== "" && !folders.has(at); at = parentOf(at)) folders.add(at);
    }
    return { files, folders };
  }
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(directory.length).replaceAll("\\", "/").replace(/^(?!\/)/, "/");
    if (entry.isDirectory()) folders.add(path);
    else if (path !== `/${mark}`) files.add(path);
  }
  return { files, folders };
}

/** Makes the folders a new file needs. A page may become a folder and a folder a page: what stands in the way was ours, and goes. */
function makeRoom(directory: string, path: string, present: Present, removed: (path: string) => void): void {
  if (present.folders.delete(path)) {
    rmSync(join(directory, path), { recursive: true });
    removed(path);
  }
  const folder = parentOf(path);
  if (folder === "" || present.folders.has(folder)) return;
  if (present.files.has(folder)) {
    rmSync(join(directory, folder));
    removed(folder);
  }
  makeRoom(directory, folder, present, removed);
  mkdirSync(join(directory, folder), { recursive: true });
  present.folders.add(folder);
}

/** The folder a root-relative path is in; "" is the output folder itself. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
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

function removeEmptyFolders(directory: string, folder: string): void {
  for (let at = folder; at.length > directory.length && readdirSync(at).length === 0; at = dirname(at)) rmdirSync(at);
}
