import { relative } from "node:path";
import { Eleventy, type UserConfig } from "@11ty/eleventy";
import { project, standInProject } from "./project.ts";
import { type SiteBuild, useSiteBuild } from "./site-build.ts";

const quiet = { log() {}, info() {}, warn() {}, error() {} };

export interface EleventyRun {
  /** Absolute paths of folders. */
  input: string;
  output: string;
  runMode: "build" | "serve";
  /** Adds to the configuration before `.eleventy.ts` does. */
  extend?(eleventy: UserConfig): void;
}

/** Makes an Eleventy that makes a site, as `.eleventy.ts` says. What is worth saying is said by the commands, so its own log is off. */
export async function createEleventy(
  site: SiteBuild,
  { input, output, runMode, extend }: EleventyRun,
): Promise<Eleventy> {
  standInProject();
  // As `npx eleventy` names it: Eleventy sorts by the paths of templates.
  const path = relative(project, input);
  const eleventy = new Eleventy(path.startsWith("..") ? input : path, output, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    quietMode: true,
    config(eleventyConfig) {
      useSiteBuild(eleventyConfig, site);
      extend?.(eleventyConfig);
    },
  });
  await eleventy.init();
  eleventy.logger.overrideLogger(quiet);
  Object.assign(eleventy.errorHandler, { once() {}, error() {}, fatal() {} }); // every error is thrown as well
  return eleventy;
}

/** What stopped a run, out of the errors that Eleventy wraps around it. */
export function failureOf(error: unknown): unknown {
  const names: string[] = [];
  let inner = error as Error & { originalError?: unknown };
  for (; inner.originalError instanceof Error; inner = inner.originalError)
    if (inner !== error) names.push(inner.message.split("\n")[0] ?? "");
  if (inner === error || inner.name === "Faults") return inner;
  return new Error(`The pages could not be made. ${[...names, inner.stack ?? inner.message].join("\n")}`);
}
