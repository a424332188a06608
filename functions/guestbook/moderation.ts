import { type CompactOptions, compact } from "./compact.ts";
import type { Entry } from "./entry.ts";
import { erasedKey, type Position, positionOf, removedKey } from "./keys.ts";
import { isBeingErased, listStore, withListing } from "./listing.ts";
import { loadPack, loadSingle } from "./packs.ts";
import { GoneError } from "./problems.ts";
import type { BlobStore } from "./store.ts";

/** An entry wherever it is, and whether readers see it. */
export type Found =
  | { state: "visible" | "removed"; entry: Entry }
  | { state: "being_erased"; entry: Entry | null }
  | { state: "erased"; entry: null };

/** Why an entry was removed or erased. It is kept in the store and shown to the owner only. */
interface Reason {
  reason: string;
  /** RFC 3339 */
  ts: string;
}

/** A request that does not fit the entry it is about. */
export class ModerationError extends Error {
  override name = "ModerationError";
}

/**
 * Finds an entry by its id.
 * @returns null if there never was one, as far as the store tells.
 */
export function findEntry(store: BlobStore, id: string): Promise<Found | null> {
  return withListing(store, async (listing) => {
    const { singles, packs, removed, erased } = listing;
    if (erased.has(id) && !removed.has(id)) return { state: "erased", entry: null };
    const state = erased.has(id) ? "being_erased" : removed.has(id) ? "removed" : "visible";
    const single = singles.find((each) => each.id === id);
    if (single !== undefined) return { state, entry: await loadSingle(store, single.key) };
    for (const pack of packs.toReversed()) {
      const entry = (await loadPack(store, pack)).entries.find((each) => each.id === id);
      if (entry !== undefined) return { state, entry };
    }
    return state === "being_erased" ? { state, entry: null } : null;
  });
}

/**
 * Hides an entry from readers. Its text stays in the store, and `restoreEntry` brings it back.
 * @throws ModerationError if there is no such entry; StoreError if the store fails.
 */
export async function removeEntry(store: BlobStore, id: string, reason: Reason): Promise<Entry> {
  const found = await findOrThrow(store, id);
  if (found.state === "removed") throw new ModerationError(`${id} is removed already.`);
  await store.set(removedKey(id), JSON.stringify(reason));
  return found.entry;
}

/** Shows a removed entry again. */
export async function restoreEntry(store: BlobStore, id: string): Promise<Entry> {
  const found = await findOrThrow(store, id);
  if (found.state === "visible") throw new ModerationError(`${id} was not removed.`);
  await store.delete(removedKey(id));
  return found.entry;
}

/** Why an entry was removed or erased, or "" if nobody said. */
export async function readReason(store: BlobStore, id: string): Promise<string> {
  const position = (await listStore(store)).erased.get(id);
  const text = await store.get(position === undefined ? removedKey(id) : erasedKey(position));
  return text === null ? "" : ((JSON.parse(text) as Partial<Reason>).reason ?? "");
}

/** An entry that can still be removed, restored or erased. */
async function findOrThrow(store: BlobStore, id: string): Promise<Extract<Found, { state: "visible" | "removed" }>> {
  const found = await findEntry(store, id);
  if (found === null) throw new ModerationError(`There is no entry ${id}.`);
  if (found.state === "erased") throw new ModerationError(`${id} was erased; nothing of it is left.`);
  if (found.state === "being_erased")
    throw new ModerationError(`${id} is being erased, which cannot be undone; \`erase\` goes on with it.`);
  return found;
}

interface EraseOptions {
  reason: Reason;
  compaction: CompactOptions;
  /** Waits, in milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>;
  /** Told what the work is waiting for. */
  report?: (line: string) => void;
}

/** Between two looks at whether the old copies may go, in milliseconds, as a part of the grace period. */
const looks = 20;

/**
 * Takes an entry's text out of the store. It is hidden at once; an archive that holds it is written anew without it,
 * and the old one goes by the same rule as every other: only when what it holds besides is in a later archive that is
 * old enough. It takes a grace period and the length of a run at least, because a run that has not seen the mark may
 * still write a copy. Ended anywhere, it goes on when called again.
 * @throws ModerationError if there is no such entry; StoreError if the store fails.
 */
export async function eraseEntry(
  store: BlobStore,
  id: string,
  { reason, compaction, wait, report }: EraseOptions,
): Promise<void> {
  const { clock, grace, duration } = compaction;
  const listing = await listStore(store);
  const begun = isBeingErased(listing, id) ? listing.erased.get(id) : undefined;
  const position = begun ?? positionOf((await findOrThrow(store, id)).entry);
  // `removed` comes first and goes last: while both are there, reading counts by looking and not by the packs' keys.
  await store.set(removedKey(id), JSON.stringify(reason));
  await store.set(erasedKey(position), JSON.stringify(reason));
  const start = clock();
  for (;;) {
    await compact(store, { ...compaction, flood: 0, around: position }).catch(unlessOvertaken);
    const isGone = !(await holdsText(store, id, position));
    if (isGone && clock() - start >= grace + duration) break;
    report?.(
      isGone
        ? "The text is gone; looking once more when no copy can be under way."
        : "The old copy may go when the new one is old enough.",
    );
    await wait(Math.max(1, Math.ceil((grace + duration) / looks)));
  }
  await store.delete(removedKey(id));
}

/** Another run may have moved what this one was about to read; the next look sees it where it is. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof GoneError)) throw error;
}

function holdsText(store: BlobStore, id: string, position: Position): Promise<boolean> {
  return withListing(store, async ({ singles, packs }) => {
    if (singles.some((single) => single.id === id)) return true;
    for (const pack of packs.filter(({ low, high }) => low <= position && position <= high)) {
      if ((await loadPack(store, pack)).entries.some((entry) => entry.id === id)) return true;
    }
    return false;
  });
}
