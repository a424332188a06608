import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { cleanUserAgent, type Entry, parseEntry, type Signature, sentence } from "./entry.ts";
import { Refusal } from "./http.ts";
import {
  type BlobKey,
  entryKey,
  keyedId,
  listKeys,
  type Position,
  positionOf,
  randomId,
  retryWindow,
  type StoredEntry,
  sharedIdLength,
  storedEntries,
  timeOf,
  visibleEntries,
} from "./keys.ts";
import { type BlobStore, StoreError } from "./store.ts";

interface PageRequest {
  /** The newest entry that may be on the page; null begins with the newest of all. */
  from: Position | null;
  /** The most entries. */
  limit: number;
  /** The most bytes of the entries' JSON; one entry is always given. */
  bytes: number;
}

export interface EntryPage {
  /** The number of all entries, on other pages too. */
  count: number;
  /** The positions of all entries, newest first. */
  positions: readonly Position[];
  /** The index among these at which the page begins. */
  start: number;
  /** Newest first. */
  entries: Entry[];
  /** The position at which the next page begins, or null. */
  next: Position | null;
}

/** A listed blob is gone: the owner deleted it meanwhile. */
class GoneError extends StoreError {
  override name = "GoneError";
}

/** The most tries to list a page: it is listed again if a blob was deleted before it was read. */
const attempts = 5;

/** Blobs that one page reads at a time. */
const concurrency = 256;

/**
 * Lists the visible entries, newest first, and calls a function with them; repeats both if a listed
 * blob was deleted in between.
 * @throws StoreError if the store fails, or a blob is not what its key says.
 */
