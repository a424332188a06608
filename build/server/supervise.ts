import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watchFiles } from "./watch.ts";

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
