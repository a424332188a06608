import { relative, sep } from "node:path";
import type { UserConfig } from "@11ty/eleventy";
import { runOnce } from "./build/run/once.ts";
import type { Entry, Run } from "./build/run/run.ts";
import { runWatched } from "./build/run/watched.ts";
import { fromEnvironment } from "./build/serve/options.ts";
import { builtEvent, stoppedEvent } from "./build/serve/outcome.ts";

/**
 * The edge where the site meets Eleventy: it makes the pages (plugins and transforms added here apply to them), watches, serves and reloads.
 * It never writes: the commands run it dry, and a run takes what it makes.
 */
export default function configure(eleventy: UserConfig): { dir: { input: string; output: string } } {
  const options = fromEnvironment(process.env);
  let output = "";
  let run: Run | undefined;

  eleventy.setUseGitIgnore(false);
  eleventy.setWatchJavaScriptDependencies(false);
  eleventy.events.setMaxListeners(0); // each build of one Eleventy leaves a listener behind, and there may be any number of builds
  eleventy.on("eleventy.before", ({ runMode, directories }) => {
    output = directories.output;
    run ??= runMode === "build" ? runOnce(options, output) : runWatched(options, output);
  });

  // A function, so that it is asked again at each build.
  eleventy.addGlobalData("entries", async () => (await run?.next()) ?? []);

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
    run?.finished(`/${relative(output, this.page.outputPath).split(sep).join("/")}`, content);
    return content;
  });

  eleventy.on("eleventy.after", async () => {
    const outcome = await run?.end();
    if (outcome) await eleventy.emit(builtEvent, outcome);
  });
  eleventy.on(stoppedEvent, async () => run?.abandon());

  // A folder without templates: authors' files are content, never code for Eleventy to run.
  return { dir: { input: "build/serve", output: "_site" } };
}
