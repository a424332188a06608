import type { BlobStore } from "./blob-store.ts";
import { cleanUserAgent, idempotentId, makeEntry, randomId, type Entry, type Signature } from "./entry.ts";
import { compactTime, positionOf, singleKey, type Position } from "./keys.ts";
import { idempotencyWindow } from "./limits.ts";
import { loadPack, loadSingle } from "./packs.ts";
import { withListing } from "./relist.ts";

export interface SignRequest {
  signature: Signature;
  /** The `User-Agent` header as it came. */
  userAgent: string | null;
  /** The `Idempotency-Key` header; null or empty for none. */
  idempotencyKey: string | null;
  now: Date;
}

/**
 * Stores an entry, with one write, and resolves once it is stored. With an Idempotency-Key that came with the same
 * signature within a day, the entry that is there already is the answer.
 * @throws StoreError if the store fails; then nothing is known to be stored.
 */
export async function sign(store: BlobStore, { signature, userAgent, idempotencyKey, now }: SignRequest): Promise<Entry> {
  const key = idempotencyKey ?? "";
  const agent = cleanUserAgent(userAgent);
  if (key === "") return write(store, makeEntry(randomId(), signature, agent, now));
  const id = idempotentId(key, signature, dayOf(now));
  const yesterday = idempotentId(key, signature, dayOf(new Date(now.getTime() - idempotencyWindow)));
  const since = compactTime(new Date(now.getTime() - idempotencyWindow));
  return (await findRecent(store, new Set([id, yesterday]), since)) ?? write(store, makeEntry(id, signature, agent, now));
}

async function write(store: BlobStore, entry: Entry): Promise<Entry> {
  await store.set(singleKey(positionOf(entry)), JSON.stringify(entry));
  return entry;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Finds an entry by its id among those since a time; the earliest if two requests wrote it at once. */
function findRecent(store: BlobStore, ids: ReadonlySet<string>, since: Position): Promise<Entry | null> {
  return withListing(store, async ({ singles, packs }) => {
    const single = singles.find(({ id, position }) => ids.has(id) && position >= since);
    if (single !== undefined) return loadSingle(store, single.key);
    for (const pack of packs.filter(({ high }) => high >= since).toReversed()) {
      const found = (await loadPack(store, pack)).entries.find((entry) => ids.has(entry.id) && positionOf(entry) >= since);
      if (found !== undefined) return found;
    }
    return null;
  });
}
