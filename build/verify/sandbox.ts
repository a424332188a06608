import { Worker } from "node:worker_threads";
import type { Forms } from "./parity.ts";

/** Work whose cost depends on what a site sends: a pattern may take exponential time, a schema or text may be huge. */
export type Job = { kind: "validate"; schema: string; document: string } | { kind: "parity"; forms: Forms };

export interface Sandbox {
  /**
   * Runs a job in a worker thread, one at a time. One that takes too long or too much memory is ended and reported.
   * @returns What is wrong, a sentence each; empty if nothing is.
   */
  examine(job: Job): Promise<string[]>;
  close(): Promise<void>;
}

/** @param timeout Milliseconds for one job. */
export function createSandbox(timeout = 10_000): Sandbox {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  return {
    examine(job) {
      const result = last.then(() => work(job));
      last = result;
      return result;
    },
    async close() {
      await last;
      await worker?.terminate();
      worker = null;
    },
  };

  function work(job: Job): Promise<string[]> {
    const current = (worker ??= start());
    return new Promise((resolve) => {
      const end = (result: string[], broken: boolean): void => {
        clearTimeout(timer);
        current.off("message", done).off("error", failed);
        if (broken) {
          worker = null;
          void current.terminate();
        }
        resolve(result);
      };
      const done = (result: string[]) => end(result, false);
      const failed = (error: unknown) => end([whyItFailed(error)], true);
      const timer = setTimeout(
        () => end([`takes longer than ${timeout / 1000} s to examine, and was given up`], true),
        timeout,
      );
      current.on("message", done).on("error", failed);
      current.postMessage(job);
    });
  }
}

function start(): Worker {
  const worker = new Worker(new URL("sandbox-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1500 },
  });
  // A thread that is being terminated may still emit an error.
  worker.on("error", () => {});
  return worker;
}

function whyItFailed(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? "takes too much memory to examine, and was given up"
    : `cannot be examined: ${message}`;
}
