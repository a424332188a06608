import { existsSync, lstatSync, type Stats } from "node:fs";
import { relative, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watch as chokidar } from "chokidar";
import { explain } from "../content/diagnostics.ts";

interface Watching {
  stop(): Promise<void>;
}

/** Milliseconds that the watcher is given to read a folder, and to go on after an error. */
const settling = 60;

/** Milliseconds between two checks whether a watched folder that was removed is back. */
const absence = 100;

/** Folders that hold neither content nor code. */
const unwatched = new Set(["node_modules", "_site"]);

/**
 * Watches files and folders with all below them. Resolves when watching has begun.
 * Node's own recursive watching loses a file that an editor replaced, and Eleventy's ignores removals.
 * Links to folders are not followed, as in a build. What cannot be watched is reported, and the rest is watched.
 * @param changed Called with the absolute path of each file that was added, changed or removed, once it stops growing,
 * and with a watched path that was removed and has come back.
 * @param log Called with a message for what cannot be watched.
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (path: string) => void,
  log: (message: string) => void,
): Promise<Watching> {
  const ignored = (path: string, stats?: Stats) =>
    paths.every((root) => isUnwatched(relative(root, path))) ||
    (!paths.includes(path) && stats?.isDirectory() === true && isLink(path));
  const watcher = chokidar([...paths], {
    ignoreInitial: true,
    ignored,
    awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
  });
  for (const event of ["add", "change", "unlink"] as const) watcher.on(event, changed);
  const stopped = new AbortController();
  const whenBack = async (path: string): Promise<void> => {
    while (!existsSync(path)) await delay(absence, undefined, { signal: stopped.signal });
    watcher.add(path);
    await delay(settling); // by then the watcher has read the folder, and reports every later change
    changed(path);
  };
  // chokidar forgets what it was told to watch when that is removed.
  for (const event of ["unlink", "unlinkDir"] as const)
    watcher.on(event, (path) => void (paths.includes(path) && whenBack(path).catch(() => undefined)));
  const failures = new Set<string>();
  const ready = Promise.withResolvers<void>();
  watcher.on("error", (error) => {
    const failure = explain(error instanceof Error ? error : new Error(String(error)));
    if (!failures.has(failure)) log(`Not everything can be watched: ${failure}`);
    failures.add(failure);
    // After an error chokidar may never be ready. It goes on watching what it can.
    void delay(settling).then(ready.resolve);
  });
  watcher.on("ready", ready.resolve);
  await ready.promise;
  return {
    stop() {
      stopped.abort();
      const closed = watcher.close();
      watcher.on("error", () => undefined); // closing removes the listener above, while a scan may still fail
      return closed;
    },
  };
}

/**
 * Whether changes of a file are ignored: hidden files, and the `name~` files in which editors keep unfinished work.
 * @param path Relative to a watched folder.
 */
function isUnwatched(path: string): boolean {
  const segments = path.split(sep);
  if (segments[0] === "..") return true;
  return (
    path !== "" &&
    segments.some(
      (segment, depth) =>
        (segment.startsWith(".") && !(depth === 0 && segment === ".well-known")) ||
        segment.endsWith("~") ||
        unwatched.has(segment),
    )
  );
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
