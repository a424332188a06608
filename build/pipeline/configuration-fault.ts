import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { project } from "./project.ts";

/**
 * What stopped Eleventy from reading its configuration, without Eleventy's own stack: what `.eleventy.ts` or a plugin
 * threw, where, and which plugin it was.
 * @param error As Eleventy throws it: it hides the cause in `originalError`.
 */
export function configurationFault(error: unknown): Error {
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
