import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "@netlify/functions";
import { type BlobsEnvironment, startBlobs } from "../../build/server/blobs.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import guestbook from "../../functions/guestbook/guestbook.ts";
import type { BlobStore } from "../../functions/guestbook/store.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A guestbook on a real Blobs server, in a page of the simplest kind. */
export interface TestGuestbook {
  directory: string;
  environment: BlobsEnvironment;
  store: BlobStore;
  ask(path: string, init?: RequestInit): Promise<Response>;
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  sendForm(fields: Record<string, string>): Promise<Response>;
  list(query?: string): Promise<{ count: number; notice: string; next?: string; entries: Entry[] }>;
  /** Until all that was begun after the answers is done. */
  settled(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const origin = "https://house.example";

export async function openGuestbook(): Promise<TestGuestbook> {
  const directory = temporaryFolder();
  await mkdir(join(directory, "site/guestbook"), { recursive: true });
  await writeFile(
    join(directory, "site/guestbook/index.html"),
    '<!DOCTYPE html><html lang="en"><head><title>Guestbook</title></head><body><main><!--guestbook--></main></body></html>',
  );
  process.env["OPEN_HOUSE_OUTPUT"] = join(directory, "site");
  const blobs = await startBlobs(join(directory, "blobs"));
  const work: Promise<unknown>[] = [];
  const ask = (path: string, init?: RequestInit) =>
    guestbook(new Request(origin + path, init), contextFor("dev", work));
  const close = async () => {
    await blobs.stop();
    delete process.env["OPEN_HOUSE_OUTPUT"];
  };
  return {
    directory,
    environment: blobs.environment,
    store: openStore("guestbook-1-dev", { timeout: 5000 }),
    ask,
    post: (body, headers = {}) =>
      ask("/api/guestbook", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    sendForm: (fields) => ask("/guestbook/", { method: "POST", body: new URLSearchParams(fields) }),
    list: async (query = "") =>
      (await (await ask(`/api/guestbook${query}`)).json()) as Awaited<ReturnType<TestGuestbook["list"]>>,
    async settled() {
      while (work.length > 0) await work.pop();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** As much of the host's context as the guestbook looks at. */
export function contextFor(deployContext: string, work: Promise<unknown>[] = []): Context {
  return {
    deploy: { context: deployContext },
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  } as unknown as Context;
}
