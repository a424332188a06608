import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or in it. Both are absolute; `/house-notes` is not in `/house`. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The folders that a root-relative path is in, from the outermost, without trailing slashes: `/a/b/c` and `/a/b/` are
 * in `/a` and `/a/b`.
 */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) folders.push(path.slice(0, end));
  return folders;
}
