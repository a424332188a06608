import { retryWindow } from "../../../functions/guestbook/book.ts";
import {
  type BlobKey,
  listKeys,
  markKey,
  timeOf,
  visibleEntries,
} from "../../../functions/guestbook/keys.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";

/** What the store holds of one id. */
export interface FoundEntry {
  id: string;
  state: "visible" | "removed" | "erased";
  /** The key of the entry; null where it was erased. */
  entry: BlobKey | null;
  /** The key of the owner's mark; null while the entry is visible. */
  mark: string | null;
}

/** Why an entry was removed or erased. It is kept in the mark and shown to the owner only. */
export interface Reason {
  reason: string;
  /** RFC 3339 */
  ts: string;
}

/**
 * Finds entries by their ids, with one listing.
 * @throws Error of a line for every id that the store does not know; StoreError if the store fails.
 */
export async function findEntries(store: BlobStore, ids: readonly string[]): Promise<FoundEntry[]> {
  const all = Map.groupBy(await listKeys(store), ({ id }) => id);
  const unknown = ids.filter((id) => !all.has(id));
  if (unknown.length > 0)
    throw new Error(unknown.map((id) => `There is no entry ${id}.`).join("\n"));
  return ids.map((id) => {
    const keys = all.get(id) ?? [];
    const keyOf = (kind: BlobKey["kind"]) => keys.find((key) => key.kind === kind)?.key;
    const [entry = null] = visibleEntries(keys.filter(({ kind }) => kind === "entry"));
    const erased = keyOf("erased");
    if (erased !== undefined) return { id, state: "erased", entry: null, mark: erased };
    const removed = keyOf("removed");
    return {
      id,
      state: removed === undefined ? "visible" : "removed",
      entry,
      mark: removed ?? null,
    };
  });
}

/**
 * Hides entries from readers. Their texts stay in the store, and `restoreEntries` brings them back.
 * @throws StoreError
 */
export async function removeEntries(
  store: BlobStore,
  ids: readonly string[],
  reason: Reason,
): Promise<void> {
  await mapConcurrently(ids, (id) => store.set(markKey(id, "removed"), JSON.stringify(reason)));
}

/** Shows removed entries again. @throws StoreError */
export async function restoreEntries(store: BlobStore, ids: readonly string[]): Promise<void> {
  await mapConcurrently(ids, (id) => store.delete(markKey(id, "removed")));
}

/**
 * Takes entries out of the store for good: a mark hides each, then every blob with its id is
 * deleted. The listing for that begins when the marks are there, so it shows every copy that was
 * written before them; a post that writes later sees the mark and deletes its copy itself.
 * @param now Milliseconds since 1970.
 * @throws StoreError if the store fails; what is marked by then is hidden, and `finishErasing` goes
 * on with it.
 */
export async function eraseEntries(
  store: BlobStore,
  found: readonly FoundEntry[],
  reason: Reason,
  now: number,
): Promise<void> {
  await mapConcurrently(found, async ({ id, entry }) => {
    if (entry !== null) await store.set(markKey(id, "erased", entry.time), JSON.stringify(reason));
  });
  await finishErasing(store, now);
}

/**
 * Deletes whatever the store still holds of erased entries: what an interrupted erasure left, and
 * what a post wrote that ended before it saw the mark. Marks that have no use any more go, too: no
 * retry can come of an entry that had no Idempotency-Key, nor of one that is older than two retry
 * windows.
 * @param now Milliseconds since 1970.
 * @throws StoreError
 */
export async function finishErasing(store: BlobStore, now: number): Promise<void> {
  const all = Map.groupBy(await listKeys(store), ({ id }) => id);
  const erased = [...all.values()].filter((keys) => keys.some(({ kind }) => kind === "erased"));
  await mapConcurrently(erased, async (keys) => {
    const rest = keys.filter(({ kind }) => kind !== "erased");
    for (const { key } of rest) await store.delete(key);
    const entries = rest.filter(({ kind }) => kind === "entry");
    const hadNoKey = entries.length > 0 && entries.every(({ key }) => key.startsWith("entries/"));
    for (const { key, kind, time } of keys)
      if (kind === "erased" && (hadNoKey || timeOf(time) < now - 2 * retryWindow))
        await store.delete(key);
  });
}
