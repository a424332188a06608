import {
  type Entry,
  keyedId,
  makeEntry,
  randomId,
  type Signature,
  sharedIdLength,
} from "./entry.ts";
import { entryKey, keyTime, listKeys } from "./keys.ts";
import { loadEntry } from "./read.ts";
import { type BlobStore, StoreError } from "./store.ts";
import { cleanUserAgent } from "./validate.ts";

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
