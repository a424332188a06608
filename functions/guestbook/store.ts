import { setTimeout as pause } from "node:timers/promises";
import { getStore, type Store } from "@netlify/blobs";

/** As much of a blob store as the guestbook needs. Nothing here may depend on conditional writes. */
export interface BlobStore {
  /**
   * All keys in their order, or those that begin with a prefix, page after page. Not a snapshot: what is written
   * meanwhile may be in or out.
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

/** A listed blob is not there any more: what it held has moved, and another listing will show where. */
export class GoneError extends StoreError {
  override name = "GoneError";
}

interface StoreAccess {
  /** Site and token for the deployed store from outside; without them the environment says where the store is. */
  credentials?: { siteID: string; token: string; apiURL?: string };
  /** How long one call may take, in milliseconds. */
  timeout: number;
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
 * Opens a store of Netlify Blobs with strong consistency. Credentials arrive with each invocation, so this belongs
 * inside the handler.
 * @throws StoreError if the environment does not say where the store is.
 */
export function openStore(name: string, { credentials, timeout }: StoreAccess): BlobStore {
  const store = connect({ name, consistency: "strong", fetch: boundedFetch(timeout), ...credentials });
  return {
    async *list(prefix) {
      try {
        const pages = store.list({ paginate: true, ...(prefix === undefined ? {} : { prefix }) });
        for await (const { blobs } of pages) yield blobs.map(({ key }) => key);
      } catch (error) {
        fail(error);
      }
    },
    get: (key) => store.get(key, { type: "text" }).catch(fail) as Promise<string | null>,
    set: async (key, text) => void (await store.set(key, text).catch(fail)),
    delete: (key) => store.delete(key).catch(fail),
  };
}

function connect(options: Extract<Parameters<typeof getStore>[0], object>): Store {
  try {
    return getStore(options);
  } catch (error) {
    throw new StoreError(`The store cannot be reached: ${reason(error)}`, { cause: error });
  }
}

function fail(error: unknown): never {
  throw new StoreError(`The store failed: ${reason(error)}`, { cause: error });
}

/** An error's message in one printable line. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[^\x20-\x7e]+/g, " ").slice(0, 300);
}

/** Between two tries, in milliseconds. */
const pauseBetween = 100;
const tries = 3;

/**
 * A `fetch` for the Blobs client, whose own retries (five, five seconds apart) would hold up a request for 25
 * seconds. It reads the whole body, tries again soon after a failure that may pass, and turns the last one into a 400,
 * because the client neither retries that nor takes it for an empty answer, as it would a 404.
 * @param timeout Milliseconds for all tries together.
 */
function boundedFetch(timeout: number): typeof fetch {
  return async function fetchBriefly(input, init) {
    const deadline = AbortSignal.timeout(timeout);
    let failure = "no answer";
    for (let attempt = 1; attempt <= tries && !deadline.aborted; attempt++) {
      try {
        const response = await fetch(input, { ...init, signal: deadline });
        if (response.status !== 429 && response.status < 500) return await whole(response);
        failure = `status ${response.status}`;
        await response.body?.cancel();
      } catch (error) {
        failure = deadline.aborted ? `no answer within ${timeout} ms` : reason(error);
      }
      if (attempt < tries && !deadline.aborted) await pause(pauseBetween);
    }
    return new Response(failure, { status: 400, headers: { "x-nf-error": failure } });
  };
}

/**
 * A response whose body has arrived, so that a connection that is lost halfway is a failed try.
 */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  const empty = status === 204 || status === 205 || status === 304;
  const body = await response.arrayBuffer();
  return new Response(empty ? null : body, { status, headers });
}
