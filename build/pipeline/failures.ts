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

/** Where a mistake is: a path relative to the project, and a one-based line where it is told. */
interface Place {
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
  if (inner === undefined || inner.name === "Faults") return inner ?? error;
  const { syscall, stack = "" } = inner as NodeJS.ErrnoException;
  // `explain` has words for what the system refused to the build, but not to a template.
  if (chain.length > 1 ? syscall === "write" : syscall !== undefined) return inner;
  const frames = placesIn(stack);
  if (frames[0] && isOfBuild(frames[0])) return inner;
  const thrown = frames.find(
    (frame) => !isOfBuild(frame) && !/^\.\.\/|(^|\/)node_modules\//.test(frame.file),
  );
  const named = placeNamed(chain);
  const isSame = thrown?.file === named?.file;
  const isBelow = named === undefined || named.file === relative(project, configurationFile);
  const place = isBelow || (isSame && named.line === undefined) ? (thrown ?? named) : named;
  const where = place ? `${nameOf(place)} stopped the build` : "The build stopped";
  const origin = thrown && place?.file !== thrown.file ? ` (thrown at ${nameOf(thrown)})` : "";
  const plugin = chain.find(({ name }) => name === "EleventyPluginError");
  const install = /^Cannot find package /.test(inner.message)
    ? "\nA package is added with `npm install --save-prod NAME`."
    : "";
  return new Error(
    `${where}: ${sentenceOf(inner)}${origin}${plugin ? ` (${plugin.message})` : ""}${install}` +
      (process.env.DEBUG ? `\n${stack}` : ""),
    { cause: error },
  );
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

/** The files and lines in a stack, without those of Node. */
function placesIn(stack: string): Place[] {
  const frame = /((?:file:\/\/|(?<=[\s(])\/)[^\s()?]*?)(?:\?[^\s():]*)?:(\d+)(?=[:)\s]|$)/g;
  return Array.from(stack.matchAll(frame), ([, path = "", line]) => ({
    file: relative(project, path.startsWith("file:") ? fileURLToPath(path) : path),
    line: Number(line),
  }));
}

function isOfBuild({ file }: Place): boolean {
  return /^(?:build|functions)\//.test(file);
}

function nameOf({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/**
 * The files that Nunjucks names before its message, `(./site/list.njk)`, each in a line and the
 * innermost last; and the place that Liquid names behind it, and YAML in it.
 */
const nunjucksPlaces = /^(?: *\(.*\)(?: \[Line .*\])?\n)* *\((.*)\)(?: \[Line .*\])?\n/;
const liquidPlace = /, file:(.+), line:(\d+), col:\d+$/;
const yamlPlace = / \((\d+):\d+\)(?=\n)/;

/** What is wrong, in one line, without the places that the template languages write into it. */
function sentenceOf({ name, message }: Error): string {
  const isKind = /^(?:Type|Reference|Syntax|Range)Error$/.test(name) && !message.startsWith(name);
  const text = [nunjucksPlaces, liquidPlace, yamlPlace]
    .reduce((rest, place) => rest.replace(place, ""), message)
    .replaceAll(`${project}/`, "");
  return `${isKind ? `${name}: ` : ""}${text.trim().split("\n")[0]}`;
}

/** The innermost file that the errors name, with the line that a template language tells. */
function placeNamed(chain: readonly Wrapping[]): Place | undefined {
  let place: Place | undefined;
  for (const { name, message, lineno } of chain) {
    const nunjucks = name === "Template render error" ? nunjucksPlaces.exec(message) : null;
    const liquid = liquidPlace.exec(message);
    const yaml = name === "YAMLException" ? yamlPlace.exec(message) : null;
    const [, path] = /(?:\.\/|')([^"']+\.\w+)/.exec(message) ?? [];
    // Of what it compiled, Nunjucks counts lines from zero, and may name one of another file.
    const isParsed = chain.at(-1)?.name === name;
    if (nunjucks?.[1]) place = inFile(nunjucks[1], isParsed ? lineno : undefined);
    else if (liquid?.[1]) place = inFile(liquid[1], Number(liquid[2]));
    else if (yaml && place) place.line = Number(yaml[1]);
    else if (path !== undefined && existsSync(resolve(project, path))) place ??= { file: path };
  }
  return place;
}

/**
 * A place in a file. Of a file that Eleventy opens itself, which it names relative to the project,
 * the languages count lines after the front matter.
 */
function inFile(path: string, line?: number): Place {
  const file = relative(project, resolve(project, path));
  if (!line || !path.startsWith("./") || !existsSync(resolve(project, path)))
    return { file, line: line || undefined };
  const text = readFileSync(resolve(project, path), "utf8");
  const [head = ""] = /^---[^]*?\n---[^\n]*\n/.exec(text) ?? [];
  return { file, line: line + head.split("\n").length - 1 };
}
