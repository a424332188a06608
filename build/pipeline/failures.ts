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
  // The error, and those that Eleventy and the template languages wrapped in it. In errors of
  // Nunjucks, `cause` is the error that a filter threw; an author's own says less than its error.
  const chain: Error[] = [];
  for (let at = error; at instanceof Error; ) {
    chain.push(at);
    const { name, originalError, cause } = at as Error & { originalError?: unknown };
    at = originalError ?? (name === nunjucks ? cause : undefined);
  }
  const inner = chain.at(-1);
  if (inner === undefined || inner.name === "Faults") return inner ?? error;
  const { name, message, syscall, stack = "" } = inner as NodeJS.ErrnoException;
  // `explain` describes errors of the operating system in the build, but not in a template.
  if (chain.length > 1 ? syscall === "write" : syscall !== undefined) return inner;
  const frames = placesNamedIn(stack);
  if (/^(?:build|functions)\//.test(frames[0]?.file ?? "")) return inner;
  const thrown = frames.filter(isAuthors).find(({ line }) => line !== undefined);
  const named = placeNamed(chain);
  const place = named?.file === ".eleventy.ts" ? (thrown ?? named) : (named ?? thrown);
  if (place && place.file === thrown?.file) place.line ??= thrown.line;
  const where = place ? `${placeInWords(place)} stopped the build` : "The build stopped";
  const isKind = /^(?:Type|Reference|Syntax|Range)Error$/.test(name) && !message.startsWith(name);
  const lines = message.replaceAll(`${project}/`, "").trim().split("\n");
  const sentence = lines.find((line) => !/^ *\(.*\)(?: \[Line .*\])?$/.test(line)) ?? message;
  const text = sentence.replace(/, file:.+, line:\d+, col:\d+$| \(\d+:\d+\)$/, "").trim();
  const origin =
    thrown && place?.file !== thrown.file ? ` (thrown at ${placeInWords(thrown)})` : "";
  const plugin = chain.find((each) => each.name === "EleventyPluginError");
  const told = `${where}: ${isKind ? `${name}: ` : ""}${text}${origin}`;
  return new Error(plugin ? `${told} (${plugin.message})` : told, { cause: error });
}

/** The name of Nunjucks's errors. */
const nunjucks = "Template render error";

/** A file in Nunjucks, `(./a.njk) [Line 2`, in Liquid, `file:./a.liquid, line:2`, or in a stack. */
const placePattern =
  /(\(|file:)?(?:\.\/([^"?:\n]+?\.\w+)|'([^"'?:\n]+?\.\w+))(?=[?:"'),]|\.?$)(?:(?:(?:\?[^\s:]*)?:|\) \[Line |, line:)(\d+))?/gm;

type SourcePlace = ReturnType<typeof placesNamedIn>[number];

/**
 * The project's files that a message or a stack names, in order: each with its one-based line, if
 * known. A template language names a file in brackets or after `file:`, Eleventy in quotes.
 */
function placesNamedIn(text: string) {
  const inProject = text
    .replaceAll(`${pathToFileURL(project)}/`, "./")
    .replaceAll(`(${project}/`, "(./");
  return Array.from(inProject.matchAll(placePattern), ([, mark, path, quoted = "", line]) => ({
    file: path ?? quoted,
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
  if (place && inYaml !== undefined) return { ...place, line: Number(inYaml) };
  if (place?.line === undefined) return place;
  if (chain.slice(0, -1).some(({ name }) => name === nunjucks))
    return { ...place, line: undefined };
  const text = readFileSync(resolve(project, place.file), "utf8");
  const [head = ""] = /^---[^]*?\n---[^\n]*\n/.exec(text) ?? [];
  return { ...place, line: place.line + lineAt(head, head.length) - 1 };
}
