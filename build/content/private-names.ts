import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTable } from "../lib/yaml.ts";
import { isMarkdown } from "./address.ts";

// Which names keep files out of the site, and which folders belong to another program.

/** The names, as private-names.yaml explains them. */
interface Names {
  folders: string[];
  files: string[];
  code_and_data: string;
  code_endings: string[];
  project_files: string[];
  project_settings: { names: string[]; pages: string; only_with_pages?: true }[];
}
export const privateNames = readTable<Names>(import.meta.dirname, "private-names.yaml");

const privateFiles = privateNames.files.map(
  (pattern) => new RegExp(pattern.replace("CODE", privateNames.code_and_data), "i"),
);
const projectFiles = privateNames.project_files.map((pattern) => new RegExp(pattern));

/**
 * Whether a file or folder is private by its name. Hidden ones are (`.git`, `.env`), except
 * `.well-known` at the top, whose files are meant for everybody (RFC 8615); names that begin with
 * `_` are private as well, except the folder `_posts` and the page `_index.md`. A Markdown file of
 * any other name is public.
 * @param path Relative to the content folder.
 */
export function isPrivate(path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(".")) return !(path === ".well-known" && isFolder);
  if (name.startsWith("_"))
    return isFolder ? name !== "_posts" : !/^_index\.(md|markdown)$/i.test(name);
  if (isFolder) return privateNames.folders.includes(name);
  if (projectFiles.some((pattern) => pattern.test(path))) return true;
  return !isMarkdown(name) && privateFiles.some((pattern) => pattern.test(name));
}

/**
 * @throws Error of one line, naming the folder of pages, if a folder is the root of another
 * program's project
 */
export function refuseProjectRoot(folder: string): void {
  for (const { names: settings, pages, only_with_pages } of privateNames.project_settings) {
    const found = settings
      .flatMap((name) => privateNames.code_endings.map((ending) => name.replace("*", ending)))
      .find((name) => existsSync(join(folder, name)));
    const hasPages = existsSync(join(folder, pages));
    if (found === undefined || (only_with_pages && !hasPages)) continue;
    const where = hasPages ? ` Its pages are in ${pages}: name it with --input=DIR.` : "";
    throw new Error(
      `${folder} is the root of another program's project (it has ${found}), so nothing is built.${where} ` +
        "The page about moving here, site/guide/moving.md, says what to do.",
    );
  }
}
