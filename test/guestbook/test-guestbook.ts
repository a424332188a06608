import { join } from "node:path";
import { setEnvironmentContext } from "@netlify/blobs";
import type { Context } from "@netlify/functions";
import type { Words } from "../../build/lib/phrases.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { listen, type WebHandler } from "../../build/server/node-http.ts";
import { english } from "../../build/words/words.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import guestbook from "../../functions/guestbook/guestbook.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { folderOf } from "../build/folder.ts";

/** A page of the simplest kind, with the words of a language. */
export const shellOf = (words: Words) =>
  `<!DOCTYPE html><html lang="${words.language}"><head><title>Guestbook</title></head><body><main><!--guestbook ${JSON.stringify(words)}--></main></body></html>`;

export const origin = "https://house.example";

export type TestGuestbook = Awaited<ReturnType<typeof openGuestbook>>;

/**
 * A guestbook on a real Blobs server, in a page of the simplest kind. What it is asked, it is asked
 * in a deploy context.
 */
export async function openGuestbook() {
  const directory = folderOf({ "site/guestbook/index.html": shellOf(english) });
  process.env["OPEN_HOUSE_OUTPUT"] = join(directory, "site");
  const blobs = await startBlobs(join(directory, "blobs"));
  // Its first answer loads a package, which on a busy machine takes longer than the guestbook
  // waits.
  await openStore("none", { timeout: 60_000 }).get("none");
  const underWay: Promise<unknown>[] = [];
  const later = (work: Promise<unknown>) => void underWay.push(work);
  const ask = (path: string, init?: RequestInit, deployContext = "dev") =>
    guestbook(new Request(origin + path, init), contextFor(deployContext, later));
  const close = async () => {
    await blobs.stop();
    delete process.env["OPEN_HOUSE_OUTPUT"];
  };
  return {
    directory,
    environment: blobs.environment,
    /** Hands a request for the store on to it. */
    askStore: (async ({ url, method, headers, body }) => {
      const { pathname, search } = new URL(url);
      const init = { method, headers, body, ...(body && { duplex: "half" }) };
      return fetch(blobs.environment.edgeURL + pathname + search, init as RequestInit);
    }) satisfies WebHandler,
    /** Puts another server, or none, in the place of the store's while something runs. */
    withStore: async (answer: WebHandler | null, run: () => Promise<void>) => {
      const server = answer && (await listen(answer));
      const edgeURL = server?.origin.replace("localhost", "127.0.0.1") ?? "";
      setEnvironmentContext(
        server === null ? {} : { ...blobs.environment, edgeURL, uncachedEdgeURL: edgeURL },
      );
      try {
        await run();
      } finally {
        setEnvironmentContext({ ...blobs.environment });
        await server?.stop();
      }
    },
    store: openStore("guestbook-1-dev", { timeout: 5000 }),
    ask,
    post: (body: object | string, headers: Record<string, string> = {}, deployContext = "dev") => {
      const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return ask("/api/guestbook", { ...init, body: text }, deployContext);
    },
    sendForm: (fields: Record<string, string>) =>
      ask("/guestbook/", { method: "POST", body: new URLSearchParams(fields) }),
    list: async (query = "", deployContext = "dev") => {
      const response = await ask(`/api/guestbook${query}`, {}, deployContext);
      return (await response.json()) as {
        count: number;
        notice: string;
        next?: string;
        entries: Entry[];
      };
    },
    /** Waits for what goes on after the answers so far. */
    afterAnswers: () => Promise.all(underWay.splice(0)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** As much of the host's context as the guestbook looks at. */
export function contextFor(
  context: string,
  waitUntil: (work: Promise<unknown>) => void = () => {},
): Context {
  return { deploy: { context }, waitUntil } as unknown as Context;
}
