import { type Entry, keyedId, makeEntry, randomId, type Signature, sharedIdLength } from "./entry.ts";
import { idPrefix, keyTime, parseMark, parseSingle, positionOf, type SingleKey, singleKey } from "./keys.ts";
import { loadSingle } from "./packs.ts";
import { storageSettings } from "./settings.ts";
import { type BlobStore, GoneError, StoreError } from "./store.ts";
import { cleanUserAgent } from "./validate.ts";

/**
 * A retry of an entry that the owner has removed or erased since: there is nothing to answer it with, and nothing is
 * stored.
 */
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
  /** Where the id of an entry without an Idempotency-Key comes from. */
  newId?: () => string;
}

/**
 * Stores an entry, with one write, and resolves once it is stored. With an Idempotency-Key that came with the same
 * signature within a day, the entry that is there already is the answer: a listing of a few keys before the write finds
 * it, and one after the write finds what a request at the same moment has written, of which all keep the earliest.
 * @throws StoreError if the store fails; then nothing is known to be stored. EntryRemovedError if the owner removed or
 * erased that entry.
 */
export async function sign(store: BlobStore, request: SignRequest, settings = storageSettings): Promise<Entry> {
  const { signature, userAgent, idempotencyKey, clock, newId = randomId } = request;
  const now = clock();
  const keyed = idempotencyKey !== null && idempotencyKey !== "";
  const idAt = (time: number) => (keyed ? keyedId(idempotencyKey, signature, time, settings.retryWindow) : newId());
  const id = idAt(now);
  const find = () => findKeyed(store, [id, idAt(now - settings.retryWindow)], now - settings.retryWindow);
  if (keyed) {
    const earlier = await find();
    if (earlier !== null) return earlier;
    // What is written after a longer look could come when a copy of it is packed already.
    if (clock() - now > settings.lookLimit) throw new StoreError("Looking for an earlier entry took too long.");
  }
  const entry = makeEntry(id, signature, cleanUserAgent(userAgent), new Date(now));
  await store.set(singleKey(positionOf(entry), { keyed }), JSON.stringify(entry));
  if (!keyed) return entry;
  return (await find().catch(unlessStoreFails)) ?? entry;
}

/** The entry is stored; that the store fails afterwards changes nothing about it. */
function unlessStoreFails(error: unknown): null {
  if (error instanceof StoreError) return null;
  throw error;
}

/** How often to look again if what was found is gone before it is read. */
const attempts = 3;

/**
 * Finds the entry that an Idempotency-Key and a signature made lately; the earliest of several copies.
 * @param ids The ids that they make now and made in the period before; they begin with the same characters.
 * @param since Milliseconds since 1970; what is older does not count.
 * @returns null if there is none.
 * @throws EntryRemovedError if it was removed or erased: a late retry neither brings it back nor is told that it is
 * there. StoreError if the store fails.
 */
async function findKeyed(store: BlobStore, ids: readonly [string, string], since: number): Promise<Entry | null> {
  for (let attempt = 1; ; attempt++) {
    let found: SingleKey | null = null;
    for await (const page of store.list(idPrefix(ids[0], sharedIdLength))) {
      for (const key of page) {
        const single = parseSingle(key);
        const mark = parseMark(key);
        const { id = "", position = "" } = single ?? mark ?? {};
        if (!ids.includes(id) || position < keyTime(since)) continue;
        if (mark !== null) throw new EntryRemovedError(`The entry was ${mark.kind}.`);
        if (found === null || position < found.position) found = single;
      }
    }
    if (found === null) return null;
    try {
      return await loadSingle(store, found);
    } catch (error) {
      if (!(error instanceof GoneError) || attempt === attempts) throw error;
    }
  }
}
