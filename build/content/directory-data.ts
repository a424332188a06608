import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import { isMapping, readYaml, yesOrNo } from "../lib/yaml.ts";
import { isMarkdown, pathsOf, withoutEnding } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";
import { type Defaults, inherit, readSource } from "./front-matter.ts";

// Data that Eleventy gives to all files of a folder, or to one of them: `notes/notes.json`,
// `notes/notes.11tydata.js`, `notes/today.11tydata.json`. A Markdown page takes from them values
// for keys that its head lacks. Data files are not published.

/** File endings of templates, which here do not include Markdown and HTML. */
export const templateFormats = ["njk", "liquid", "11ty.js", "11ty.mjs", "11ty.cjs", "11ty.ts"];

/** Whether a file that is not hidden has a template's ending. */
export function isTemplate(path: string): boolean {
  const isHidden = /(?:^|\/)\.[^/]*$/.test(path);
  return !isHidden && templateFormats.some((ending) => path.endsWith(`.${ending}`));
}

/** A data file's path in two: the path without endings, and the endings. */
const dataFile = /^(.+?)(\.11tydata\.\w+|\.json|\.ya?ml)$/s;

/** A file of data for templates and pages. */
export interface DirectoryData extends ContentFile {
  /** Whether a Markdown page obeys it, or Eleventy gives it to an author's template. */
  isRead: boolean;
  /** Whether its data apply to the file at a path. */
  isFor(path: string): boolean;
  /** Its data for Markdown pages; undefined if it is for none. */
  defaults: Defaults | undefined;
}

/**
 * Finds and reads the files of directory data, in an order in which later ones override earlier.
 * @param folder Name of the content folder, which is also the name of its own data file.
 * @param files All its files except those that Eleventy runs or reads.
 * @param templates The files that Eleventy runs or reads; none if it runs nothing in the folder.
 */
export async function readDirectoryData(
  folder: string,
  files: readonly ContentFile[],
  templates: readonly ContentFile[],
  report: Report,
): Promise<DirectoryData[]> {
  const paths = pathsOf([...files, ...templates]);
  const found: (DirectoryData & { rank: number })[] = [];
  for (const file of [...files, ...templates]) {
    const [, base = "", ending = ""] = dataFile.exec(file.path) ?? [];
    if (base === "" || file.path === "facts.yaml") continue;
    const parent = posix.dirname(file.path);
    const isOfFolder = posix.basename(base) === (parent === "." ? folder : posix.basename(parent));
    const isMarked = ending.startsWith(".11tydata.");
    if (!isOfFolder && !isMarked) continue;
    const below = parent === "." ? "" : `${parent}/`;
    /** Whether it is for a file: one in its folder, or the one with its name. */
    const isFor = (path: string): boolean =>
      isOfFolder
        ? path.startsWith(below)
        : withoutEnding(path) === base || (isTemplate(path) && path.startsWith(`${base}.`));
    const isForPages = paths.some((path) => isMarkdown(path) && isFor(path));
    const isForTemplates = paths.some((path) => isTemplate(path) && isFor(path));
    if (!isMarked && !isForPages && !isForTemplates) continue;
    const isRun = templates.includes(file);
    const isCode = /\.[cm]?[jt]s$/.test(ending);
    const isObeyed = isForPages && (isRun || !isCode);
    const text = isCode && !isObeyed ? "" : await textOrExport(file, isCode, report);
    const { value, error } = readYaml(text); // JSON is YAML
    // A file with a list or a string is content for readers, not data for pages.
    if (!isMarked && !error && !isMapping(value)) continue;
    const isBesidePages = paths.some((path) => isMarkdown(path) && path.startsWith(below));
    if (isCode && !isRun && isBesidePages && (isOfFolder || !isForTemplates))
      report.fault({ file: file.path, ...dataNotObeyed });
    found.push({
      ...file,
      isRead: isObeyed || templates.some(({ path }) => isTemplate(path) && isFor(path)),
      isFor,
      defaults: isObeyed ? defaultsIn(file.path, text, isCode, report) : undefined,
      // Data of a folder come after those of the folders above, and before those of one page; in
      // one place JSON comes before code.
      rank: below.split("/").length * 6 + (isOfFolder ? 0 : 3) + (isCode ? 2 : Number(isMarked)),
    });
  }
  return found.sort((a, b) => a.rank - b.rank);
}

/** The values that all data for a page give it. */
export function defaultsFor(path: string, data: readonly DirectoryData[]): Defaults | undefined {
  const given = data.flatMap(({ isFor, defaults }) => (defaults && isFor(path) ? [defaults] : []));
  if (given.length < 2) return given[0];
  const written = Object.assign({}, ...given.map((each) => each.written)) as Defaults["written"];
  const joined = {};
  for (const each of given.toReversed()) inherit(joined, each.data);
  return { written, data: joined };
}

const dataNotObeyed = {
  problem: "is not obeyed by Markdown pages here, and might hide or move some",
  expected: "`draft: true`, or another key, in the head of each page that is meant",
};

/** Placeholder for a function in data, which Markdown pages never call. */
const functionMark = "(function)";

/** The text of a file, or the export of a code file as JSON. */
async function textOrExport({ path, absolute }: ContentFile, isCode: boolean, report: Report) {
  if (!isCode) return readFileSync(absolute, "utf8").replace(/^\uFEFF/, "");
  try {
    const { default: found } = (await import(pathToFileURL(absolute).href)) as { default: unknown };
    const value: unknown = typeof found === "function" ? await found({}) : found;
    return JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "function" ? functionMark : inner,
    );
  } catch (error) {
    const problem = `cannot be run: ${String(error).split("\n", 1)[0]}`;
    report.fault({ file: path, problem, expected: "code that runs" });
    return "{}";
  }
}

/** Checks the data like a page's head, but without required keys. */
function defaultsIn(file: string, text: string, isCode: boolean, report: Report): Defaults {
  const { value, error } = readYaml(text);
  if (error) {
    const problem = `cannot be read, and might hide or move pages: ${error.reason}`;
    report.fault({ file, line: error.line, problem, expected: 'data such as `{ "draft": true }`' });
    return { written: {}, data: {} };
  }
  const written = isMapping(value) ? value : {};
  // As a head of YAML; without indentation, so that each key of the JSON begins its line.
  const rows = /^\s*\{/.test(text) ? text.replace(/^[ \t]+/gm, "") : text.replace(/^---.*/, "#");
  const fault: Report["fault"] = ({ line = 0, ...rest }) =>
    report.fault({ ...rest, line: isCode || line === 0 ? undefined : line - 1 });
  const head = readSource(file, `---\n${rows}\n---\n`, { ...report, fault }, undefined, null);
  for (const [field, each] of Object.entries(written))
    if (each === functionMark || (/^eleventyExclude/i.test(field) && yesOrNo(each) === true))
      fault({ file, line: head.lineOf(field), field, ...dataNotObeyed });
  delete head.data.draft; // `written` decides, unless a page decides itself
  return { written, data: head.data };
}
