import { relative, resolve } from "node:path";
import { Eleventy, type UserConfig } from "@11ty/eleventy";
import { type BuildSteps, createBuildSteps } from "./build-steps.ts";
import { failureOf } from "./failures.ts";
import { takeFolder } from "./output.ts";
import { baseUrlFrom, project } from "./project.ts";

/**
 * The property by which a command hands its build to `.eleventy.ts`, which Eleventy loads as a
 * module of its own.
 */
const buildSteps = Symbol.for("open-house.build-steps");

/**
 * The build that a configuration of Eleventy belongs to: a command's, else a new one.
 * @param input The content folder of a new build.
 */
export function buildStepsOf(
  eleventy: UserConfig & { [buildSteps]?: BuildSteps },
  input: string,
): BuildSteps {
  const build = eleventy[buildSteps] ?? plainBuild(eleventy, input);
  eleventy.on("eleventy.passthrough", ({ map }) => build.copied(Object.keys(map).map(decodeURI)));
  return build;
}

/** The build of `npx eleventy`, which has the output folder for as long as it runs. */
function plainBuild(eleventy: UserConfig, input: string): BuildSteps {
  let taken: ReturnType<typeof takeFolder> | undefined;
  eleventy.on("eleventy.before", ({ directories }) => {
    if (taken !== undefined) return;
    taken = takeFolder(resolve(directories.output));
    process.once("exit", taken.release);
  });
  return createBuildSteps({ input, base_url: baseUrlFrom(process.env) });
}

const quiet = { log() {}, info() {}, warn() {}, error() {} };

interface EleventyRun {
  /** Absolute paths of folders. */
  input: string;
  output: string;
  runMode: "build" | "serve";
}

/**
 * Creates an Eleventy with the configuration of `.eleventy.ts`. Its log is off, because the
 * commands print a summary and all errors themselves.
 * @throws Error of a few lines if `.eleventy.ts` or a plugin in it fails.
 */
export async function createEleventy(
  site: BuildSteps,
  { input, output, runMode }: EleventyRun,
): Promise<Eleventy> {
  process.chdir(project); // where Eleventy looks for its configuration
  // Relative as with `npx eleventy`: Eleventy sorts templates by their paths, and takes an absolute
  // path that begins with the same letters as the project's (`house-notes` beside `house`) for one
  // inside the project.
  const eleventy = new Eleventy(relative(project, input) || ".", output, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    quietMode: true,
    config(eleventyConfig) {
      Object.assign(eleventyConfig, { [buildSteps]: site });
    },
  });
  await eleventy.init().catch((error: unknown) => {
    throw failureOf(error);
  });
  eleventy.logger.overrideLogger(quiet);
  // `write` throws every error as well.
  Object.assign(eleventy.errorHandler, { once() {}, error() {}, fatal() {} });
  if (!process.listeners("unhandledRejection").includes(leaveToWrite))
    process.on("unhandledRejection", leaveToWrite);
  return eleventy;
}

/**
 * Eleventy looks at the results of its copying only when all templates are rendered. Until then a
 * file that cannot be copied, also because the output of a failed build is being removed, is a
 * rejection nobody handles, and Node would end the process before the fault is told and the rest
 * removed. `write` throws it, or the earlier fault.
 */
function leaveToWrite(error: unknown): void {
  if (!(error instanceof Error && error.name === "TemplatePassthroughManagerCopyError"))
    throw error;
}
