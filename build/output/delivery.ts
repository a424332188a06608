import { existsSync, mkdirSync, rmSync } from "node:fs";
import type { OutputFile } from "../catalogue/document.ts";
import type { Crew } from "../crew/crew.ts";
import { assertUnique, claim, isFresh, prepareFolder, removeStale } from "./folder.ts";
import type { Written } from "./write.ts";

/** Brings the files of one build into its output folder. */
export interface Delivery {
  directory: string;
  /** Whether files wait until all of them are there. */
  held: boolean;
  /** Takes files as they are made. Resolves when there is room for more. */
  put(files: readonly OutputFile[]): Promise<void>;
  /**
   * Resolves when all files are in their places, and nothing else is there.
   * @param paths Root-relative paths of all files, whoever makes them.
   */
  finish(paths: readonly string[]): Promise<Written>;
  /** Ends a build that failed, and the crew's work: the folder is left as it was. */
  abandon(): Promise<void>;
}

/**
 * Into a folder that holds nothing, files go as they come, while others are still being made. A folder with an earlier build in it stays as it is
 * until all files are there, so that a failure leaves the last good output whole.
 * @throws Error of one line when the folder is not ours.
 */
export function openDelivery(directory: string, crew: Crew): Delivery {
  const held = !isFresh(directory);
  const existed = existsSync(directory);
  claim(directory);
  const waiting: OutputFile[] = [];
  return {
    directory,
    held,
    async put(files) {
      if (held) waiting.push(...files);
      else
        await crew.write(
          directory,
          files.map(({ path, content }) => ({ path, content, place: "empty" })),
        );
    },
    async finish(paths) {
      assertUnique(paths);
      if (!held) return { written: await crew.written(), removed: [], unchanged: 0 };
      const folder = prepareFolder(directory, paths);
      await crew.release(directory);
      for (let at = 0; at < waiting.length; at += 100)
        await crew.write(
          directory,
          waiting.slice(at, at + 100).map(({ path, content }) => ({ path, content, place: "taken" })),
        );
      const written = await crew.written();
      return { written, removed: removeStale(folder), unchanged: paths.length - written.length };
    },
    async abandon() {
      await crew[Symbol.asyncDispose](); // nobody writes any more
      if (held) return;
      rmSync(directory, { recursive: true, force: true });
      if (existed) mkdirSync(directory);
    },
  };
}
