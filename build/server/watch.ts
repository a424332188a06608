import { lstatSync, type Stats } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { watch as chokidar } from "chokidar";
import { explain } from "../lib/system-errors.ts";

/**
 * Watches files and folders with all below them. Resolves when watching has begun, to a function
 * that ends it. Node's own recursive watching loses files that an editor replaced, and Eleventy's
 * ignores removals. Links to folders are not followed, as in a build. A path that cannot be watched
 * is reported, and the rest is watched.
 * @param paths Absolute paths. A path that is removed and comes back is watched as before.
 * @param changed Called with the absolute path of a file added, changed or removed, once complete.
 * @param log Called with a message about a path that cannot be watched.
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (path: string) => void,
  log: (message: string) => void,
): Promise<() => Promise<void>> {
  // chokidar stops watching a path that is removed, so it watches the folder around each.
  const around = [...new Set(paths.map((path) => dirname(path)))];
  const ignored = (path: string, stats?: Stats) =>
    !around.includes(path) &&
    (paths.every((root) => isUnwatched(relative(root, path))) ||
      (!paths.includes(path) && stats?.isDirectory() === true && lstatSync(path).isSymbolicLink()));
  const awaitWriteFinish = { stabilityThreshold: 40, pollInterval: 10 };
  const watcher = chokidar(around, { ignoreInitial: true, ignored, awaitWriteFinish });
  for (const event of ["add", "change", "unlink"] as const) watcher.on(event, changed);
  const ready = Promise.withResolvers<void>();
  const failed = (error: unknown) => {
    if (watcher.closed) return;
    log(`Not everything can be watched: ${explain(error)}`);
    // After an error chokidar may never be ready, but it goes on watching what it can.
    ready.resolve();
  };
  watcher.on("error", failed).on("ready", ready.resolve);
  await ready.promise;
  return () => {
    const closed = watcher.close();
    watcher.on("error", failed); // closing removes the listener above, while a scan may still fail
    return closed;
  };
}

/**
 * Whether changes to a file are ignored: hidden files, folders that hold neither content nor code,
 * and the `name~` files in which editors keep unfinished work.
 * @param path Relative to a watched folder.
 */
function isUnwatched(path: string): boolean {
  const segments = path === "" ? [] : path.split(sep);
  if (segments[0] === ".well-known") segments.shift();
  if (segments[0] === "..") return true;
  return segments.some((name) => /^\.|~$|^(node_modules|_site)$/.test(name));
}
