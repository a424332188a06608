import { resolve } from "node:path";
import { Eleventy, type UserConfig } from "@11ty/eleventy";
import { standInProject } from "../serve/project.ts";
import type { Run } from "./run.ts";

const quiet = { log() {}, info() {}, warn() {}, error() {} };

/** Makes an Eleventy that makes the pages of a run. Everything worth saying is said by the run, so its own log is switched off. */
export async function createEleventy(run: Run, output: string, runMode: "build" | "serve", extend: (eleventyConfig: UserConfig) => void = () => {}): Promise<Eleventy> {
  const directory = resolve(output);
  standInProject();
  const eleventy = new Eleventy(null, directory, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    dryRun: true,
    quietMode: true,
    config(eleventyConfig) {
      eleventyConfig.run = run;
      extend(eleventyConfig);
    },
  });
  await eleventy.init();
  eleventy.logger.overrideLogger(quiet);
  return eleventy;
}
