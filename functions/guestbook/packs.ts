import { createHash } from "node:crypto";
import { type Entry, isEntry } from "./entry.ts";
import { type PackKey, type Position, packKey, positionOf } from "./keys.ts";
import { GoneError, StoreError } from "./problems.ts";
import type { BlobStore } from "./store.ts";

/** The content of an archive blob. It is never changed once it is written. */
interface Pack {
  /** Keys of the packs it replaces: it holds every entry of theirs that was not erased. */
  replaces: string[];
  /** Oldest first. */
  entries: Entry[];
}

/**
 * Loads an entry from its own blob.
 * @throws GoneError if it is not there; StoreError if the store fails or holds something else under the key.
 */
export async function loadSingle(store: BlobStore, key: string): Promise<Entry> {
  const value = await loadJson(store, key);
  if (!isEntry(value) || !key.endsWith(positionOf(value))) throw new StoreError(`${key} does not hold its entry.`);
  return value;
}

/**
 * Loads an archive.
 * @throws GoneError if it is not there; StoreError if the store fails or the content is not what the key says.
 */
export async function loadPack(store: BlobStore, key: PackKey): Promise<Pack> {
  const value = (await loadJson(store, key.key)) as Partial<Pack> | null;
  const whole =
    Array.isArray(value?.replaces) &&
    Array.isArray(value.entries) &&
    value.entries.length === key.count &&
    value.entries.every(isEntry);
  if (!whole) throw new StoreError(`${key.key} does not hold its entries.`);
  return value as Pack;
}

async function loadJson(store: BlobStore, key: string): Promise<unknown> {
  const text = await store.get(key);
  if (text === null) throw new GoneError(`${key} is gone.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new StoreError(`${key} does not hold JSON.`);
  }
}

interface PackPlan {
  /** Oldest first, at least one. */
  entries: readonly Entry[];
  replaces: readonly string[];
  /** Every source lies between these, also those whose entries are not in the pack. */
  low: Position;
  high: Position;
  /** Milliseconds since 1970; later than every source's. */
  created: number;
}

/** The key and text of an archive. The same plan gives the same blob. */
export function makePack({ entries, replaces, low, high, created }: PackPlan): { key: string; text: string } {
  const text = JSON.stringify({ replaces, entries } satisfies {
    replaces: readonly string[];
    entries: readonly Entry[];
  });
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { key: packKey({ created, count: entries.length, bytes: Buffer.byteLength(text), low, high }, digest), text };
}

/** How many calls to the store one request makes at a time. */
const storeConcurrency = 50;

/**
 * Maps a list with an asynchronous function, a bounded number of calls at a time; the results keep their order. The
 * first failure ends it.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
  limit: number = storeConcurrency,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  async function work(): Promise<void> {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await map(items[index] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
