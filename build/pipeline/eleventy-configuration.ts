import type { UserConfig } from "@11ty/eleventy";
import { type BuildSteps, createBuildSteps } from "./build-steps.ts";
import { baseUrlFrom } from "./project.ts";

/** The property by which a command hands its build to `.eleventy.ts`, which Eleventy loads as a module of its own. */
const buildSteps = Symbol.for("open-house.build-steps");

/** Makes an Eleventy that a command starts use this build. `npx eleventy` does without, and gets a new one. */
export function useBuildSteps(eleventy: UserConfig, build: BuildSteps): void {
  Object.assign(eleventy, { [buildSteps]: build });
}

/**
 * The build that a configuration of Eleventy belongs to: a command's, else a new one.
 * @param input The content folder of a new build.
 */
export function buildStepsOf(eleventy: UserConfig & { [buildSteps]?: BuildSteps }, input: string): BuildSteps {
  const build = eleventy[buildSteps] ?? createBuildSteps({ input, base_url: baseUrlFrom(process.env) });
  eleventy.on("eleventy.passthrough", ({ map }) => build.copied(Object.keys(map).map(decodeURI)));
  return build;
}
