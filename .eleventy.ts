import { relative, sep } from "node:path";
import type { BuildEvent, UserConfig } from "@11ty/eleventy";
import { writeOutput } from "./build/output/write.ts";
import { publish, type Publication } from "./build/publish.ts";
import { fromEnvironment } from "./build/serve/options.ts";
import { builtEvent, type Outcome } from "./build/serve/outcome.ts";

type Entry = Publication["pages"][number];

/**
 * The edge where the site meets Eleventy, which renders the pages, watches and serves. It never writes: the commands run it dry, and
 * everything is handed to `writeOutput` at the end, once all of it is known to be right. So a fault leaves the last good output whole.
 */
export default function configure(eleventy: UserConfig): { dir: { input: string; output: string } } {
  const options = fromEnvironment(process.env);
  let publication: Publication | null = null;
  let fault: { error: unknown } | null = null;

  eleventy.setUseGitIgnore(false);
  eleventy.setWatchJavaScriptDependencies(false);
  eleventy.addWatchTarget(options.input);
  // Paths are taken as they are (a folder may be called "a [b]"), and a saved file is built as soon as it has stopped growing.
  eleventy.setChokidarConfig({ disableGlobbing: true, awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } });

  // Read again at each rebuild. Faults are kept for the end, because an error thrown here would stop the watcher.
  eleventy.addGlobalData("entries", async (): Promise<Entry[]> => {
    publication = null;
    fault = null;
    try {
      publication = await publish(options);
    } catch (error) {
      fault = { error };
    }
    return publication?.pages ?? [];
  });

  eleventy.addTemplate("entries.11ty.js", {
    data: {
      layout: false,
      pagination: { data: "entries", size: 1, alias: "entry" },
      permalink: ({ entry }: { entry: Entry }) => entry.path,
    },
    render({ entry }: { entry: Entry }): string {
      try {
        return entry.render();
      } catch (error) {
        fault ??= { error };
        return "";
      }
    },
  });

  eleventy.on("eleventy.after", async (event) => {
    await eleventy.emit(builtEvent, await finish(event, publication, fault));
  });

  // A folder without templates: authors' files are content, never code for Eleventy to run.
  return { dir: { input: "build/serve", output: "_site" } };
}

async function finish(event: BuildEvent, publication: Publication | null, fault: { error: unknown } | null): Promise<Outcome> {
  if (fault !== null || publication === null) return { kind: "failed", error: fault?.error ?? new Error("Nothing was published.") };
  const { output } = event.directories;
  const pages = event.results.map(({ outputPath, content }) => ({ path: `/${relative(output, outputPath).split(sep).join("/")}`, content }));
  try {
    const report = await writeOutput(output, [...pages, ...publication.files]);
    const { context, warnings } = publication;
    return { kind: "built", pages: pages.length, documents: context.catalogue.length, ...report, warnings };
  } catch (error) {
    return { kind: "failed", error };
  }
}
