import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A file of the content folder; `path` is relative to it, with forward slashes. */
export interface ContentFile {
  path: string;
  absolute: string;
}

const ignored = new Set(["node_modules", "_site"]);

/** Name of the file that marks an output folder of a build; such a folder inside the content is not content. */
export const outputMark = ".open-house";

/** @throws Error of one line if there is no such content folder. */
export function assertFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no content folder ${folder}. Name one with --input=DIR.`);
  if (!found.isDirectory()) throw new Error(`${folder} is a file; the content must be a folder.`);
}

/**
 * All files below a folder, sorted by path, without hidden ones, `node_modules`, `_site` and the output of builds.
 * @throws Error of one line if the folder is missing, or a file name is not UTF-8.
 */
export function listFiles(folder: string): ContentFile[] {
  assertFolder(folder);
  const files: ContentFile[] = [];
  const visit = (directory: string, prefix: string): void => {
    const entries = readdirSync(directory, { withFileTypes: true });
    if (prefix !== "" && entries.some(({ name }) => name === outputMark)) return;
    for (const entry of entries) {
      if (entry.name.startsWith(".") || ignored.has(entry.name)) continue;
      const absolute = join(directory, entry.name);
      const path = prefix + entry.name;
      if (entry.isDirectory()) visit(absolute, `${path}/`);
      else if (entry.name.includes("\uFFFD") && !existsSync(absolute))
        throw new Error(`${path} has a name that is not UTF-8, so it cannot be opened. Rename it.`);
      else if (entry.isFile() || statSync(absolute, { throwIfNoEntry: false })?.isFile())
        files.push({ path, absolute });
    }
  };
  visit(folder, "");
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function isMarkdown(path: string): boolean {
  return /\.(mdx?|markdown)$/i.test(path);
}
