import { Worker } from "node:worker_threads";
import type { Order } from "./worker.ts";

/** A thread that does what it is asked, in order. */
export interface Helper {
  tell(order: Order): void;
  /** @throws whatever stopped the thread. */
  ask<Answer>(order: Order): Promise<Answer>;
  dismiss(): Promise<void>;
}

export function startHelper(): Helper {
  const worker = new Worker(new URL("worker.ts", import.meta.url));
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let failure: Error | undefined;
  worker.on("message", (answer: unknown) => waiting.shift()?.resolve(answer));
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on("error", fail);
  worker.on("messageerror", fail);
  worker.on("exit", (code) => fail(new Error(`A thread of the build ended by itself, with ${code}.`)));
  return {
    tell: (order) => worker.postMessage(order),
    ask<Answer>(order: Order) {
      const asked = Promise.withResolvers<unknown>();
      if (failure) asked.reject(failure);
      else waiting.push(asked);
      worker.postMessage(order);
      return asked.promise as Promise<Answer>;
    },
    async dismiss() {
      await worker.terminate();
    },
  };
}
