import { createHash } from "node:crypto";
import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { type Entry, parseEntry } from "./entry.ts";
import { type BlobKey, listKeys, type Position, positionOf, visibleEntries } from "./keys.ts";
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
 * Reads one page of the guestbook with one listing: everything the page covers, or an error.
 * @param isKnown Asked whether the reader has what the guestbook shows now, by a text that changes
 * with it.
 * @returns null if the reader has it; then no blob was read.
 * @throws StoreError if the store fails, or a blob is not what its key says.
 */
export async function readPage(
  store: BlobStore,
  { from, limit, bytes }: PageRequest,
  { isKnown = (_version: string): boolean => false, cache = createBlobCache() } = {},
): Promise<EntryPage | null> {
  for (let attempt = 1; ; attempt++) {
    const visible = visibleEntries(await listKeys(store));
    const positions = visible.map(positionOf);
    if (isKnown(createHash("sha256").update(positions.join("\n")).digest("base64url"))) return null;
    forgetOthers(cache, visible);
    const first = from === null ? 0 : positions.findIndex((position) => position <= from);
    const start = first === -1 ? visible.length : first;
    try {
      const wanted = visible.slice(start, start + limit);
      const entries = await mapConcurrently(
        wanted,
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
        count: visible.length,
        entries: entries.slice(0, end),
        next: positions[start + end] ?? null,
      };
    } catch (error) {
      if (!(error instanceof GoneError) || attempt === attempts) throw error;
    }
  }
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
