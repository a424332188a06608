import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watchFiles } from "./watch.ts";

interface SuperviseOptions {
  /**
   * Path of the module to run. It sends its parent process one message when it serves. A message from the parent says
   * that a new process is about to take its place: it changes no files any more, and confirms that with a message.
   */
  module: string;
  argv: readonly string[];
  /** Folders, watched with all below them, and single files. */
  watched: readonly string[];
  /** Whether a changed file is code of the module; by default every one is. */
  isCode?(path: string): boolean;
  log: (message: string) => void;
  /** Takes what a process says when it serves, once the one before is gone. */
  serves?(message: unknown): void;
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
 * Runs a module in a process of its own. When watched code changes, a new process takes its place, because Node never
 * reloads a module. The old one goes on serving until the new one serves; they can listen on one port because both are
 * workers of a cluster. If the new one ends before, the old one stays, and the next change is waited for. The first
 * process ends the supervision with its exit status if it ends before it serves. `node --watch` can do none of this,
 * nor leave out files by name (`isCode`).
 */
export async function supervise({
  module,
  argv,
  watched,
  isCode = () => true,
  log,
  serves,
}: SuperviseOptions): Promise<Supervised> {
  const ended = Promise.withResolvers<number>();
  const workers = new Set<Worker>();
  let starting: Worker | undefined;
  let serving: Worker | undefined;
  let hasServed = false;
  let restarting = false;
  let stopping = false;

  const start = () => {
    // As in `npm run build`, modules come from the compile cache, and a larger young generation suits a large site. It
    // is bounded too: under many requests it would grow to several times this, and V8 returns none of it while idle.
    // Each process accepts connections by itself: one that is being handed to a process that ends would be lost.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: module,
      args: [...argv],
      execArgv: [
        "--disable-warning=ExperimentalWarning",
        "--min-semi-space-size=32",
        "--max-semi-space-size=32",
        "--import",
        compileCache,
      ],
    });
    const worker = cluster.fork();
    workers.add(worker);
    starting = worker;
    worker.once("message", async (message) => {
      const old = serving;
      starting = undefined;
      serving = worker;
      hasServed = true;
      if (old) await endedBy(old, () => old.process.kill("SIGTERM"));
      serves?.(message);
    });
    worker.once("exit", (code) => {
      workers.delete(worker);
      if (stopping) {
        if (workers.size === 0) ended.resolve(0);
      } else if (!hasServed && worker === starting) ended.resolve(code || 1);
      else if (worker === starting || worker === serving) {
        const rest = worker === starting && serving ? "The site from before is served." : "Stopped.";
        log(`${rest} Waiting for a change in the code.`);
        if (worker === serving) serving = undefined;
        else starting = undefined;
      }
    });
  };

  const restart = async (path: string) => {
    if (restarting || stopping) return;
    restarting = true;
    log(`Changed: ${relative(process.cwd(), path)}. Starting again.`);
    await delay(settling);
    const outdated = starting;
    starting = undefined;
    if (outdated) await endedBy(outdated, () => outdated.process.kill("SIGTERM"));
    const old = serving;
    if (old) await Promise.race([endedBy(old, () => old.send("replace")), once(old, "message")]);
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
      if (workers.size === 0) ended.resolve(0);
      for (const worker of workers) worker.process.kill("SIGTERM");
    },
  };
}

/** Resolves when a process has ended, after `ask`, to which it may also answer otherwise. */
async function endedBy(worker: Worker, ask: () => void): Promise<void> {
  const gone = once(worker, "exit");
  ask();
  await gone;
}
