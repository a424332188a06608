import { randomUUID } from "node:crypto";
import type { Context } from "@netlify/functions";

/** Tracks the work that the function does after its answers, so that a server can wait for it before it stops. */
export interface Background {
  waitUntil(promise: Promise<unknown>): void;
  settled(): Promise<void>;
}

/** @param log Called with a line for each piece of work that fails. */
export function createBackground(log: (message: string) => void): Background {
  const running = new Set<Promise<unknown>>();
  return {
    waitUntil(promise) {
      const watched: Promise<unknown> = promise
        .catch((error: unknown) => log(`After an answer: ${String(error)}`))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The context that the host gives a function. The client's IP address is empty: nothing here may depend on it. */
export function localContext(url: URL, background: Background): Context {
  const unavailable = () => {
    throw new Error("This part of the function's context does not exist locally.");
  };
  return {
    account: { id: "local" },
    cookies: { get: unavailable, set: unavailable, delete: unavailable },
    deploy: { context: "dev", id: "local", published: false },
    geo: {},
    ip: "",
    json: (input: unknown) => Response.json(input),
    log: (...parts: unknown[]) => console.log(...parts),
    next: unavailable,
    params: {},
    rewrite: unavailable,
    requestId: randomUUID(),
    server: { region: "local" },
    site: { id: "open-house", name: "open-house", url: url.origin },
    url,
    waitUntil: background.waitUntil,
  };
}
