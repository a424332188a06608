import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configurationFile } from "./author-templates.ts";
import { project } from "./project.ts";

/**
 * An error as Eleventy and the template languages wrap it: the cause is in `originalError`, or in
 * `cause`.
 */
type Wrapping = Error & { originalError?: unknown; lineno?: number };

/**
 * Where a mistake is: a path relative to the project, and a one-based line of the file where it can
 * be known.
 */
interface FileLine {
  file: string;
  line?: number | undefined;
}

/**
 * What stopped a run of Eleventy. A mistake in an author's template, layout, data or configuration
 * becomes an Error of one sentence that begins with its file and line; with the environment
 * variable `DEBUG` the stack follows. What the build itself throws, such as `Faults`, is returned
 * as it is.
 */
export function failureOf(error: unknown): unknown {
  const chain = [...chainOf(error)];
  const inner = chain.at(-1);
  if (inner === undefined || inner.name === "Faults" || isSystemError(inner, chain.length > 1))
    return inner ?? error;
  const { stack = "" } = inner;
  const [first] = placesIn(stack);
  if (first !== undefined && isOfBuild(first.file)) return inner;
  const thrown = [...placesIn(stack)].find(
    ({ file }) => !/^\.\.\/|(^|\/)node_modules\//.test(file) && !isOfBuild(file),
  );
  const told = templateOf(chain);
  const place =
    told === undefined || told.file === relative(project, configurationFile)
      ? (thrown ?? told)
      : told;
  const isElsewhere = thrown !== undefined && place !== undefined && thrown.file !== place.file;
  const text =
    `${place === undefined ? "The build stopped" : `${nameOf(place, thrown)} stopped the build`}: ${reasonOf(inner)}` +
    (isElsewhere ? ` (thrown at ${nameOf(thrown)})` : "");
  const plugin = chain.find(({ name }) => name === "EleventyPluginError");
  const install = /^Cannot find package /.test(inner.message)
    ? "\nA package is added with `npm install --save-prod NAME`."
    : "";
  const trace = process.env.DEBUG ? `\n${stack}` : "";
  return new Error(`${text}${plugin ? ` (${plugin.message})` : ""}${install}${trace}`, {
    cause: error,
  });
}

/** An error and those that it wraps, the innermost last. */
function* chainOf(error: unknown): Generator<Wrapping> {
  for (let at = error; at instanceof Error; ) {
    yield at;
    // Nunjucks hides what a filter threw in `cause`. An author's own `cause` says less than the
    // error that has it.
    const { name, originalError, cause }: Wrapping = at;
    at = originalError ?? (name === "Template render error" ? cause : undefined);
  }
}

/**
 * Whether the operating system refused something to the build, and not to a template: `explain` has
 * words for it.
 */
function isSystemError(error: Error, isWrapped: boolean): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return isWrapped ? syscall === "write" : syscall !== undefined;
}

/** The files and lines in a stack, without those of Node. */
function* placesIn(stack: string): Generator<FileLine> {
  const frame = /((?:file:\/\/|(?<=[\s(])\/)[^\s()?]*?)(?:\?[^\s():]*)?:(\d+)(?=[:)\s]|$)/g;
  for (const [, path = "", line] of stack.matchAll(frame))
    yield {
      file: relative(project, path.startsWith("file:") ? fileURLToPath(path) : path),
      line: Number(line),
    };
}

function isOfBuild(file: string): boolean {
  return /^(?:build|functions)\//.test(file);
}

/** Names a place, with the line of `other` where that is in the same file. */
function nameOf({ file, line }: FileLine, other?: FileLine): string {
  const known = line ?? (other?.file === file ? other.line : undefined);
  return known === undefined ? file : `${file}:${known}`;
}

/** What is wrong, in one line, without the places that the template languages write into it. */
function reasonOf({ name, message }: Error): string {
  const kind =
    /^(?:Type|Reference|Syntax|Range)Error$/.test(name) && !message.startsWith(name)
      ? `${name}: `
      : "";
  const [line = ""] = message
    .replace(nunjucksPlaces, "")
    .replace(liquidPlace, "")
    .replace(/ \(\d+:\d+\)(?=\n)/, "") // of YAML
    .replaceAll(`${project}/`, "")
    .trim()
    .split("\n");
  return kind + line;
}

/** `(./site/list.njk)`, and the files that it includes, each in a line, the innermost last. */
const nunjucksPlaces = /^(?: *\(.*\)(?: \[Line .*\])?\n)+/;
const liquidPlace = /, file:(.+), line:(\d+), col:\d+$/;

/** The innermost file that the errors name. */
function templateOf(chain: readonly Wrapping[]): FileLine | undefined {
  let place: FileLine | undefined;
  for (const [index, { name, message, lineno }] of chain.entries()) {
    const [nunjucks] = name === "Template render error" ? (nunjucksPlaces.exec(message) ?? []) : [];
    const [, liquid, line] = liquidPlace.exec(message) ?? [];
    const [, yaml] = name === "YAMLException" ? (/ \((\d+):\d+\)/.exec(message) ?? []) : [];
    const [, path] = /(?:\.\/|')([^"']+\.\w+)/.exec(message) ?? [];
    if (nunjucks !== undefined) {
      const file = /.*\((.*)\)/.exec(nunjucks.trim().split("\n").at(-1) ?? "")?.[1] ?? "";
      place = inFile(file, nunjucksLine(file, lineno, index < chain.length - 1));
    } else if (liquid !== undefined) place = inFile(liquid, Number(line));
    else if (yaml !== undefined && place !== undefined) place.line = Number(yaml);
    else if (path !== undefined && existsSync(resolve(project, path))) place ??= { file: path };
    // Nunjucks does not say where it looked for a filter.
    const [, filter] = /filter not found: (\w+)/.exec(message) ?? [];
    const lines = place && filter !== undefined ? textOf(place.file).split("\n") : [];
    const at = lines.findIndex((each) => new RegExp(`\\|\\s*${filter}\\b`).test(each));
    if (place && at !== -1) place.line ??= at + 1;
  }
  return place;
}

/**
 * The line that Nunjucks means: its parser counts from one, what it compiled counts from zero and
 * says zero where it does not know. Of a template that extends or imports others it may be a line
 * of theirs, so it is not told.
 */
function nunjucksLine(
  file: string,
  line: number | undefined,
  isRunning: boolean,
): number | undefined {
  if (!line || !isRunning) return line || undefined;
  return /\{%-?\s*(?:extends|import|from)\b/.test(textOf(file)) ? undefined : line + 1;
}

/**
 * A place in a file, given the line that a template language tells. Of what Eleventy opens itself,
 * which it names relative to the project, that is the line after the front matter.
 */
function inFile(path: string, line: number | undefined): FileLine {
  const file = relative(project, resolve(project, path));
  if (line === undefined || !path.startsWith("./")) return { file, line };
  const [head = ""] = /^---[^]*?\n---[^\n]*\n/.exec(textOf(path)) ?? [];
  return { file, line: line + head.split("\n").length - 1 };
}

/**
 * The text of a template, empty if it is no file: the configuration can add templates that are
 * none.
 */
function textOf(path: string): string {
  const file = resolve(project, path);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
