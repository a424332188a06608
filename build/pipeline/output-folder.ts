import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Content, isSame, writeContent } from "../lib/bytes.ts";
import type { OutputFile } from "../model/site-model.ts";
import { makeRoom, readLastBuild, recordFiles, removeFile } from "./output-record.ts";

/** The content of written documents by root-relative path; valid while nothing else writes to the folder. */
export type WrittenFiles = Map<string, Content>;

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
