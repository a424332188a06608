import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watchFiles } from "./watch.ts";

export interface SuperviseOptions {
  /** The module to run. It sends one message when it is up. */
  module: string;
  argv: readonly string[];
  /** Folders, watched with all below them, and single files. */
  watched: readonly string[];
  /** Whether a changed file is code of the module; by default every one is. */
  isCode?(path: string): boolean;
  log: (message: string) => void;
}

export interface Supervised {
  /** The exit status, once everything has ended. */
  ended: Promise<number>;
  stop(): void;
}

/** Milliseconds in which further saved files count as the same change. */
const settling = 60;

/**
 * Runs a module in a process of its own and starts it anew when the watched code changes, because a module that was imported once stays as it was.
 * If it ends before it was ever up, so does this, with its status; later it waits for the next change.
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
    // A larger young generation from the start: on a large site that is a twelfth of the time.
    child = fork(module, [...argv], {
      execArgv: ["--disable-warning=ExperimentalWarning", "--min-semi-space-size=16"],
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
  const code = await watchFiles(watched, (path) => void (isCode(path) && restart(path)));
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
