import type { OutputFile } from "../catalogue/document.ts";
import type { Eleventy } from "@11ty/eleventy";
import type { Entry, Run } from "./run.ts";

/** Makes pages, as often as it is asked. What it keeps of each (8 KB) goes with the next call. */
export type Maker = (entries: readonly Entry[]) => Promise<OutputFile[]>;

/** An Eleventy of its own for each thread that makes pages. It is started by the first pages. */
export function createMaker(): Maker {
  let entries: readonly Entry[] = [];
  const made: OutputFile[] = [];
  let failure: Error | undefined;
  const run: Run = {
    entries: async () => entries,
    finished: (path, content) => void made.push({ path, content }),
    ended: async () => undefined,
    failed: (error) => void (failure ??= error),
  };
  let eleventy: Eleventy | undefined;
  return async (wanted) => {
    entries = wanted;
    if (eleventy === undefined) {
      // Loaded only now: before there are pages to be made, its thread has better things to do.
      const { createEleventy } = await import("./eleventy.ts");
      eleventy = await createEleventy(run, "_site", "build");
    } else {
      await eleventy.restart();
      await eleventy.init();
    }
    await eleventy.toJSON().catch((error: unknown) => {
      throw failure ?? error;
    });
    return made.splice(0);
  };
}
