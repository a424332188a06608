import { getStore } from "@netlify/blobs";
import { boundedFetch } from "./bounded-fetch.ts";
import { StoreError } from "./errors.ts";
import type { BlobStore } from "./blob-store.ts";

export interface StoreAccess {
  /** Site and token for the deployed store from outside; without them the environment says where the store is. */
  credentials?: { siteID: string; token: string; apiURL?: string };
  /** How long one call may take, in milliseconds. */
  patience: number;
}

/** The name of the store of a deploy context, so that a preview never touches the entries of production. */
export function storeName(deployContext: string | undefined): string {
  if (deployContext === "production") return "guestbook";
  return `guestbook-${(deployContext ?? "dev")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)}`;
}

/**
 * Opens a store of Netlify Blobs with strong consistency. Credentials arrive with each invocation, so this belongs inside the handler.
 * @throws StoreError if the environment does not say where the store is.
 */
export function openStore(name: string, { credentials, patience }: StoreAccess): BlobStore {
  const store = guard(() => getStore({ name, consistency: "strong", fetch: boundedFetch(patience), ...credentials }));
  return {
    async *list() {
      const pages = store.list({ paginate: true })[Symbol.asyncIterator]();
      for (;;) {
        const page = await guardAsync(() => pages.next());
        if (page.done === true) return;
        yield page.value.blobs.map((blob: { key: string }) => blob.key);
      }
    },
    get: (key) => guardAsync(() => store.get(key, { type: "text" }) as Promise<string | null>),
    set: (key, text) => guardAsync(async () => void (await store.set(key, text))),
    delete: (key) => guardAsync(() => store.delete(key)),
  };
}

function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new StoreError(`The store cannot be reached: ${reason(error)}`, { cause: error });
  }
}

async function guardAsync<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new StoreError(`The store failed: ${reason(error)}`, { cause: error });
  }
}

/** An error's message in one printable line. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[^\x20-\x7e]+/g, " ").slice(0, 300);
}
