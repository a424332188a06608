import type { UserConfig } from "@11ty/eleventy";
import type { OutputFile } from "./build/catalogue/document.ts";
import { writeOutput } from "./build/output/write.ts";
import { publish, type Publication } from "./build/publish.ts";
import { fromEnvironment } from "./build/serve/options.ts";
import { builtEvent, type Outcome } from "./build/serve/outcome.ts";

type Entry = Publication["pages"][number];

/**
 * The edge where the site meets Eleventy, which renders the pages, serves and reloads. It never writes: the commands run it dry, and
 * everything is handed to `writeOutput` at the end, once all of it is known to be right. So a fault leaves the last good output whole.
 */
export default function configure(eleventy: UserConfig): { dir: { input: string; output: string } } {
  const options = fromEnvironment(process.env);
  let publication: Publication | null = null;
  let fault: { error: unknown } | null = null;
  const rendered = new Map<string, string>();

  eleventy.setUseGitIgnore(false);
  eleventy.setWatchJavaScriptDependencies(false);

  // Read again at each rebuild. Faults are kept for the end, because an error thrown here would stop the watcher.
  eleventy.addGlobalData("entries", async (): Promise<Entry[]> => {
    publication = null;
    fault = null;
    rendered.clear();
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
      let page = "";
      try {
        page = entry.render();
      } catch (error) {
        fault ??= { error };
      }
      rendered.set(entry.path, page);
      return page;
    },
  });

  // Run dry, Eleventy reports no results, hence our own record of them.
  eleventy.on("eleventy.after", async ({ directories }) => {
    const pages = [...rendered].map(([path, content]) => ({ path, content }));
    await eleventy.emit(builtEvent, await finish(directories.output, pages, publication, fault));
  });

  // A folder without templates: authors' files are content, never code for Eleventy to run.
  return { dir: { input: "build/serve", output: "_site" } };
}

async function finish(output: string, pages: OutputFile[], publication: Publication | null, fault: { error: unknown } | null): Promise<Outcome> {
  if (fault !== null || publication === null) return { kind: "failed", error: fault?.error ?? new Error("Nothing was published.") };
  try {
    const report = await writeOutput(output, [...pages, ...publication.files]);
    const { context, warnings } = publication;
    return { kind: "built", pages: pages.length, documents: context.catalogue.length, ...report, warnings };
  } catch (error) {
    return { kind: "failed", error };
  }
}
