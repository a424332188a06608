import { relative, sep } from "node:path";
import type { UserConfig } from "@11ty/eleventy";
import { createMemory } from "./build/content/memory.ts";
import { writeOutput, type WrittenBefore } from "./build/output/write.ts";
import { publish, type Publication } from "./build/publish.ts";
import { fromEnvironment } from "./build/serve/options.ts";
import { builtEvent, type Outcome } from "./build/serve/outcome.ts";

/** A page for Eleventy to make: its output file and the HTML of its layout. */
interface Entry {
  path: string;
  html: string;
}

/**
 * The edge where the site meets Eleventy: it makes the pages (plugins and transforms added here apply to them), watches, serves and reloads.
 * It never writes: the commands run it dry, and everything is handed to `writeOutput` once all of it is known to be right, so that a
 * fault leaves the last good output whole.
 */
export default function configure(eleventy: UserConfig): { dir: { input: string; output: string } } {
  const options = fromEnvironment(process.env);
  let publication: Publication | null = null;
  let fault: unknown = null;
  let output = "";

  // A running server builds many times: what did not change is neither read, rendered nor written again.
  let memory: ReturnType<typeof createMemory> | undefined;
  let written: WrittenBefore | undefined;
  let laidOut = new Map<string, string>();
  const finished = new Map<string, string>();

  eleventy.setUseGitIgnore(false);
  eleventy.setWatchJavaScriptDependencies(false);
  eleventy.on("eleventy.before", ({ runMode, directories }) => {
    output = directories.output;
    if (runMode === "build") return;
    memory ??= createMemory();
    written ??= new Map();
  });

  // Read again at each rebuild. Faults are kept for the end, because an error thrown here would stop the watcher.
  eleventy.addGlobalData("entries", async (): Promise<Entry[]> => {
    publication = null;
    fault = null;
    try {
      const made = await publish(options, memory);
      const now = new Map(made.pages.map((page) => [page.path, page.render()]));
      // Eleventy's own work grows with the number of pages it is given, so it is given those that changed.
      const changed = [...now].filter(([path, html]) => laidOut.get(path) !== html || !finished.has(path));
      laidOut = now;
      publication = made;
      return changed.map(([path, html]) => ({ path, html }));
    } catch (error) {
      fault = error;
      return [];
    }
  });

  eleventy.addTemplate("entries.11ty.js", {
    data: {
      layout: false,
      pagination: { data: "entries", size: 1, alias: "entry" },
      permalink: ({ entry }: { entry: Entry }) => entry.path,
    },
    render: ({ entry }: { entry: Entry }) => entry.html,
  });

  // The last word on a page: run dry, Eleventy hands its results to nobody else.
  eleventy.addTransform("finished", function (content) {
    finished.set(`/${relative(output, this.page.outputPath).split(sep).join("/")}`, content);
    return content;
  });

  eleventy.on("eleventy.after", async () => {
    await eleventy.emit(builtEvent, await finish());
  });

  async function finish(): Promise<Outcome> {
    if (publication === null) return { kind: "failed", error: fault ?? new Error("Nothing was published.") };
    try {
      const pages = [...laidOut.keys()].map((path) => ({ path, content: finished.get(path) ?? "" }));
      const report = await writeOutput(output, [...pages, ...publication.files], written);
      return { kind: "built", pages: pages.length, documents: publication.context.catalogue.length, ...report, warnings: publication.warnings };
    } catch (error) {
      return { kind: "failed", error };
    }
  }

  // A folder without templates: authors' files are content, never code for Eleventy to run.
  return { dir: { input: "build/serve", output: "_site" } };
}
