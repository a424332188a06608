import { createMemory } from "../content/memory.ts";
import { layOutAgain, type LaidOut } from "../html/lay-out.ts";
import { writeOutput, type WrittenBefore } from "../output/write.ts";
import { publish, type Publication, type PublishOptions } from "../publish.ts";
import type { Outcome } from "./outcome.ts";
import type { Entry, Run } from "./run.ts";

/**
 * The builds of a running server: what did not change is neither read, rendered nor written again.
 * @param built Told what each build came to.
 */
export function runWatched(options: PublishOptions, output: string, built: (outcome: Outcome) => void): Run {
  const memory = createMemory();
  const written: WrittenBefore = new Map();
  let publication: Publication | undefined;
  let fault: unknown;
  let laidOut: LaidOut | undefined;
  let entries = new Map<string, Entry>();
  const finished = new Map<string, string>();

  const end = async (): Promise<Outcome> => {
    if (publication === undefined) return { kind: "failed", error: fault };
    try {
      const pages = [...entries.keys()].map((path) => ({ path, content: finished.get(path) ?? "" }));
      const report = writeOutput(output, [...pages, ...(await Array.fromAsync(publication.files())).flat()], written);
      return { kind: "built", pages: pages.length, documents: publication.context.catalogue.length, ...report, warnings: publication.warnings };
    } catch (error) {
      return { kind: "failed", error };
    }
  };

  return {
    async entries() {
      publication = undefined;
      try {
        const made = await publish(options, memory);
        const now = layOutAgain(made.context, laidOut);
        // Eleventy's own work grows with the number of pages it is given, so it is given those that changed.
        const changed = now.entries.filter((entry) => entries.get(entry.path) !== entry || !finished.has(entry.path));
        laidOut = now;
        entries = new Map(now.entries.map((entry) => [entry.path, entry]));
        publication = made;
        return changed;
      } catch (error) {
        fault = error;
        return [];
      }
    },
    finished: (path, html) => void finished.set(path, html),
    ended: async () => built(await end()),
  };
}
