import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { isMapping, readYaml, yesOrNo } from "../lib/yaml.ts";
import { isMarkdown } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";
import { publishingOf } from "./publishing-keys.ts";

// Data that Eleventy gives to all files of a folder, or to one of them: `notes/notes.json`,
// `notes/notes.11tydata.js`, `notes/today.11tydata.json`. Markdown pages do not obey them, so such a
// file must not be meant to hide a page. None is published.

/** File endings of templates; Markdown and HTML are none here. */
export const templateFormats = ["njk", "liquid", "11ty.js", "11ty.mjs", "11ty.cjs", "11ty.ts"];

/** The path of a data file in two: without its endings, and these. */
const dataFile = /^(.+?)(\.11tydata\.\w+|\.json|\.ya?ml)$/s;

/** A file of data for templates and pages. */
interface DirectoryData extends ContentFile {
  /** Whether Eleventy gives it to one of the author's templates. */
  isRead: boolean;
}

/**
 * Finds the files of directory data, and reports those that might keep Markdown pages out.
 * @param folder Name of the content folder, after which its own data is named.
 * @param files All its files, but for those that Eleventy runs or reads.
 * @param run The files that Eleventy runs or reads; none in a folder where it runs nothing.
 */
export function findDirectoryData(
  folder: string,
  files: readonly ContentFile[],
  run: readonly ContentFile[],
  report: Report,
): DirectoryData[] {
  const paths = [...files, ...run].map(({ path }) => path);
  const templates = paths.filter(isTemplate);
  const runTemplates = run.map(({ path }) => path).filter(isTemplate);
  return [...files, ...run].flatMap((file) => {
    const [, base = "", ending = ""] = dataFile.exec(file.path) ?? [];
    if (base === "" || file.path === "facts.yaml") return [];
    const parent = posix.dirname(file.path);
    const isOfFolder = posix.basename(base) === (parent === "." ? folder : posix.basename(parent));
    const isMarked = ending.startsWith(".11tydata.");
    if (!isOfFolder && !isMarked) return [];
    const below = parent === "." ? "" : `${parent}/`;
    const hasMarkdown = paths.some((path) => path.startsWith(below) && isMarkdown(path));
    /** Whether it is for one of some templates: for all of its folder, or the one of its name. */
    const isFor = (some: readonly string[]) =>
      some.some((path) => path.startsWith(isOfFolder ? below : `${base}.`));
    if (!isMarked && !hasMarkdown && !isFor(templates)) return [];
    const text = readFileSync(file.absolute, "utf8").replace(/^\uFEFF/, "");
    const { value, error } = readYaml(text); // JSON is YAML
    // A list and a text are for readers.
    if (!isMarked && !error && !isMapping(value)) return [];
    if (hasMarkdown && (isOfFolder || !isFor(templates)))
      reportHiding(file.path, text, value, report);
    return { ...file, isRead: isFor(runTemplates) };
  });
}

function isTemplate(path: string): boolean {
  return templateFormats.some((format) => path.endsWith(`.${format}`));
}

/** Reports what would keep Markdown pages out if they obeyed it. Code is not run, so it might. */
function reportHiding(file: string, text: string, value: unknown, report: Report): void {
  const problem = "is not obeyed by Markdown pages here, and might hide or move some";
  const expected = "`draft: true`, or another key, in the head of each page that is meant";
  if (/\.[cm]?[jt]s$/.test(file)) return report.fault({ file, problem, expected });
  const field = isMapping(value) ? hidingKey(value) : /\b(?:draft|permalink)\b/.exec(text)?.[0];
  if (field === undefined) return;
  const line = text.slice(0, text.indexOf(field)).split("\n").length;
  report.fault({ file, line, field, problem, expected });
}

/** The first key that would keep pages out, give them other addresses, or might do so. */
function hidingKey(data: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, value] of Object.entries(data)) {
    const { keptOutBy, faults } = publishingOf({ [key]: value });
    if (keptOutBy !== undefined || faults.length > 0) return key;
    if (value === null) continue;
    if (/^permalink$/i.test(key)) return key;
    if (/^eleventyExcludeFromCollections$/i.test(key) && yesOrNo(value) !== false) return key;
    const computed = key === "eleventyComputed" && isMapping(value) ? hidingKey(value) : undefined;
    if (computed !== undefined) return computed;
  }
  return undefined;
}
