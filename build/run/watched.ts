import { createMemory } from "../content/memory.ts";
import { layOut } from "../html/lay-out.ts";
import { writeOutput, type WrittenBefore } from "../output/write.ts";
import { publish, type Publication, type PublishOptions } from "../publish.ts";
import type { Outcome } from "./outcome.ts";
import type { Run } from "./run.ts";

/**
 * The builds of a running server: what did not change is neither read, rendered nor written again.
 * @param built Told what each build came to.
 */
export function runWatched(options: PublishOptions, output: string, built: (outcome: Outcome) => void): Run {
  const memory = createMemory();
  const written: WrittenBefore = new Map();
  let publication: Publication | undefined;
  let fault: unknown;
  let laidOut = new Map<string, string>();
  const finished = new Map<string, string>();

  const end = async (): Promise<Outcome> => {
    if (publication === undefined) return { kind: "failed", error: fault };
    try {
      const pages = [...laidOut.keys()].map((path) => ({ path, content: finished.get(path) ?? "" }));
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
        const now = new Map(layOut(made.context).map(({ path, html }) => [path, html]));
        // Eleventy's own work grows with the number of pages it is given, so it is given those that changed.
        const changed = [...now].filter(([path, html]) => laidOut.get(path) !== html || !finished.has(path));
        laidOut = now;
        publication = made;
        return changed.map(([path, html]) => ({ path, html }));
      } catch (error) {
        fault = error;
        return [];
      }
    },
    finished: (path, html) => void finished.set(path, html),
    ended: async () => built(await end()),
  };
}
