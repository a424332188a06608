import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Eleventy, type UserConfig } from "@11ty/eleventy";
import { toEnvironment, type BuildOptions } from "./options.ts";
import { builtEvent, stoppedEvent, type Outcome } from "./outcome.ts";
import { project } from "./project.ts";

const quiet = { log() {}, info() {}, warn() {}, error() {} };

/**
 * Makes an Eleventy that builds `options.input` for `output` and reports each build, also those of `watch()`.
 * Everything worth saying is in the reports, so its own log is switched off.
 * @throws Error of one line if there is no content folder.
 */
export async function createEleventy(
  options: BuildOptions,
  output: string,
  runMode: "build" | "serve",
  built: (outcome: Outcome) => void,
  extend: (eleventyConfig: UserConfig) => unknown = () => {},
): Promise<Eleventy> {
  if (!existsSync(options.input)) throw new Error(`There is no content folder ${options.input}.`);
  if (!statSync(options.input).isDirectory()) throw new Error(`${options.input} is a file; the content must be a folder.`);
  Object.assign(process.env, toEnvironment({ ...options, input: resolve(options.input) }));
  const directory = resolve(output);
  // Eleventy looks for its configuration and its folders from where the process stands.
  if (process.cwd() !== project) process.chdir(project);
  const eleventy = new Eleventy(null, directory, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    dryRun: true,
    quietMode: true,
    config(eleventyConfig) {
      eleventyConfig.on(builtEvent, (outcome: Outcome) => built(outcome));
      extend(eleventyConfig);
    },
  });
  await eleventy.init();
  eleventy.logger.overrideLogger(quiet);
  return eleventy;
}

/**
 * Builds once.
 * @throws Error what stopped the build: `Faults` for the author's, an Error of one line or a system error otherwise. Nothing was written then.
 */
export async function buildOnce(options: BuildOptions, output: string): Promise<Extract<Outcome, { kind: "built" }>> {
  const outcomes: Outcome[] = [];
  let configuration: UserConfig | undefined;
  const eleventy = await createEleventy(options, output, "build", (outcome) => void outcomes.push(outcome), (eleventyConfig) => (configuration = eleventyConfig));
  try {
    await eleventy.toJSON();
    while (outcomes.length === 0) {
      // There are more pages than Eleventy is given at a time.
      await eleventy.restart();
      await eleventy.init();
      await eleventy.toJSON();
    }
  } catch (error) {
    await configuration?.emit(stoppedEvent, error);
    throw error;
  }
  const outcome = outcomes[0] as Outcome;
  if (outcome.kind === "failed") throw outcome.error;
  return outcome;
}
