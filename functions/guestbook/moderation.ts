import type { Entry } from "./entry.ts";
import { idPrefix, type MarkKey, markKey, type PackKey, parseMark, positionOf } from "./keys.ts";
import { isAround, type Listing, listStore, withListing } from "./listing.ts";
import { loadPack, loadSingle } from "./packs.ts";
import { type StorageSettings, storageSettings } from "./settings.ts";
import type { BlobStore } from "./store.ts";

/** An entry wherever it is, and whether readers see it. `marked` is when erasing began, in milliseconds since 1970. */
type Found =
  | { state: "visible" | "removed"; entry: Entry }
  | { state: "being_erased"; entry: Entry | null; marked: number }
  | { state: "erased"; entry: null; marked: number };

/** Why an entry was removed or erased. It is kept in the store and shown to the owner only. */
export interface Reason {
  reason: string;
  /** RFC 3339 */
  ts: string;
}

/** A request that does not fit the entry it is about. */
export class ModerationError extends Error {
  override name = "ModerationError";
}

/** What the store shows of an id. */
interface Look {
  listing: Listing;
  /** The mark of its erasure, if there is one. */
  mark: MarkKey | undefined;
  /** A copy of the entry and the pack that holds it, if it is in one; null if there is no copy. */
  copy: { entry: Entry; pack: PackKey | null } | null;
}

/** Lists the store and reads the copy of an entry, if there is one. @throws StoreError */
export function lookFor(store: BlobStore, id: string, settings: StorageSettings): Promise<Look> {
  return withListing(store, async (listing) => {
    const mark = listing.erased.get(id);
    const single = listing.singles.find((each) => each.id === id);
    if (single !== undefined) return { listing, mark, copy: { entry: await loadSingle(store, single), pack: null } };
    for (const pack of listing.packs) {
      if (mark !== undefined && !isAround(pack, mark.position, settings)) continue;
      const entry = (await loadPack(store, pack)).find((each) => each.id === id);
      if (entry !== undefined) return { listing, mark, copy: { entry, pack } };
    }
    return { listing, mark, copy: null };
  });
}

/**
 * Finds an entry by its id. An erased one is `being_erased` until nothing of it is left and nothing can come.
 * @param now Milliseconds since 1970.
 * @returns null if there never was one, as far as the store tells.
 * @throws StoreError
 */
export async function findEntry(store: BlobStore, id: string, now: number): Promise<Found | null> {
  const { listing, mark, copy } = await lookFor(store, id, storageSettings);
  if (mark !== undefined) {
    const { marked } = mark;
    if (copy === null && now >= marked + storageSettings.grace) return { state: "erased", entry: null, marked };
    return { state: "being_erased", entry: copy?.entry ?? null, marked };
  }
  return copy && { state: listing.removed.has(id) ? "removed" : "visible", entry: copy.entry };
}

/**
 * Hides an entry from readers. Its text stays in the store, and `restoreEntry` brings it back.
 * @throws ModerationError if there is no such entry; StoreError if the store fails.
 */
export async function removeEntry(
  store: BlobStore,
  id: string,
  reason: Reason,
  clock: () => number = Date.now,
): Promise<Entry> {
  const found = await findPresent(store, id, clock());
  if (found.state === "removed") throw new ModerationError(`${id} is removed already.`);
  await store.set(markKey("removed", positionOf(found.entry), clock()), JSON.stringify(reason));
  return found.entry;
}

/** Shows a removed entry again. @throws ModerationError if it was not removed; StoreError if the store fails. */
export async function restoreEntry(store: BlobStore, id: string, clock: () => number = Date.now): Promise<Entry> {
  const found = await findPresent(store, id, clock());
  if (found.state === "visible") throw new ModerationError(`${id} was not removed.`);
  for await (const page of store.list(idPrefix(id))) {
    for (const mark of page.map(parseMark))
      if (mark?.id === id && mark.kind === "removed") await store.delete(mark.key);
  }
  return found.entry;
}

/** Why an entry was removed or erased, or "" if nobody said. @throws StoreError */
export async function readReason(store: BlobStore, id: string): Promise<string> {
  const { erased, removed } = await listStore(store);
  const mark = erased.get(id) ?? removed.get(id);
  const text = mark === undefined ? null : await store.get(mark.key);
  return text === null ? "" : ((JSON.parse(text) as Partial<Reason>).reason ?? "");
}

/** An entry that can still be removed or restored. */
async function findPresent(
  store: BlobStore,
  id: string,
  now: number,
): Promise<Extract<Found, { state: "visible" | "removed" }>> {
  const found = await findEntry(store, id, now);
  if (found === null) throw new ModerationError(`There is no entry ${id}.`);
  if (found.state === "erased") throw new ModerationError(`${id} was erased; nothing of it is left.`);
  if (found.state === "being_erased")
    throw new ModerationError(`${id} is being erased, which cannot be undone; \`erase\` goes on with it.`);
  return found;
}
