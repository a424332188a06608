import { compact } from "./compact.ts";
import type { Entry } from "./entry.ts";
import { idPrefix, type MarkKey, markKey, type PackKey, type Position, parseMark, positionOf } from "./keys.ts";
import { isAround, type Listing, listStore, mayHold, withListing } from "./listing.ts";
import { loadPack, loadSingle } from "./packs.ts";
import { type StorageSettings, storageSettings } from "./settings.ts";
import { type BlobStore, GoneError } from "./store.ts";

/** An entry wherever it is, and whether readers see it. `marked` is when erasing began, in milliseconds since 1970. */
type Found =
  | { state: "visible" | "removed"; entry: Entry }
  | { state: "being_erased"; entry: Entry | null; marked: number }
  | { state: "erased"; entry: null; marked: number };

/** Why an entry was removed or erased. It is kept in the store and shown to the owner only. */
interface Reason {
  reason: string;
  /** RFC 3339 */
  ts: string;
}

/** A request that does not fit the entry it is about. */
class ModerationError extends Error {
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

function lookFor(store: BlobStore, id: string, settings: StorageSettings): Promise<Look> {
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
export async function findEntry(
  store: BlobStore,
  id: string,
  now = Date.now(),
  settings = storageSettings,
): Promise<Found | null> {
  const { listing, mark, copy } = await lookFor(store, id, settings);
  if (mark !== undefined) {
    const { marked } = mark;
    if (copy === null && now >= marked + settings.grace) return { state: "erased", entry: null, marked };
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

/** What erasing waits for. */
export interface EraseProgress {
  /**
   * `copies`: a blob still holds the text. `late_writes`: none does, but a run that began before the mark may still
   * write one.
   */
  state: "copies" | "late_writes";
  /** Until no such run can write, in milliseconds; 0 once that is past. */
  milliseconds_left: number;
}

interface EraseOptions {
  reason: Reason;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Waits, in milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>;
  /** Called after every look at the store at which something was left to wait for. */
  report?: (progress: EraseProgress) => void;
}

/** Between two looks at the store at most, in milliseconds. */
const pause = 5_000;

/**
 * Takes an entry's text out of the store. A mark hides it at once, and every run of compaction that sees the mark
 * leaves the entry out of what it writes. A run that began before it could see the mark may still write a copy until
 * the grace period after the mark is over; by the time in its key such a pack is suspect, and is read and written anew.
 * Done is when that time has passed and no blob around the entry's place holds it. Ended anywhere, it goes on when
 * called again.
 * @throws ModerationError if there is no such entry; StoreError if the store fails.
 */
export async function eraseEntry(
  store: BlobStore,
  id: string,
  { reason, clock, wait, report }: EraseOptions,
  settings = storageSettings,
): Promise<void> {
  let own: MarkKey | undefined;
  for (;;) {
    const { mark: listed, copy } = await lookFor(store, id, settings);
    // The listing may be older than the mark that was set last.
    const mark = own !== undefined && own.marked > (listed?.marked ?? 0) ? own : listed;
    const position = mark?.position ?? (copy && positionOf(copy.entry));
    if (position === null) throw new ModerationError(`There is no entry ${id}.`);
    if (mark === undefined || (copy?.pack && !mayHold(copy.pack, mark, settings))) {
      // A pack from a run whose clock was far ahead becomes suspect only by a mark that is about as late.
      own = await setErasedMark(store, position, { reason, clock, notBefore: copy?.pack?.created ?? 0 }, settings);
      continue;
    }
    const left = Math.max(0, mark.marked + settings.grace - clock());
    if (copy === null && left === 0) return;
    report?.({ state: copy === null ? "late_writes" : "copies", milliseconds_left: left });
    await compact(store, { clock, around: mark.position }, settings).catch(unlessOvertaken);
    await wait(pause);
  }
}

/**
 * Sets a mark whose time is true: if writing it took long, a run may have begun in between that does not see it.
 * @param notBefore The least time that the mark may have, in milliseconds since 1970.
 */
async function setErasedMark(
  store: BlobStore,
  position: Position,
  { reason, clock, notBefore }: Pick<EraseOptions, "reason" | "clock"> & { notBefore: number },
  settings: StorageSettings,
): Promise<MarkKey> {
  for (;;) {
    const start = clock();
    const key = markKey("erased", position, Math.max(start, notBefore));
    await store.set(key, JSON.stringify(reason));
    if (clock() - start <= settings.lookLimit) return parseMark(key) as MarkKey;
  }
}

/** Another run may have moved what this one was about to read; the next look sees it where it is. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof GoneError)) throw error;
}
