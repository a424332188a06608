import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { ContentMap, Page, UserConfig } from "@11ty/eleventy";
import type { MarkdownIt } from "markdown-it";
import type { AddressBook } from "../content/address-book.ts";
import { isTemplate } from "../content/directory-data.ts";
import { dateTime } from "../lib/dates.ts";
import { percentDecoded } from "../lib/text.ts";
import { amendParser } from "../markdown/parser.ts";
import { virtualFormat } from "./pages-as-data.ts";
import { isWithin, project, realPath } from "./project.ts";

/**
 * Whether Eleventy itself runs or reads a file: a template, a layout or data, or a folder of these.
 * @param path Relative to the content folder, which is ""; a folder in it ends with a slash.
 */
export function isForEleventy(path: string): boolean {
  return isTemplate(path) || /^$|^_(?:data|includes)\/|\.11tydata\.\w+$/.test(path);
}

/** The content folder: `site` where Eleventy, without `--input`, names the current folder. */
export function inputOf({ directories }: UserConfig): string {
  return resolve(directories.input) === process.cwd() ? "site" : directories.input;
}

/** Whether a folder is the project's own `site`, the only one whose templates and data are run. */
export function isOwnSite(folder: string): boolean {
  return realPath(folder) === realPath(resolve(project, "site"));
}

/**
 * Patterns, relative to the project, of files that Eleventy must ignore. Hidden files and folders
 * are private, and so are folders whose names begin with `_`, except those of layouts, data and
 * posts. Only `site` has templates, so in any other folder everything is ignored.
 */
export function ignoredBelow(folder: string): string[] {
  const path = relative(project, resolve(folder)).replaceAll("\\", "/");
  const unseen = ["_!(includes|data|posts)/**", "node_modules/**", ".*", ".*/**"].map(
    (name) => `${path}/**/${name}`,
  );
  return isOwnSite(folder) ? unseen : [`${path}/**`];
}

/** The author's own layouts: templates in `_includes`, by their paths relative to it. */
export function authorLayouts(folder: string): string[] {
  const includes = join(folder, "_includes");
  if (!isOwnSite(folder) || !existsSync(includes)) return [];
  return readdirSync(includes, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll(sep, "/"))
    .filter(isTemplate)
    .sort();
}

/**
 * The folder of data that Eleventy loads, and runs if it is code, relative to the content folder:
 * `_data` in the project's own `site`. For any other content folder it is a folder of the project
 * that does not exist, so that whoever wrote the content cannot put code there.
 */
export function dataFolderOf(folder: string): string {
  return isOwnSite(folder)
    ? "_data"
    : relative(resolve(folder), resolve(project, "build/pipeline/no-data"));
}

/**
 * Lets an author's configuration change the Markdown parser, as it can change Eleventy's own.
 * @throws Error of one line if it sets another parser
 */
export function amendMarkdown(eleventy: UserConfig): void {
  const { libraryOverrides, libraryAmendments, markdownHighlighter: highlight } = eleventy;
  if (libraryOverrides.md)
    throw new Error(
      'setLibrary("md", …) brings another parser, but links, twin and text of each page are made by this project\'s own: ' +
        'use amendLibrary("md", …), which changes that one.',
    );
  const { md: amendments = [] } = libraryAmendments;
  amendParser([...(highlight ? [(md: MarkdownIt) => md.set({ highlight })] : []), ...amendments]);
}

/** The addresses of the files that the author's templates will make, each with its template. */
export function templateAddresses(planned: ContentMap["inputPathToUrl"]) {
  return Object.entries(planned)
    .filter(([template]) => !template.endsWith(`.${virtualFormat}`))
    .flatMap(([template, urls]) => urls.map((url) => ({ template, url: url || "" })))
    .filter(({ url }) => url.startsWith("/"));
}

/**
 * Claims the addresses of the author's templates, and returns the files that they will make.
 * @param input The content folder.
 * @throws Error of one line naming a template and the owner of an address that it cannot have
 */
export function templateFiles(
  made: ReturnType<typeof templateAddresses>,
  addresses: AddressBook,
  input: string,
): string[] {
  return made.map(({ template, url }) => {
    const name = relative(resolve(input), resolve(template));
    const other = addresses.claim(url, { kind: "template", name, path: url });
    if (other === undefined) return url.endsWith("/") ? `${url}index.html` : url;
    const another = `Give ${name} another \`permalink\`: a template cannot replace this one`;
    const hint = other.isShipped
      ? `${another}; a page in Markdown can`
      : other.kind === "document"
        ? another
        : "Give one of them another address";
    throw new Error(`Two files have the address ${url}: ${name} and ${other.name}. ${hint}.`);
  });
}

/** The paths of pages among the files that templates make. */
export function pagePaths(files: readonly string[]): string[] {
  const pages = files.filter((file) => file.endsWith(".html"));
  return pages.map((file) => encodeURI(file.replace(/\/index\.html$/, "/")));
}

/**
 * Makes sure, on any system, that `..` in a `permalink` does not lead out of the output folder.
 * @param folder The output folder's absolute path.
 * @throws Error of one line naming the template and the place.
 */
export function assertInside({ inputPath, outputPath }: Page, folder: string): void {
  if (outputPath === false) return;
  const path = pathIn(folder, outputPath);
  const leadsUp = percentDecoded(path).split(/[\\/]/).includes("..");
  if (isWithin(folder, resolve(outputPath)) && !leadsUp) return;
  throw new Error(
    `${inputPath.replace(/^\.\//, "")} would be written to \`${path}\`, outside of the site: ` +
      "expected a `permalink` such as `/page/`, without `..`.",
  );
}

/** The root-relative path of a file in the output folder. */
export function pathIn(folder: string, file: string): string {
  return `/${relative(folder, file).replaceAll(sep, "/")}`;
}

/**
 * The date of a template, never a time from its file or git: those may differ between copies.
 * @param written The `date` in its front matter.
 * @param file Its path.
 * @param since The site's first day, which is the date of a template without its own.
 * @returns undefined if only the file's path has a date, which Eleventy reads itself
 */
export function templateDate(written: unknown, file: string, since: string): unknown {
  if (written === undefined && /\d{4}-\d{2}-\d{2}/.test(file)) return undefined;
  const isByFile = typeof written === "string" && /^(git )?(created|last modified)$/i.test(written);
  return written === undefined || isByFile ? new Date(dateTime(since) as string) : written;
}
