import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { project } from "./project.ts";

/** Where a mistake is: a path relative to the project, and a one-based line where it is told. */
interface SourcePlace {
  file: string;
  line?: number | undefined;
}

/**
 * What stopped a run of Eleventy. A mistake in an author's template, layout, data or configuration
 * becomes an Error of one sentence that begins with its file and line. What the build itself throws,
 * such as `Faults`, is returned as it is.
 */
export function failureOf(error: unknown): unknown {
  const chain = [...chainOf(error)];
  const inner = chain.at(-1);
  if (inner === undefined || inner.name === "Faults") return inner ?? error;
  const { syscall, stack = "" } = inner as NodeJS.ErrnoException;
  // `explain` has words for what the system refused to the build, but not to a template.
  if (chain.length > 1 ? syscall === "write" : syscall !== undefined) return inner;
  const frames = placesIn(stack);
  if (/^(build|functions)\//.test(frames[0]?.file ?? "")) return inner;
  const thrown = frames.find(({ file }) => !notAuthors.test(file));
  const named = placeNamed(chain);
  const place = named?.file === ".eleventy.ts" ? (thrown ?? named) : (named ?? thrown);
  if (place && place.file === thrown?.file) place.line ??= thrown.line;
  const plugin = chain.find(({ name }) => name === "EleventyPluginError");
  const where = place ? `${placeInWords(place)} stopped the build` : "The build stopped";
  const origin =
    thrown && place?.file !== thrown.file ? ` (thrown at ${placeInWords(thrown)})` : "";
  const inPlugin = plugin ? ` (${plugin.message})` : "";
  return new Error(`${where}: ${sentenceOf(inner)}${origin}${inPlugin}`, { cause: error });
}

/** The name of errors of Nunjucks. */
const nunjucks = "Template render error";

/** Files of the build, of packages, and outside of the project. */
const notAuthors = /^(build|functions|\.\.)\/|(^|\/)node_modules\//;

/**
 * An error and those that Eleventy and the template languages wrapped in it, the innermost last.
 * Nunjucks hides what a filter threw in `cause`; an author's own `cause` says less than the error
 * that has it.
 */
function* chainOf(error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; ) {
    yield at;
    const { name, originalError, cause } = at as Error & { originalError?: unknown };
    at = originalError ?? (name === nunjucks ? cause : undefined);
  }
}

/** The files and lines in a stack, without those of Node. */
function placesIn(stack: string): SourcePlace[] {
  const frame = /((?:file:\/\/|(?<=[\s(])\/)[^\s()?]*?)(?:\?[^\s():]*)?:(\d+)(?=[:)\s]|$)/g;
  return Array.from(stack.matchAll(frame), ([, path = "", line]) => ({
    file: relative(project, path.startsWith("file:") ? fileURLToPath(path) : path),
    line: Number(line),
  }));
}

function placeInWords({ file, line }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}`;
}

/**
 * How messages tell a place: Nunjucks in lines before its text, of which the last names the
 * innermost file, Liquid at the end, and YAML at the end of the first line.
 */
const places = [
  /^(?: *\(.*\)(?: \[Line .*\])?\n)* *\((?<file>.*)\)(?: \[Line (?<line>\d+).*\])?\n/,
  /, file:(?<file>.+), line:(?<line>\d+), col:\d+$/,
  / \((?<line>\d+):\d+\)(?=\n)/,
];

/** What is wrong, in one line, without the places in it. */
function sentenceOf({ name, message }: Error): string {
  const isKind = /^(?:Type|Reference|Syntax|Range)Error$/.test(name) && !message.startsWith(name);
  const text = places.reduce((rest, place) => rest.replace(place, ""), message);
  const [first = ""] = text.replaceAll(`${project}/`, "").trim().split("\n");
  return isKind ? `${name}: ${first}` : first;
}

/** The innermost file that the errors name, with the line that is told. */
function placeNamed(chain: readonly Error[]): SourcePlace | undefined {
  let place: SourcePlace | undefined;
  // Of a template that it has compiled, Nunjucks tells lines that are not the author's.
  const isCompiled = chain.at(-1)?.name !== nunjucks;
  for (const { name, message } of chain) {
    for (const form of places) {
      const { file, line } = form.exec(message)?.groups ?? {};
      const told = name === nunjucks && isCompiled ? undefined : Number(line) || undefined;
      if (file) place = inFile(file, told);
      else if (line && place) place.line = Number(line);
    }
    const [, path] = /(?:\.\/|')([^"']+\.\w+)/.exec(message) ?? [];
    if (path && existsSync(resolve(project, path))) place ??= { file: path };
  }
  return place;
}

/** A place in a file, whose lines the languages count after the front matter. */
function inFile(path: string, line: number | undefined): SourcePlace {
  const absolute = resolve(project, path);
  const file = relative(project, absolute);
  if (line === undefined || !path.startsWith("./") || !existsSync(absolute)) return { file, line };
  const [head = ""] = /^---[^]*?\n---[^\n]*\n/.exec(readFileSync(absolute, "utf8")) ?? [];
  return { file, line: line + head.split("\n").length - 1 };
}
