import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { outputMark } from "../content/files.ts";
import { digestOf } from "../lib/bytes.ts";
import { makeFolder, writeContent } from "../lib/file-system.ts";
import type { OutputFile } from "../model/site-model.ts";
import { exchange } from "./output-folder.ts";
import { begunName, linesOf, partName, readRecord, removeStale } from "./output-record.ts";

/** An author's file that is published unchanged: its address and its place. */
export interface CopiedFile {
  /** Root-relative and decoded. */
  path: string;
  absolute: string;
  /** Lower-case hex digest of its bytes. */
  sha256: string;
}

/** A folder that a build writes into. */
export type Output = ReturnType<typeof openOutput>;

/** Opens a folder that `takeFolder` has taken, or the one that `buildInto` gives. */
export function openOutput(directory: string) {
  makeFolder(directory);
  exchange(directory);
  /** Files that earlier builds made, and that this one is about to make. */
  let known = readRecord(directory);
  const isNew = known.size === 0;
  const digests = new Map<string, string>();
  const begun = join(directory, begunName);
  const part = join(directory, partName);
  const announce = (paths: readonly string[]): void => {
    fs.appendFileSync(begun, linesOf(paths.filter((path) => !known.has(path))));
    for (const path of paths) known.add(path);
  };
  announce([]); // from now on the folder is one of a build
  const writeIfChanged = (file: OutputFile | CopiedFile): boolean => {
    const digest = "absolute" in file ? file.sha256 : (file.sha256 ?? digestOf(file.content));
    if (digests.get(file.path) === digest) return false;
    digests.delete(file.path); // an interrupted write leaves its state unknown
    const target = join(directory, file.path);
    // Readers of an earlier build never see half a file.
    const written = isNew ? target : part;
    if ("absolute" in file) fs.copyFileSync(file.absolute, written);
    else writeContent(written, file.content);
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
      return files.filter(writeIfChanged).map(({ path }) => path);
    },
    /**
     * Ends a build that made these files: removes those that only earlier builds made.
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
      fs.rmSync(begun, { force: true });
      known = made;
      return removed;
    },
  };
}

const recordText =
  "A build of the site wrote this folder. The next build removes the files listed here that it does not make:\n";
