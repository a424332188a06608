import { once } from "node:events";
import { relative, sep } from "node:path";
import { watch as chokidar } from "chokidar";

export interface Watching {
  stop(): Promise<void>;
}

/** Never content and never code. */
const unwatched = new Set(["node_modules", "_site"]);

/**
 * Tells of each file below these folders (or of these single files) that was added, changed or removed, once it has stopped growing.
 * Node's own recursive watching loses sight of a file that an editor replaced, and Eleventy's ignores removals.
 * Resolves when changes are seen.
 * @param changed Given the file's absolute path.
 */
export async function watchFiles(paths: readonly string[], changed: (path: string) => void): Promise<Watching> {
  const ignored = (path: string) => paths.every((root) => isUnwatched(relative(root, path)));
  const watcher = chokidar([...paths], {
    ignoreInitial: true,
    ignored,
    awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
  });
  for (const event of ["add", "change", "unlink"] as const) watcher.on(event, changed);
  await once(watcher, "ready");
  return { stop: () => watcher.close() };
}

/** @param path Relative to a watched folder. Hidden files are no content, and editors keep their unfinished work in `name~` and the like. */
function isUnwatched(path: string): boolean {
  const segments = path.split(sep);
  if (segments[0] === "..") return true;
  return (
    path !== "" &&
    segments.some((segment) => segment.startsWith(".") || segment.endsWith("~") || unwatched.has(segment))
  );
}
