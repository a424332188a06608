import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, type Stats } from "node:fs";
import { relative, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watch as chokidar } from "chokidar";
import { explain } from "../content/diagnostics.ts";

interface Watching {
  stop(): Promise<void>;
}

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
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (path: string) => void,
  log: (message: string) => void = console.error,
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

interface SuperviseOptions {
  /** Path of the module to run. It sends its parent process one message when it serves. */
  module: string;
  argv: readonly string[];
  /** Folders, watched with all below them, and single files. */
  watched: readonly string[];
  /** Whether a changed file is code of the module; by default every one is. */
  isCode?(path: string): boolean;
  log: (message: string) => void;
}

interface Supervised {
  /** Resolves with the exit status when the process has ended for good. */
  ended: Promise<number>;
  stop(): void;
}

/** Milliseconds to wait before a restart, so that files saved together cause one. */
const settling = 60;

/** The module that turns on the compile cache: a forked process does not share that of this one. */
const compileCache = new URL("../cli/compile-cache.js", import.meta.url).href;

/**
 * Runs a module in a process of its own and restarts it when watched code changes, because Node never reloads a module.
 * A process that ends before it has sent its message ends the supervision with its exit status; one that ends later is
 * restarted at the next change. `node --watch` can do neither this nor leave out files by name (`isCode`).
 */
export async function supervise({
  module,
  argv,
  watched,
  isCode = () => true,
  log,
}: SuperviseOptions): Promise<Supervised> {
  const ended = Promise.withResolvers<number>();
  let child: ChildProcess | null = null;
  let wasUp = false;
  let restarting = false;
  let stopping = false;

  const start = () => {
    // As in `npm run build`, modules come from the compile cache, and a larger young generation suits a large site. It
    // is bounded too: under many requests it would grow to several times this, and V8 returns none of it while idle.
    child = fork(module, [...argv], {
      execArgv: [
        "--disable-warning=ExperimentalWarning",
        "--min-semi-space-size=32",
        "--max-semi-space-size=32",
        "--import",
        compileCache,
      ],
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    child.once("message", () => (wasUp = true));
    child.once("exit", (code) => {
      child = null;
      if (stopping || (!wasUp && !restarting)) ended.resolve(stopping ? 0 : (code ?? 1));
      else if (!restarting) log("Stopped. Waiting for a change in the code.");
    });
  };

  const restart = async (path: string) => {
    if (restarting || stopping) return;
    restarting = true;
    log(`Changed: ${relative(process.cwd(), path)}. Starting again.`);
    await delay(settling);
    if (child !== null) {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    }
    restarting = false;
    if (!stopping) start();
  };

  start();
  const code = await watchFiles(watched, (path) => void (isCode(path) && restart(path)), log);
  void ended.promise.then(code.stop);
  return {
    ended: ended.promise,
    stop() {
      stopping = true;
      if (child === null) ended.resolve(0);
      else child.kill("SIGTERM");
    },
  };
}
