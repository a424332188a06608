import { setTimeout as pause } from "node:timers/promises";
import { getStore } from "@netlify/blobs";

/**
 * The four functions of a blob store that the guestbook needs, from any store. No code may depend
 * on conditional writes: in `@netlify/blobs` 11.1.1 they report success on most failures.
 */
export interface BlobStore {
  /**
   * Keys that begin with a prefix, page after page: all stored before the call, and maybe some
   * written during it.
   */
  list(prefix?: string): AsyncIterable<readonly string[]>;
  /** The blob's text, or null if there is no blob. */
  get(key: string): Promise<string | null>;
  /** Resolves once the blob is stored. */
  set(key: string, text: string): Promise<void>;
  /** Resolves once the blob is gone, also if there was none. */
  delete(key: string): Promise<void>;
}

/** The store did not answer, refused, or gave an impossible answer. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** Site and token, for using the deployed store from outside. */
export interface Credentials {
  siteID: string;
  token: string;
  apiURL?: string;
}

/** The number of the layout of keys, which is part of a store's name. */
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
 * @param access Credentials, by default from the environment; and how long one call may take, in
 * milliseconds.
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
 * The fault of a page of a listing, or null. The client takes a page without `blobs` for an empty
 * one and leaves out blobs without keys. It takes 404 for a store that nobody has written to yet,
 * which is possible only for the first page.
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
 * and turns the last one into a 400, because the client neither retries a 400 nor takes it for an
 * empty answer, as it does a 404.
 * @param timeout Milliseconds for all attempts together.
 * @param faultOf The fault that makes any other answer a failure too.
 */
function boundedFetch(timeout: number, faultOf: typeof listingFault = () => null): typeof fetch {
  return async function fetchBriefly(input, init) {
    const deadline = AbortSignal.timeout(timeout);
    let failure = "no answer";
    for (let attempt = 1; attempt <= tries && !deadline.aborted; attempt++) {
      try {
        const response = await fetch(input, { ...init, signal: deadline });
        const { status, headers } = response;
        // A connection lost in the middle of the body is a failed attempt too.
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
