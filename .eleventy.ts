import { relative, sep } from "node:path";
import type { UserConfig } from "@11ty/eleventy";
import type { Entry, Run } from "./build/run/run.ts";

/**
 * The edge where the site meets Eleventy: it makes the pages (plugins and transforms added here apply to them, in every thread), watches, serves and reloads.
 * It never writes: the commands run it dry, in as many threads as make pages, and each gives it a run that takes what it makes.
 */
export default function configure(eleventy: UserConfig): { dir: { input: string; output: string } } {
  let output = "";
  const run = (): Run => {
    if (eleventy.run) return eleventy.run;
    throw new Error("This configuration is for the commands of this project: npm start, npm run build.");
  };

  eleventy.setUseGitIgnore(false);
  eleventy.setWatchJavaScriptDependencies(false);
  eleventy.events.setMaxListeners(0); // each build of one Eleventy leaves a listener behind, and there may be any number of builds
  eleventy.on("eleventy.before", ({ directories }) => void (output = directories.output));

  // A function, so that it is asked again at each build.
  eleventy.addGlobalData("entries", () => run().entries());

  eleventy.addTemplate("entries.11ty.js", {
    data: {
      layout: false,
      pagination: { data: "entries", size: 1, alias: "entry" },
      permalink: ({ entry }: { entry: Entry }) => entry.path,
    },
    render: ({ entry }: { entry: Entry }) => entry.html,
  });

  eleventy.on("eleventy.after", () => run().ended());

  // Your plugins and transforms go above. This one has the last word on a page, because plugins are run in their order, after all else here.
  eleventy.addPlugin((last) => {
    last.addTransform("finished", function (content) {
      run().finished(`/${relative(output, this.page.outputPath).split(sep).join("/")}`, content);
      return content;
    });
  });

  // A folder without templates: authors' files are content, never code for Eleventy to run.
  return { dir: { input: "build/run", output: "_site" } };
}
