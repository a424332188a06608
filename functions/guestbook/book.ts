import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { cleanUserAgent, type Entry, makeEntry, parseEntry, type Signature } from "./entry.ts";
import {
  type BlobKey,
  entryKey,
  keyedId,
  keyTime,
  listKeys,
  type Position,
  positionOf,
  randomId,
  sharedIdLength,
  visibleEntries,
} from "./keys.ts";
import { type BlobStore, StoreError } from "./store.ts";

interface PageRequest {
  /** The newest entry that may be on the page; null begins with the newest of all. */
  from: Position | null;
  /** Entries at most. */
  limit: number;
  /** Bytes of the entries' JSON at most; one entry is always given. */
  bytes: number;
}

export interface EntryPage {
  /** All entries of the guestbook, those on other pages too. */
  count: number;
  /** Newest first. */
  entries: Entry[];
  /** Where the next page begins, or null. */
  next: Position | null;
}

/** A listed blob is not there any more: the owner took it away meanwhile. */
class GoneError extends StoreError {
  override name = "GoneError";
}

/** How often one page is listed at most: anew when a listed blob was deleted before it was read. */
const attempts = 5;

/** Blobs that one page reads at a time. */
const concurrency = 256;

/**
 * Lists the entries that readers see, newest first, and runs what needs them; again where a listed
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
 * Reads one page of the guestbook with one listing: everything the page covers, or an error.
 * @throws StoreError if the store fails, or a blob is not what its key says.
 */
export function readPage(
  store: BlobStore,
  asked: PageRequest,
  cache = createBlobCache(),
): Promise<EntryPage> {
  return withListing(store, (entries) => loadPage(store, entries, asked, cache));
}

/** Loads the blobs of a page. @param listed All entries, newest first. */
export async function loadPage(
  store: BlobStore,
  listed: readonly BlobKey[],
  { from, limit, bytes }: PageRequest,
  cache: BlobCache,
): Promise<EntryPage> {
  forgetOthers(cache, listed);
  const positions = listed.map(positionOf);
  const first = from === null ? 0 : positions.findIndex((position) => position <= from);
  const start = first === -1 ? listed.length : first;
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
    entries: entries.slice(0, end),
    next: positions[start + end] ?? null,
  };
}

/**
 * What a process remembers of the store by keys. A blob never changes, so it is read once; only
 * what was accepted as the entry of its key is remembered.
 */
export interface BlobCache {
  entries: Map<string, LoadedEntry>;
  /** Length of all texts, in UTF-16 code units. */
  size: number;
  /** Reads under way. */
  reads: Map<string, Promise<LoadedEntry>>;
}

interface LoadedEntry {
  entry: Entry;
  /** Length of the blob's text, in UTF-16 code units. */
  size: number;
}

/** Text that a process keeps at most, in UTF-16 code units: some 60,000 entries. */
const capacity = 32_000_000;

/** A cache with nothing in it. */
export function createBlobCache(): BlobCache {
  return { entries: new Map(), size: 0, reads: new Map() };
}

/** Loads an entry. @throws StoreError if the store fails, or does not hold what the key says. */
export async function loadEntry(
  store: BlobStore,
  key: BlobKey,
  cache = createBlobCache(),
): Promise<Entry> {
  const known = cache.entries.get(key.key);
  if (known !== undefined) return known.entry;
  const read = (): Promise<LoadedEntry> => {
    const begun = cache.reads.get(key.key);
    if (begun !== undefined) return begun;
    const reading = readEntry(store, key).finally(() => cache.reads.delete(key.key));
    cache.reads.set(key.key, reading);
    return reading;
  };
  // A read that another request began may have failed because the process was suspended since.
  const loaded = await (cache.reads.has(key.key) ? read().catch(read) : read());
  if (!cache.entries.has(key.key)) {
    cache.entries.set(key.key, loaded);
    cache.size += loaded.size;
    for (const oldest of cache.entries.keys()) if (cache.size > capacity) forget(cache, oldest);
  }
  return loaded.entry;
}

async function readEntry(store: BlobStore, key: BlobKey): Promise<LoadedEntry> {
  const text = await store.get(key.key);
  if (text === null) throw new GoneError(`${key.key} is gone.`);
  const entry = parseEntry(text);
  if (entry === null || positionOf(entry) !== positionOf(key))
    throw new StoreError(`${key.key} does not hold its entry.`);
  return { entry, size: text.length };
}

