import { type Entry, idempotencyWindow, idempotentId, makeEntry, randomId, type Signature } from "./entry.ts";
import { compactTime, type Position, positionOf, singleKey } from "./keys.ts";
import { withListing } from "./listing.ts";
import { loadPack, loadSingle } from "./packs.ts";
import { EntryRemovedError, StoreError } from "./problems.ts";
import type { BlobStore } from "./store.ts";
import { cleanUserAgent } from "./validate.ts";

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
 * How long looking for an earlier entry of the same Idempotency-Key may take, in milliseconds. What is written after a
 * look that took longer could come when the other is packed already, and would then be counted twice.
 */
const lookLimit = 10_000;

/**
 * Stores an entry, with one write, and resolves once it is stored. With an Idempotency-Key that came with the same
 * signature within a day, the entry that is there already is the answer.
 * @throws StoreError if the store fails; then nothing is known to be stored. EntryRemovedError if the owner removed or
 * erased that entry.
 */
export async function sign(
  store: BlobStore,
  { signature, userAgent, idempotencyKey, clock, newId = randomId }: SignRequest,
): Promise<Entry> {
  const now = clock();
  const entryOf = (id: string, time: number) => makeEntry(id, signature, cleanUserAgent(userAgent), new Date(time));
  if (idempotencyKey === null || idempotencyKey === "") return write(store, entryOf(newId(), now));
  const dayBefore = now - idempotencyWindow;
  const [id, idBefore] = [now, dayBefore].map((time) =>
    idempotentId(idempotencyKey, signature, new Date(time).toISOString().slice(0, 10)),
  ) as [string, string];
  const earlier = await findRecent(store, new Set([id, idBefore]), compactTime(new Date(dayBefore)));
  if (earlier !== null) return earlier;
  if (clock() - now > lookLimit) throw new StoreError("Looking for an earlier entry took too long.");
  return write(store, entryOf(id, now));
}

async function write(store: BlobStore, entry: Entry): Promise<Entry> {
  await store.set(singleKey(positionOf(entry)), JSON.stringify(entry));
  return entry;
}

/**
 * Finds an entry by its id among those since a time; the earliest if two requests wrote it at once.
 * @throws EntryRemovedError if it was removed or erased: a late retry neither brings it back nor is told that it is
 * there.
 */
function findRecent(store: BlobStore, ids: ReadonlySet<string>, since: Position): Promise<Entry | null> {
  return withListing(store, async ({ singles, packs, removed, erased }) => {
    const isErased = [...ids].some((id) => (erased.get(id) ?? "") >= since);
    if (isErased) throw new EntryRemovedError("The entry was erased.");
    const assertVisible = (id: string) => {
      if (removed.has(id)) throw new EntryRemovedError("The entry was removed.");
    };
    const single = singles.find(({ id, position }) => ids.has(id) && position >= since);
    if (single !== undefined) {
      assertVisible(single.id);
      return loadSingle(store, single.key);
    }
    for (const pack of packs.filter(({ high }) => high >= since).toReversed()) {
      const found = (await loadPack(store, pack)).entries.find(
        (entry) => ids.has(entry.id) && positionOf(entry) >= since,
      );
      if (found === undefined) continue;
      assertVisible(found.id);
      return found;
    }
    return null;
  });
}
