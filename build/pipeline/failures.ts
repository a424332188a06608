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
  const thrown = frames.find((frame) => isAuthors(frame) && frame.line !== undefined);
  const place = placeNamed(chain) ?? thrown;
  if (place && place.file === thrown?.file) place.line ??= thrown.line;
  const where = place ? `${placeInWords(place)} stopped the build` : "The build stopped";
  const kind = /^(?:Type|Reference|Syntax|Range)Error$/.test(name) ? `${name}: ` : "";
  const lines = message.replaceAll(`${project}/`, "").trim().split("\n");
  const sentence = (name === nunjucks ? lines.at(-1) : lines[0])?.replace(placeAtEnd, "").trim();
  const origin =
    thrown && thrown.file !== place?.file ? ` (thrown at ${placeInWords(thrown)})` : "";
  const plugin = chain.find((each) => each.name === "EleventyPluginError");
  const told = `${where}: ${kind}${sentence}${origin}`;
  return new Error(plugin ? `${told} (${plugin.message})` : told, { cause: error });
}

/** The name of Nunjucks's errors. */
const nunjucks = "Template render error";

/** An error, and those in it: of Eleventy, then of a language, then what a filter threw. */
function errorsIn(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const { name, originalError, cause } = error as Error & { originalError?: unknown };
  return [error, ...errorsIn(originalError ?? (name === nunjucks ? cause : undefined))];
}

/** The place at the end of a message of Liquid or YAML. */
const placeAtEnd = /, file:.+, line:\d+, col:\d+$| \(\d+:\d+\)$/;

/** A file in Nunjucks, `(./a.njk) [Line 2`, in Liquid, `file:./a.liquid, line:2`, or in quotes. */
const filePattern =
  /(\(|file:)?(?:'?\.\/|')([^"?:\n]+?\.\w+)(?=[?:"'),]|\.?$)(?:(?:(?:\?[^\s:]*)?:|\) \[Line |, line:)(\d+))?/gm;

type SourcePlace = ReturnType<typeof placesNamedIn>[number];

/** The project's files that a text names, in order: each with its one-based line, if known. */
function placesNamedIn(text: string) {
  const inProject = text
    .replaceAll(`${pathToFileURL(project)}/`, "./")
    .replaceAll(`(${project}/`, "(./");
  return Array.from(inProject.matchAll(filePattern), ([, mark, file = "", line]) => ({
    file,
    line: line === undefined ? undefined : Number(line),
    isOfLanguage: mark !== undefined,
  })).filter(({ file }) => existsSync(resolve(project, file)));
}

function isAuthors({ file }: SourcePlace): boolean {
  return !/^(?:build|functions)\/|(?:^|\/)node_modules\//.test(file);
}

/**
 * The innermost file that the template languages name, else the first that Eleventy names. The
 * languages count lines after the front matter, but YAML does not. For a compiled template,
 * Nunjucks names lines that are not the author's.
 */
function placeNamed(chain: readonly Error[]): SourcePlace | undefined {
  const places = chain.flatMap(({ message }) => placesNamedIn(message)).filter(isAuthors);
  const place = places.findLast(({ isOfLanguage }) => isOfLanguage) ?? places[0];
  const [, inYaml] = / \((\d+):\d+\)\n/.exec(chain.at(-1)?.message ?? "") ?? [];
  if (place && inYaml !== undefined) place.line = Number(inYaml);
  else if (place?.line !== undefined) {
    const isCompiled = chain.slice(0, -1).some(({ name }) => name === nunjucks);
    const text = readFileSync(resolve(project, place.file), "utf8");
    const { length } = /^---[^]*?\n---[^\n]*\n/.exec(text)?.[0] ?? "";
    place.line = isCompiled ? undefined : place.line + lineAt(text, length) - 1;
  }
  return place;
}
