import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * Makes sure that neither of two folders holds the other: what a build does not name is removed from its output, and authors' files must never be.
 * @throws Error of one line if they are the same, or one is in the other, by whatever links they are named.
 */
export function assertApart(input: string, output: string): void {
  const [from, to] = [real(resolve(input)), real(resolve(output))];
  if (!holds(from, to) && !holds(to, from)) return;
  const how =
    from === to
      ? "is the content folder itself"
      : holds(from, to)
        ? `is inside the content folder ${input}`
        : `contains the content folder ${input}`;
  throw new Error(`--output=${output} ${how}, so nothing was written. Name a folder beside it.`);
}

function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path with all links followed, as far as it exists. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
}
