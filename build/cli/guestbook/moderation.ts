import * as keys from "../../../functions/guestbook/keys.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";

/** Why an entry was removed or erased: kept in the mark, and shown only to the owner. */
export interface Reason {
  reason: string;
  /** RFC 3339 */
  ts: string;
}

/**
 * Finds entries by their ids, with one listing; an entry that several ids name is found once.
 * @throws Error with a line for every unknown id; StoreError if the store fails
 */
export async function findEntries(store: BlobStore, ids: readonly string[]) {
  const byId = new Map<string, keys.StoredEntry>();
  for (const stored of keys.storedEntries(await keys.listKeys(store)))
    for (const { id } of [...stored.blobs, ...stored.marks]) byId.set(id, stored);
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0)
    throw new Error(unknown.map((id) => `There is no entry ${id}.`).join("\n"));
  return [...new Set(ids.flatMap((id) => byId.get(id) ?? []))];
}

/**
 * Hides entries from readers. Their texts stay in the store, and `restoreEntries` brings them back.
 * @throws StoreError
 */
export async function removeEntries(
  store: BlobStore,
  found: readonly keys.StoredEntry[],
  reason: Reason,
): Promise<void> {
  await mapConcurrently(found, ({ id }) => store.set(keys.markKey(id), JSON.stringify(reason)));
}

/** Shows removed entries again. @throws StoreError */
export async function restoreEntries(store: BlobStore, found: readonly keys.StoredEntry[]) {
  const marks = found.flatMap(({ marks }) => marks.filter(({ kind }) => kind === "removed"));
  await mapConcurrently(marks, ({ key }) => store.delete(key));
}

/**
 * Takes entries out of the store for good: a mark hides each, then every blob of it is deleted. The
 * blobs are listed after the marks are written, so the listing has every copy written before; a
 * post that writes later sees the mark and deletes its own copy.
 * @param now Milliseconds since 1970.
 * @throws StoreError if the store fails; marked entries stay hidden for `finishErasing` to erase
 */
export async function eraseEntries(
  store: BlobStore,
  found: readonly keys.StoredEntry[],
  reason: Reason,
  now: number,
): Promise<void> {
  await mapConcurrently(found, async ({ id, time, blobs }) => {
    if (blobs.length > 0) await store.set(keys.markKey(id, time), JSON.stringify(reason));
  });
  await finishErasing(store, now);
}

/**
 * Deletes all remains of erased entries: those of an interrupted erasure, and blobs of a post that
 * was cut off before it saw the mark. Erasure marks go once no retry can come any more: if the
 * entry had no Idempotency-Key, or is older than two retry windows.
 * @param now Milliseconds since 1970.
 * @throws StoreError
 */
export async function finishErasing(store: BlobStore, now: number): Promise<void> {
  const stored = keys.storedEntries(await keys.listKeys(store));
  const erased = stored.filter(({ state }) => state === "erased");
  const oldest = now - 2 * keys.retryWindow;
  await mapConcurrently(erased, async ({ blobs, marks }) => {
    const hadNoKey = blobs.length > 0 && blobs.every(({ kind }) => kind === "plain");
    // Erasure marks go last, because until then they hide the rest.
    for (const { key, kind, time } of [...blobs, ...marks.toReversed()]) {
      const isOfUse = kind === "erased" && !hadNoKey && keys.timeOf(time) >= oldest;
      if (!isOfUse) await store.delete(key);
    }
  });
}
