import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { UserConfig } from "@11ty/eleventy";
import { templateFormats } from "../content/directory-data.ts";
import type { SiteOptions } from "./load-site.ts";
import { project } from "./project.ts";

const endings = templateFormats.map((format) => format.replace(".", "\\.")).join("|");
const template = new RegExp(`(?:^|/)[^./][^/]*\\.(?:${endings})$`); // not hidden files

/**
 * Whether a file is one that Eleventy runs or reads itself: a template, a layout or data; or the
 * folder of them all.
 * @param path Relative to the content folder.
 */
export function isForEleventy(path: string): boolean {
  return (
    path === "" ||
    template.test(path) ||
    /^_(?:data|includes)\//.test(path) ||
    /\.11tydata\.\w+$/.test(path)
  );
}

/**
 * The content folder of a run. Without `--input`, Eleventy names the current folder, and the `site`
 * folder in it is meant.
 */
export function inputOf({ directories }: UserConfig): string {
  return resolve(directories.input) === process.cwd() ? "site" : directories.input;
}

/** Whether a folder is the project's own `site`, the only one whose templates and data are run. */
export function isOwnSite(folder: string): boolean {
  const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
  return real(resolve(folder)) === real(resolve(project, "site"));
}

/**
 * What Eleventy does not look into, as it expects it: patterns relative to the project. Hidden
 * files and folders are private, and folders whose names begin with `_`; Eleventy finds layouts and
 * data by itself. In a folder other than `site` that is everything, because no file in it is a
 * template.
 */
export function ignoredBelow(folder: string): string[] {
  const path = relative(project, resolve(folder)).replaceAll("\\", "/");
  const inOwn = ["_!(includes|data|posts)/**", "node_modules/**", ".*", ".*/**"].map(
    (name) => `${path}/**/${name}`,
  );
  return isOwnSite(folder) ? inOwn : [`${path}/**`];
}

/** The author's own layouts: files directly in `_includes`, by their names. */
export function ownLayouts(folder: string): string[] {
  const includes = join(folder, "_includes");
  if (!isOwnSite(folder) || !existsSync(includes)) return [];
  return readdirSync(includes)
    .filter((name) => template.test(name))
    .sort();
}

/**
 * The folder of the data that Eleventy loads, and runs where it is code, relative to the content
 * folder: `_data` in the project's own `site`. For any other folder it is one inside the project
 * that does not exist, so nobody else can put anything there.
 */
export function dataFolderOf(folder: string): string {
  return isOwnSite(folder)
    ? "_data"
    : relative(resolve(folder), resolve(project, "build/pipeline/no-data"));
}

/** Absolute path of the configuration. */
export const configurationFile = resolve(project, ".eleventy.ts");

/**
 * Adds the author's templates and layouts to the options, if the content folder is the project's
 * own `site`.
 */
export function withTemplates(options: SiteOptions): SiteOptions {
  if (!isOwnSite(options.input)) return options;
  return {
    ...options,
    eleventy: {
      isTemplate: isForEleventy,
      configuration: configurationFile,
      layouts: ownLayouts(options.input),
    },
  };
}
