import { rmSync } from "node:fs";
import { resolve } from "node:path";
import type { OutputFile } from "../catalogue/document.ts";
import type { Crew } from "../crew/crew.ts";
import { isFresh, prepareFolder, removeStale, type OutputFolder } from "./folder.ts";
import type { Written } from "./write.ts";

/** Brings the files of one build into its output folder. */
export interface Delivery {
  /** Takes files as they are made. Resolves when there is room for more. */
  put(files: readonly OutputFile[]): Promise<void>;
  /** Resolves when all files are in their places, and nothing else is there. */
  finish(): Promise<Written>;
  /** Ends a build that failed: the folder is left as it was. */
  abandon(): Promise<void>;
}

/**
 * Into a folder that holds nothing, files go as they come, while others are still being made. A folder with an earlier build in it stays as it is
 * until all files are there, so that a failure leaves the last good output whole.
 * @param paths Root-relative paths of all files that will come.
 * @throws Error of one line when the folder is not ours, or two files have one path.
 */
export function deliver(directory: string, paths: readonly string[], crew: Crew): Delivery {
  const fresh = isFresh(directory);
  let folder: OutputFolder | undefined;
  const held: OutputFile[] = [];
  const prepared = (): OutputFolder => (folder ??= prepareFolder(directory, paths));
  const write = (files: readonly OutputFile[]): Promise<void> => {
    const { present } = prepared();
    return crew.write(directory, files.map(({ path, content }) => ({ path, content, place: present.has(path) ? "taken" : "empty" })));
  };
  if (fresh) prepared();
  return {
    async put(files) {
      if (fresh) await write(files);
      else held.push(...files);
    },
    async finish() {
      for (let at = 0; at < held.length; at += 100) await write(held.slice(at, at + 100));
      const written = await crew.written();
      return { written, removed: removeStale(prepared()), unchanged: paths.length - written.length };
    },
    async abandon() {
      await crew.written().catch(() => undefined);
      if (fresh) rmSync(resolve(directory), { recursive: true, force: true });
    },
  };
}
