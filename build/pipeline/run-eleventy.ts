import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Eleventy, type UserConfig } from "@11ty/eleventy";
import type { BuildSteps } from "./build-steps.ts";
import { useBuildSteps } from "./eleventy-configuration.ts";
import { enterProject, project } from "./project.ts";

const quiet = { log() {}, info() {}, warn() {}, error() {} };

interface EleventyRun {
  /** Absolute paths of folders. */
  input: string;
  output: string;
  runMode: "build" | "serve";
  /** Adds to the configuration before `.eleventy.ts` does. */
  extend?(eleventy: UserConfig): void;
}

/**
 * Creates an Eleventy with the configuration of `.eleventy.ts`. Its log is off, because the commands print a summary
 * and all errors themselves.
 * @throws Error of a few lines if `.eleventy.ts` or a plugin in it fails.
 */
export async function createEleventy(
  site: BuildSteps,
  { input, output, runMode, extend }: EleventyRun,
): Promise<Eleventy> {
  enterProject();
  // The same path as with `npx eleventy`, because Eleventy sorts templates by their paths.
  const path = relative(project, input);
  const eleventy = new Eleventy(path.startsWith("..") ? input : path, output, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    quietMode: true,
    config(eleventyConfig) {
      useBuildSteps(eleventyConfig, site);
      extend?.(eleventyConfig);
    },
  });
  await eleventy.init().catch((error: unknown) => {
    throw configurationFault(error);
  });
  eleventy.logger.overrideLogger(quiet);
  Object.assign(eleventy.errorHandler, { once() {}, error() {}, fatal() {} }); // `write` throws every error as well
  if (!process.listeners("unhandledRejection").includes(leaveToWrite)) process.on("unhandledRejection", leaveToWrite);
  return eleventy;
}

/**
 * Eleventy looks at the results of its copying only when all templates are rendered. Until then a file that cannot be
 * copied, also because the output of a failed build is being removed, is a rejection nobody handles, and Node would end
 * the process before the fault is told and the rest removed. `write` throws it, or the earlier fault.
 */
function leaveToWrite(error: unknown): void {
  if (!(error instanceof Error && error.name === "TemplatePassthroughManagerCopyError")) throw error;
}

/**
 * The cause of a failed run, which Eleventy wraps into other errors: the author's `Faults` as they are, anything else
 * as an Error whose message names the template.
 */
export function failureOf(error: unknown): unknown {
  const names: string[] = [];
  let inner = error as Error & { originalError?: unknown };
  for (; inner.originalError instanceof Error; inner = inner.originalError)
    if (inner !== error) names.push(inner.message.split("\n")[0] ?? "");
  const isFullDisk = (inner as NodeJS.ErrnoException).syscall === "write";
  if (inner === error || inner.name === "Faults" || isFullDisk) return inner;
  return new Error(`The pages could not be made. ${[...names, inner.stack ?? inner.message].join("\n")}`);
}

/**
 * What stopped Eleventy from reading its configuration, without Eleventy's own stack: what `.eleventy.ts` or a plugin
 * threw, where, and which plugin it was.
 * @param error As Eleventy throws it: it hides the cause in `originalError`.
 */
function configurationFault(error: unknown): Error {
  let cause = error as Error & { originalError?: unknown };
  while (cause.originalError instanceof Error) cause = cause.originalError;
  const { name, message, stack = "" } = cause;
  const plugin = (error as Error).name === "EleventyPluginError" ? ` (${(error as Error).message})` : "";
  const place = placeIn(stack);
  const kind = name === "Error" || message.startsWith(name) ? "" : `${name}: `;
  const install = /^Cannot find package /.test(message)
    ? "\nA package is added with `npm install --save-prod NAME`."
    : "";
  const text = `${place ?? ".eleventy.ts"} stopped the build: ${kind}${message.trim()}${plugin}${install}`;
  return new Error(text, { cause: error });
}

/** The first `file:line` of a stack that is neither Node's nor Eleventy's, relative to the project. */
function placeIn(stack: string): string | undefined {
  for (const [, path = "", line] of stack.matchAll(/((?:file:\/\/|(?<=[\s(])\/)[^\s()]*?):(\d+)(?=[:)\s]|$)/g)) {
    if (path.includes("/@11ty/eleventy/")) continue;
    return `${relative(project, path.startsWith("file:") ? fileURLToPath(path) : path)}:${line}`;
  }
  return undefined;
}
