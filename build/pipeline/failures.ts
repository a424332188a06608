import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { placeInWords } from "../content/fault.ts";
import { lineAt } from "../lib/text.ts";
import { project } from "./project.ts";

/**
 * The error that stopped a run of Eleventy. A mistake in an author's template, layout, data or
 * configuration becomes an Error of one sentence, which begins with the file and, if known, the
 * line. Errors of the build itself, such as `Faults`, are returned unchanged.
 */
export function failureOf(error: unknown): unknown {
  const chain = errorsIn(error);
  const inner = chain.at(-1);
  if (inner === undefined) return error;
  const { name, message, syscall, stack = "" } = inner as NodeJS.ErrnoException;
  // `explain` describes errors of the operating system in the build, but not in a template.
  const isOfSystem = chain.length > 1 ? syscall === "write" : syscall !== undefined;
  const frames = placesNamedIn(stack);
  if (name === "Faults" || isOfSystem || /^(?:build|functions)\//.test(frames[0]?.file ?? ""))
    return inner;

  const lines = message.replaceAll(`${project}/`, "").trim().split("\n");
  const sentence = (name === nunjucks ? lines.at(-1) : lines[0]) ?? "";
  const thrown = frames.find((frame) => isAuthors(frame) && frame.line !== undefined);
  const place = chain.flatMap((each) => placesNamedIn(each.message)).findLast(isAuthors) ?? thrown;
  const [, lineInYaml] = placeAtEnd.exec(sentence) ?? [];
  if (place && lineInYaml) place.line = Number(lineInYaml);
  // In a template that it has compiled, Nunjucks counts lines that are not the author's.
  else if (place && name !== nunjucks && chain.some((each) => each.name === nunjucks))
    place.line = undefined;
  const isSame = place?.file === thrown?.file;
  if (place && isSame) place.line ??= thrown?.line;
  const where = place ? `${placeInWords(place)} stopped the build` : "The build stopped";
  const kind = /^(?:Type|Reference|Syntax|Range)Error$/.test(name) ? `${name}: ` : "";
  const origin = thrown && !isSame ? ` (thrown at ${placeInWords(thrown)})` : "";
  const told = `${where}: ${kind}${sentence.replace(placeAtEnd, "").trim()}${origin}`;
  const plugin = chain.find((each) => each.name === "EleventyPluginError");
  return new Error(plugin ? `${told} (${plugin.message})` : told, { cause: error });
}

/** The name of Nunjucks's errors. */
const nunjucks = "Template render error";

/** An error and its causes: one of Eleventy, of a template language, of a filter. */
function errorsIn(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const { name, originalError, cause } = error as Error & { originalError?: unknown };
  return [error, ...errorsIn(originalError ?? (name === nunjucks ? cause : undefined))];
}

/** The place at the end of a message of Liquid or YAML. */
const placeAtEnd = /, file:.+, line:\d+, col:\d+$| \((\d+):\d+\)$/;

/** `'a.ts'`, `./a.ts:2`, in Nunjucks `(./a.njk) [Line 2` and in Liquid `file:./a.liquid, line:2`. */
const filePattern =
  /(?:'?\.\/|')([^"?:\n]+?\.\w+)(?=[?:"'),]|\.?$)(?:(?:\) \[Line |, line:)(\d+)|(?:\?[^\s:]*)?:(\d+))?/gm;

/** The project's files that a text names, in order: each with its one-based line, if known. */
function placesNamedIn(text: string) {
  const folders = [`${pathToFileURL(project)}/`, `${project}/`];
  const inProject = folders.reduce((rest, folder) => rest.replaceAll(folder, "./"), text);
  const found = [...inProject.matchAll(filePattern)];
  const existing = found.filter(([, file = ""]) => existsSync(resolve(project, file)));
  return existing.map(([, file = "", inTemplate, line]) => ({
    file,
    line: inTemplate ? linesOfHead(file) + Number(inTemplate) : line ? Number(line) : undefined,
  }));
}

/** The lines of a template's front matter, after which its language counts. */
function linesOfHead(file: string): number {
  const text = readFileSync(resolve(project, file), "utf8");
  const [head = ""] = /^---[^]*?\n---[^\n]*\n/.exec(text) ?? [];
  return lineAt(text, head.length) - 1;
}

function isAuthors({ file }: { file: string }): boolean {
  return !/^(?:build|functions)\/|(?:^|\/)node_modules\//.test(file);
}