export async function withListing<T>(
  store: BlobStore,
  run: (entries: readonly BlobKey[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const entries = visibleEntries(await listKeys(store));
    try {
      return await run(entries);
    } catch (error) {
      if (!(error instanceof GoneError) || attempt === attempts) throw error;
    }
  }
}

/**
 * Loads the blobs of a page: all of them, or throws an error.
 * @param listed All entries, newest first.
 * @throws StoreError if the store fails, or a blob is not what its key says.
 */
export async function loadPage(
  store: BlobStore,
  listed: readonly BlobKey[],
  { from, limit, bytes }: PageRequest,
  cache = createBlobCache(),
): Promise<EntryPage> {
  forgetOthers(cache, listed);
  const positions = listed.map(positionOf);
  const start = from === null ? 0 : positions.filter((position) => position > from).length;
  const entries = await mapConcurrently(
    listed.slice(start, start + limit),
    (key) => loadEntry(store, key, cache),
    concurrency,
  );
  let size = 0;
  const cut = entries.findIndex((entry, index) => {
    size += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return index > 0 && size > bytes;
  });
  const end = cut === -1 ? entries.length : cut;
  return {
    count: listed.length,
    positions,
    start,
    entries: entries.slice(0, end),
    next: positions[start + end] ?? null,
  };
}

/**
 * A process's cache of the store, by key. A blob never changes, so it is read once; only blobs that
 * are the entry of their key are kept.
 */
export interface BlobCache {
  entries: Map<string, Entry>;
  /** Length of all entries as JSON, in UTF-16 code units. */
  size: number;
  /** Reads under way. */
  reads: Map<string, Promise<Entry>>;
}

/** The most text that a process keeps, in UTF-16 code units: some 60,000 entries. */
const capacity = 32_000_000;

/** An empty cache. */
export function createBlobCache(): BlobCache {
  return { entries: new Map(), size: 0, reads: new Map() };
}

/** Loads an entry. @throws StoreError if the store fails, or has another value than the key says */
export async function loadEntry(
  store: BlobStore,
  key: BlobKey,
  cache = createBlobCache(),
): Promise<Entry> {
  const known = cache.entries.get(key.key);
  if (known !== undefined) return known;
  const read = () => shared(cache.reads, key.key, () => readEntry(store, key));
  // A read that another request began may have failed because the process was suspended.
  const entry = await (cache.reads.has(key.key) ? read().catch(read) : read());
  if (!cache.entries.has(key.key)) {
    cache.entries.set(key.key, entry);
    cache.size += sizeOf(entry);
    for (const oldest of cache.entries.keys()) if (cache.size > capacity) forget(cache, oldest);
  }
  return entry;
}

/** Starts a named task, or joins the running task with that name. */
export function shared<T>(
  underWay: Map<string, Promise<T>>,
  name: string,
  begin: () => Promise<T>,
): Promise<T> {
  const begun = underWay.get(name) ?? begin().finally(() => underWay.delete(name));
  underWay.set(name, begun);
  return begun;
}

async function readEntry(store: BlobStore, key: BlobKey): Promise<Entry> {
  const text = await store.get(key.key);
  if (text === null) throw new GoneError(`${key.key} is gone.`);
  const entry = parseEntry(text);
  if (entry === null || positionOf(entry) !== positionOf(key))
    throw new StoreError(`${key.key} does not hold its entry.`);
  return entry;
}

/** Drops entries that readers no longer see, so that removed texts do not stay in memory. */
function forgetOthers(cache: BlobCache, visible: readonly BlobKey[]): void {
  const keys = new Set(visible.map(({ key }) => key));
  for (const key of cache.entries.keys()) if (!keys.has(key)) forget(cache, key);
}

function forget(cache: BlobCache, key: string): void {
  const entry = cache.entries.get(key);
  if (entry !== undefined) cache.size -= sizeOf(entry);
  cache.entries.delete(key);
}

function sizeOf(entry: Entry): number {
  return JSON.stringify(entry).length;
}

// Signing.

interface SignRequest {
  signature: Signature;
  /** The `User-Agent` header as it came. */
  userAgent: string | null;
  /** The sender's Idempotency-Key; null if there is none. */
  idempotencyKey: string | null;
  /** Milliseconds since 1970; by default the machine's clock. */
  now?: number;
}

/**
 * Stores an entry as one new blob, and resolves when the blob is written.
 *
 * With an Idempotency-Key it first makes a short listing: if the same request stored an entry
 * within a day, that is the answer. It lists again after writing, because requests at the same
 * moment do not see each other: the earliest of their blobs is the entry. If the owner has marked
 * the entry as erased by then, it deletes its own blob, which the owner may have missed. (If the
 * mark comes later, the owner's listing, made after it, has the blob.) If the process ends first,
 * the mark hides the blob until the owner's next command deletes it.
 * @throws StoreError if the store fails; the entry may then be stored or not. Refusal if this
 * retries an entry that the owner removed or erased.
 */
export async function sign(store: BlobStore, request: SignRequest): Promise<Entry> {
  const { signature, userAgent, idempotencyKey, now = Date.now() } = request;
  const isKeyed = idempotencyKey !== null;
  const id = isKeyed ? keyedId(idempotencyKey, signature, now) : randomId();
  const { name, message, url } = signature;
  const ts = new Date(now).toISOString();
  const entry = { id, name, message, url, user_agent: cleanUserAgent(userAgent), ts };
  const key = entryKey(entry, isKeyed);
  const look = async () => {
    const keys = isKeyed ? await listKeys(store, id.slice(0, sharedIdLength)) : [];
    // If the clock was set back, the found entry may be later than now.
    return storedEntries(keys).find(({ time }) => Math.abs(now - timeOf(time)) <= retryWindow);
  };
  const before = await look();
  assertVisible(before);
  if (before?.blobs[0] !== undefined) return loadEntry(store, before.blobs[0]);
  await store.set(key, JSON.stringify(entry));
  const after = await look();
  if (after?.state === "erased") await store.delete(key);
  assertVisible(after);
  const first = after?.blobs[0];
  return first === undefined || first.key === key ? entry : loadEntry(store, first);
}

function assertVisible(stored: StoredEntry | undefined): void {
  if (stored !== undefined && stored.state !== "visible")
    throw new Refusal("entry-removed", sentence("removed"));
}
