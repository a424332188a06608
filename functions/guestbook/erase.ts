import { compact } from "./compact.ts";
import { type MarkKey, markKey, type Position, parseMark, positionOf } from "./keys.ts";
import { mayHold } from "./listing.ts";
import { lookFor, ModerationError, type Reason } from "./moderation.ts";
import { type StorageSettings, storageSettings } from "./settings.ts";
import { type BlobStore, GoneError } from "./store.ts";

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
