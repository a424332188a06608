import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";

// As in `npm run build`, modules come from the compile cache, and V8's young generation is larger,
// for large sites. It is also bounded: under many requests it would grow to several times this, and
// V8 does not return it while idle.
const flags = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=32"];
const compileCache = new URL("../cli/compile-cache.js", import.meta.url).href;

/**
 * Runs a module in its own process, and on request in a new one, because Node never reloads a
 * module. The old process goes on serving until the new one serves; they can listen on one port
 * because both are workers of a cluster. If the new one ends earlier, the old one stays.
 * @param exec Path of the module, which sends its origin when it serves, and `null` to be replaced.
 * @returns `ended`, which resolves with the exit status when all is over, and `stop`.
 */
export function supervise(exec: string, args: string[], log: (message: string) => void) {
  const ended = Promise.withResolvers<number>();
  let starting: Worker | undefined;
  let serving: Worker | undefined;
  // Each process accepts its own connections: one handed to a process that ends would be lost.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec, args, execArgv: [...flags, "--import", compileCache] });

  const start = () => {
    const worker = cluster.fork();
    starting = worker;
    worker.on("message", async (origin: string | null) => {
      if (origin !== null && worker !== starting) return; // it was asked to end before it said this
      const outdated = origin === null ? starting : serving;
      starting = undefined;
      if (origin !== null) serving = worker;
      await end(outdated);
      if (origin !== null) log(`Open at ${origin}/ (Ctrl-C stops it)`);
      else if (starting === undefined) start(); // unless another change has come in the meantime
    });
    worker.once("exit", (status) => {
      if (worker === serving || serving === undefined) ended.resolve(status || 1);
      else if (worker === starting)
        log("The site from before is served. Waiting for a change in the code.");
    });
  };
  start();
  return {
    ended: ended.promise,
    stop: () => ended.resolve(Promise.all([end(starting), end(serving)]).then(() => 0)),
  };
}

/** Asks a process to end, and waits until it has. */
async function end(worker: Worker | undefined): Promise<void> {
  if (worker === undefined || worker.isDead()) return;
  const gone = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await gone;
}