/** Drops what readers no longer see, so that a text that was taken away does not stay in memory. */
function forgetOthers(cache: BlobCache, visible: readonly BlobKey[]): void {
  const keys = new Set(visible.map(({ key }) => key));
  for (const key of cache.entries.keys()) if (!keys.has(key)) forget(cache, key);
}

function forget(cache: BlobCache, key: string): void {
  cache.size -= cache.entries.get(key)?.size ?? 0;
  cache.entries.delete(key);
}

// Signing.

/**
 * How long a retry with the same Idempotency-Key and body is answered with the entry that is there,
 * in milliseconds.
 */
export const retryWindow = 24 * 3_600_000;

/**
 * How long a look before writing may take, in milliseconds: what it saw is never much older than
 * what is written.
 */
const lookLimit = 10_000;

/** A retry of an entry that the owner has taken away since: there is nothing to answer it with. */
export class EntryRemovedError extends Error {
  override name = "EntryRemovedError";
}

interface SignRequest {
  signature: Signature;
  /** The `User-Agent` header as it came. */
  userAgent: string | null;
  /** The `Idempotency-Key` header; null or empty for none. */
  idempotencyKey: string | null;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/**
 * Stores an entry as one new blob, and resolves once that is written.
 *
 * With an Idempotency-Key it looks first: the id is a hash of key, signature and 24-hour period, so
 * a short listing has what the same request stored before, and that is the answer. It looks again
 * after it has written, because requests at the same moment do not see each other: of blobs with
 * one id the earliest is the entry. If the owner's mark of erasing shows then, it deletes its own
 * blob, which the owner may have missed. (A mark set later is followed by a listing of the owner's,
 * which shows this blob.) If it ends before it looks, the mark hides the blob till the owner's next
 * run.
 * @throws StoreError if the store fails; then the entry may be stored or not. EntryRemovedError if
 * the owner removed or erased that entry.
 */
export async function sign(store: BlobStore, request: SignRequest): Promise<Entry> {
  const { signature, userAgent, idempotencyKey, clock } = request;
  const now = clock();
  const entryWith = (id: string) =>
    makeEntry(id, signature, cleanUserAgent(userAgent), new Date(now));
  if (idempotencyKey === null || idempotencyKey === "") {
    const entry = entryWith(randomId());
    await store.set(entryKey(entry, false), JSON.stringify(entry));
    return entry;
  }
  const since = now - retryWindow;
  const idAt = (time: number) => keyedId(idempotencyKey, signature, time, retryWindow);
  const look = () => lookFor(store, [idAt(now), idAt(since)], since);

  const before = await look();
  if (before.mark !== null) throw new EntryRemovedError(`The entry was ${before.mark}.`);
  if (before.earliest !== null) return loadEntry(store, before.earliest);
  if (clock() - now > lookLimit)
    throw new StoreError("Looking for an earlier entry took too long.");

  const entry = entryWith(idAt(now));
  const key = entryKey(entry, true);
  await store.set(key, JSON.stringify(entry));

  const after = await look();
  if (after.mark === "erased") await store.delete(key);
  if (after.mark !== null) throw new EntryRemovedError(`The entry was ${after.mark}.`);
  return after.earliest === null || after.earliest.key === key
    ? entry
    : loadEntry(store, after.earliest);
}

/**
 * Looks for an entry with one of two ids, those that key and signature make now and made in the
 * period before.
 * @param since Milliseconds since 1970; an entry that was accepted earlier does not count, nor do
 * marks on it.
 * @returns The key of the earliest of its blobs, and what the owner has done with it.
 */
async function lookFor(store: BlobStore, ids: readonly [string, string], since: number) {
  const keys = (await listKeys(store, ids[0].slice(0, sharedIdLength))).filter(({ id }) =>
    ids.includes(id),
  );
  const recent = keys.filter(({ time }) => time >= keyTime(since));
  const [earliest = null] = recent
    .filter(({ kind }) => kind === "entry")
    .sort((a, b) => (a.time < b.time ? -1 : 1));
  const isErased = recent.some(({ kind }) => kind === "erased");
  const isRemoved = keys.some(
    ({ kind, id }) => kind === "removed" && recent.some((entry) => entry.id === id),
  );
  return { earliest, mark: isErased ? "erased" : isRemoved ? "removed" : null };
}
