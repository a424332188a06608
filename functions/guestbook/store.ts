import { setTimeout as pause } from "node:timers/promises";
import { getStore } from "@netlify/blobs";

/**
 * As much of a blob store as the guestbook needs: these four functions are what another store would
 * have to offer. Nothing may depend on conditional writes: in `@netlify/blobs` 11.1.1 they report
 * success on most failures.
 */
export interface BlobStore {
  /**
   * Keys that begin with a prefix, page after page: all stored before the call, and maybe some
   * written during it.
   */
  list(prefix?: string): AsyncIterable<readonly string[]>;
  /** The blob's text, or null where there is none. */
  get(key: string): Promise<string | null>;
  /** Resolves once the blob is stored. */
  set(key: string, text: string): Promise<void>;
  /** Resolves once the blob is gone, also where there was none. */
  delete(key: string): Promise<void>;
}

/** The store did not answer, refused, or answered what cannot be. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** Site and token for the deployed store from outside. */
export interface Credentials {
  siteID: string;
  token: string;
  apiURL?: string;
}

/** The number of the layout of keys. Stores of each layout have names of their own. */
const baseName = "guestbook-1";

/** The name of a deploy context's store: a preview never touches the entries of production. */
export function storeName(deployContext: string | undefined): string {
  if (deployContext === "production") return baseName;
  const context = (deployContext ?? "dev").toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${baseName}-${context.slice(0, 40)}`;
}

/**
 * Opens a store of Netlify Blobs with strong consistency. Credentials arrive with each invocation,
 * so this belongs inside the handler.
 * @param access Credentials, without which the environment says where the store is; and how long
 * one call may take, in milliseconds.
 * @throws StoreError if the environment does not say where the store is.
 */
export function openStore(
  name: string,
  { credentials, timeout }: { credentials?: Credentials; timeout: number },
): BlobStore {
  const connect = (fetch: typeof globalThis.fetch) => {
    try {
      return getStore({ name, consistency: "strong", fetch, ...credentials });
    } catch (error) {
      return fail(error);
    }
  };
  const store = connect(boundedFetch(timeout));
  const lister = connect(boundedFetch(timeout, listingFault));
  return {
    async *list(prefix) {
      try {
        const pages = lister.list({ paginate: true, ...(prefix === undefined ? {} : { prefix }) });
        for await (const { blobs } of pages) yield blobs.map(({ key }) => key);
      } catch (error) {
        fail(error);
      }
    },
    get: (key) => store.get(key, { type: "text" }).catch(fail) as Promise<string | null>,
    async set(key, text) {
      await store.set(key, text).catch(fail);
    },
    delete: (key) => store.delete(key).catch(fail),
  };
}

function fail(error: unknown): never {
  throw new StoreError(`The store failed: ${reason(error)}`, { cause: error });
}

/** An error's message in one printable line. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[^\x20-\x7e]+/g, " ").slice(0, 300);
}

/**
 * What is wrong with a page of a listing; null where nothing is. The client takes one without
 * `blobs` for an empty one and leaves out blobs without keys. It takes 404 for a store that nobody
 * has written to yet, which only the first page can be.
 */
function listingFault(url: URL, status: number, body: string): string | null {
  const cursor = url.searchParams.get("cursor");
  if (status === 404) return cursor === null ? null : "a listing that ends in the middle";
  if (status >= 300) return null; // the client throws
  const { blobs, next_cursor } = JSON.parse(body) as { blobs?: unknown; next_cursor?: unknown };
  if (cursor !== null && next_cursor === cursor) return "a listing that begins again";
  const isListing =
    Array.isArray(blobs) && blobs.every((blob: { key?: unknown }) => typeof blob.key === "string");
  return isListing ? null : "a listing without the keys of blobs";
}

const tries = 3;

/**
 * A `fetch` for the Blobs client, whose own retries (five, five seconds apart) would hold up a
 * request for 25 seconds. It reads the whole body, tries again soon after a failure that may pass,
 * and turns the last one into a 400, because the client neither retries that nor takes it for an
 * empty answer, as it would a 404.
 * @param timeout Milliseconds for all tries together.
 * @param faultOf What makes any other answer a failure, too.
 */
function boundedFetch(timeout: number, faultOf: typeof listingFault = () => null): typeof fetch {
  return async function fetchBriefly(input, init) {
    const deadline = AbortSignal.timeout(timeout);
    let failure = "no answer";
    for (let attempt = 1; attempt <= tries && !deadline.aborted; attempt++) {
      try {
        const response = await fetch(input, { ...init, signal: deadline });
        const { status, headers } = response;
        // A connection that is lost in the middle of the body is a failed try, too.
        const body = await response.arrayBuffer();
        const fault =
          status === 429 || status >= 500
            ? `status ${status}`
            : faultOf(new URL(String(input)), status, Buffer.from(body).toString());
        if (fault === null) return new Response(status === 204 ? null : body, { status, headers });
        failure = fault;
      } catch (error) {
        failure = deadline.aborted ? `no answer within ${timeout} ms` : reason(error);
      }
      if (attempt < tries && !deadline.aborted) await pause(100);
    }
    return new Response(failure, { status: 400, headers: { "x-nf-error": failure } });
  };
}
