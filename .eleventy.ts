import type { UserConfig } from "@11ty/eleventy";
import type { OutputFile } from "./build/catalogue/document.ts";
import { writeOutput, type WrittenBefore } from "./build/output/write.ts";
import { createMemory } from "./build/content/memory.ts";
import { publish, type Publication } from "./build/publish.ts";
import { fromEnvironment } from "./build/serve/options.ts";
import { builtEvent, type Outcome } from "./build/serve/outcome.ts";

/** A page that Eleventy is given: one whose HTML is not what was written last. */
interface Entry {
  path: string;
  html: string;
}

/**
 * The edge where the site meets Eleventy, which renders the pages, serves and reloads. It never writes: the commands run it dry, and
 * everything is handed to `writeOutput` at the end, once all of it is known to be right. So a fault leaves the last good output whole.
 */
export default function configure(eleventy: UserConfig): { dir: { input: string; output: string } } {
  const options = fromEnvironment(process.env);
  let running = false;
  eleventy.on("eleventy.before", ({ runMode }) => void (running = runMode !== "build"));
  let publication: Publication | null = null;
  let fault: { error: unknown } | null = null;
  const pages = new Map<string, string>();
  // A running server builds many times: what did not change is neither read, rendered nor written again.
  const memory = createMemory();
  const written: WrittenBefore = new Map();

  eleventy.setUseGitIgnore(false);
  eleventy.setWatchJavaScriptDependencies(false);

  // Read again at each rebuild. Faults are kept for the end, because an error thrown here would stop the watcher.
  eleventy.addGlobalData("entries", async (): Promise<Entry[]> => {
    publication = null;
    fault = null;
    pages.clear();
    try {
      publication = await publish(options, running ? memory : undefined);
      for (const page of publication.pages) pages.set(page.path, page.render());
    } catch (error) {
      fault = { error };
    }
    // Eleventy's own work grows with the number of pages it is given, so it is given those that changed.
    return [...pages].filter(([path, html]) => written.get(path) !== html).map(([path, html]) => ({ path, html }));
  });

  eleventy.addTemplate("entries.11ty.js", {
    data: {
      layout: false,
      pagination: { data: "entries", size: 1, alias: "entry" },
      permalink: ({ entry }: { entry: Entry }) => entry.path,
    },
    render: ({ entry }: { entry: Entry }) => entry.html,
  });

  eleventy.on("eleventy.after", async ({ directories }) => {
    const files = [...pages].map(([path, content]) => ({ path, content }));
    await eleventy.emit(builtEvent, await finish(directories.output, files, publication, fault, running ? written : undefined));
  });

  // A folder without templates: authors' files are content, never code for Eleventy to run.
  return { dir: { input: "build/serve", output: "_site" } };
}

async function finish(
  output: string,
  pages: OutputFile[],
  publication: Publication | null,
  fault: { error: unknown } | null,
  written: WrittenBefore | undefined,
): Promise<Outcome> {
  if (fault !== null || publication === null) return { kind: "failed", error: fault?.error ?? new Error("Nothing was published.") };
  try {
    const report = await writeOutput(output, [...pages, ...publication.files], written);
    const { context, warnings } = publication;
    return { kind: "built", pages: pages.length, documents: context.catalogue.length, ...report, warnings };
  } catch (error) {
    return { kind: "failed", error };
  }
}
