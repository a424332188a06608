import { resolve } from "node:path";
import { Eleventy, type UserConfig } from "@11ty/eleventy";
import { standInProject } from "../serve/project.ts";
import type { Run } from "./run.ts";

const quiet = { log() {}, info() {}, warn() {}, error() {} };

/** Makes an Eleventy that makes the pages of a run. Everything worth saying is said by the run, so its own log is switched off. */
export async function createEleventy(
  run: Run,
  output: string,
  runMode: "build" | "serve",
  extend: (eleventyConfig: UserConfig) => void = () => {},
): Promise<Eleventy> {
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
  const failed = (...told: unknown[]): void => {
    const error = told.find((item) => item instanceof Error);
    if (error) run.failed(reasonOf(error));
  };
  Object.assign(eleventy.errorHandler, { once: failed, error: failed, fatal: failed });
  return eleventy;
}

/** What a plugin or a transform threw, out of the wrappings in which Eleventy names every page it was asked for. */
export function reasonOf(error: Error & { originalError?: unknown }): Error {
  const names: string[] = [];
  let inner: Error & { originalError?: unknown } = error;
  for (; inner.originalError instanceof Error; inner = inner.originalError)
    if (inner !== error) names.push(inner.message.split("\n")[0] ?? "");
  if (inner === error) return error;
  return new Error(`The pages could not be made. ${[...names, inner.stack ?? inner.message].join("\n")}`);
}
