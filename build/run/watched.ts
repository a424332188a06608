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
  let fault: unknown;
  /** What the build under way has come to so far. */
  let made:
    | { publication: Publication; layouts: ReturnType<typeof layOutAgain>; pages: Map<string, string> }
    | undefined;
  /** What the last good build came to. */
  let laidOut: LaidOut | undefined;
  let entries = new Map<string, Entry>();
  const finished = new Map<string, string>();

  const end = async (): Promise<Outcome> => {
    if (made === undefined) return { kind: "failed", error: fault };
    const { publication, layouts, pages } = made;
    try {
      // Only now, so that of a build that failed nothing is taken for known.
      for (const [path, html] of pages) finished.set(path, html);
      laidOut = layouts;
      entries = new Map(layouts.entries.map((entry) => [entry.path, entry]));
      const files = [
        ...[...entries.keys()].map((path) => ({ path, content: finished.get(path) ?? "" })),
        ...(await Array.fromAsync(publication.files())).flat(),
      ];
      const report = writeOutput(output, files, written);
      return {
        kind: "built",
        pages: entries.size,
        documents: publication.context.catalogue.length,
        ...report,
        warnings: publication.warnings,
      };
    } catch (error) {
      return { kind: "failed", error };
    }
  };

  return {
    async entries() {
      made = undefined;
      try {
        const publication = await publish(options, memory);
        const layouts = layOutAgain(publication.context, laidOut);
        made = { publication, layouts, pages: new Map() };
        // Eleventy's own work grows with the number of pages it is given, so it is given those that changed.
        return layouts.entries.filter((entry) => entries.get(entry.path) !== entry || !finished.has(entry.path));
      } catch (error) {
        fault = error;
        return [];
      }
    },
    finished: (path, html) => void made?.pages.set(path, html),
    ended: async () => built(await end()),
    failed: (error) => built({ kind: "failed", error }),
  };
}
