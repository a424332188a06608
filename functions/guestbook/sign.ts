import { cleanUserAgent } from "./characters.ts";
import { type Entry, keyedId, makeEntry, randomId, type Signature, sharedIdLength } from "./entry.ts";
import { idPrefix, keyTime, parseMark, parseSingle, positionOf, type SingleKey, singleKey } from "./keys.ts";
import { loadSingle } from "./packs.ts";
import { storageSettings } from "./settings.ts";
import { type BlobStore, StoreError } from "./store.ts";

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
 * it. A second listing after the write finds what requests at the same moment have written; the earliest is the answer.
 * @throws StoreError if the store fails; then nothing is known to be stored. EntryRemovedError if the owner removed or
 * erased that entry.
 */
export async function sign(store: BlobStore, request: SignRequest, settings = storageSettings): Promise<Entry> {
  const { signature, userAgent, idempotencyKey, clock, newId = randomId } = request;
  const now = clock();
  const write = async (id: string, keyed: boolean) => {
    const entry = makeEntry(id, signature, cleanUserAgent(userAgent), new Date(now));
    await store.set(singleKey(positionOf(entry), { keyed }), JSON.stringify(entry));
    return entry;
  };
  if (idempotencyKey === null || idempotencyKey === "") return write(newId(), false);

  const since = now - settings.retryWindow;
  const idAt = (time: number) => keyedId(idempotencyKey, signature, time, settings.retryWindow);
  const find = () => findKeyed(store, [idAt(now), idAt(since)], since);
  const earlier = await find();
  if (earlier !== null) return earlier;
  // Written any later, the entry could come when a copy from a request at the same moment is in a pack already.
  if (clock() - now > settings.lookLimit) throw new StoreError("Looking for an earlier entry took too long.");
  const entry = await write(idAt(now), true);
  try {
    return (await find()) ?? entry;
  } catch (error) {
    // The entry is stored; that the store fails afterwards changes nothing about it.
    if (error instanceof StoreError) return entry;
    throw error;
  }
}

/**
 * Finds the entry that an Idempotency-Key and a signature made lately; the earliest of several copies.
 * @param ids The ids that they make now and made in the period before; they begin with the same characters.
 * @param since Milliseconds since 1970; what is older does not count.
 * @returns null if there is none.
 * @throws EntryRemovedError if it was removed or erased: a late retry neither brings it back nor is told that it is
 * there. StoreError if the store fails.
 */
async function findKeyed(store: BlobStore, ids: readonly [string, string], since: number): Promise<Entry | null> {
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
  return found && loadSingle(store, found);
}
