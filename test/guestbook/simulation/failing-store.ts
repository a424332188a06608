import type { BlobStore } from "../../../functions/guestbook/store.ts";
import type { World } from "./world.ts";

/** What goes wrong with a store and with those who use it. Times in milliseconds. */
export interface Faults {
  /** A page of a listing may show the store as it was this long ago; each page as of another moment. */
  stale: number;
  /** Most calls take up to `quick` before and after their effect; a share of them, and of those that write, up to `slow`. */
  quick: number;
  slow: number;
  slowCalls: number;
  slowWrites: number;
  /** In a share of the listings (`slowListings`), one of the first pages takes up to `slowPage`. */
  slowPage: number;
  slowListings: number;
  /** The share of calls that fail: before they took effect, after it, or with an effect that comes later still. */
  failures: number;
  /** How long after its failure a call may still take effect. */
  late: number;
  /** The share of calls in which a client that can be suspended is suspended, for up to `suspension`. */
  suspensions: number;
  suspension: number;
}

export const noFaults: Faults = {
  stale: 0,
  quick: 100,
  slow: 100,
  slowCalls: 0,
  slowWrites: 0,
  slowPage: 0,
  slowListings: 0,
  failures: 0,
  late: 0,
  suspensions: 0,
  suspension: 0,
};

/** The state that all clients share: every version of every blob, so that the past can be listed. */
export class SharedStore {
  /** By their keys, oldest first; a blob that was deleted has null for its last text. */
  readonly versions = new Map<string, { time: number; text: string | null }[]>();
  /** All keys that ever were, in their order. */
  readonly keys: string[] = [];
  /** Keys of blobs that were written by a call in the middle of which the client was suspended. */
  readonly writtenBySuspended = new Set<string>();

  textAt(key: string, moment: number): string | null {
    return this.versions.get(key)?.findLast((version) => version.time <= moment)?.text ?? null;
  }

  write(key: string, time: number, text: string | null): void {
    const versions = this.versions.get(key);
    if (versions === undefined) {
      this.versions.set(key, [{ time, text }]);
      this.keys.splice(this.firstAfter(key), 0, key);
    } else versions.push({ time, text });
  }

  /** The keys of one page of a listing as of a moment. */
  page(cursor: string, prefix: string, moment: number, size: number): string[] {
    const page: string[] = [];
    // No key is longer than its prefix and sorts before it, so a listing may begin there.
    for (let at = this.firstAfter(cursor > prefix ? cursor : prefix); at < this.keys.length; at++) {
      const key = this.keys[at] as string;
      if (!key.startsWith(prefix) || page.length === size) break;
      if (this.textAt(key, moment) !== null) page.push(key);
    }
    return page;
  }

  /** All that is in the store now. */
  contents(): Map<string, string> {
    const now = new Map<string, string>();
    for (const key of this.keys) {
      const text = this.textAt(key, Infinity);
      if (text !== null) now.set(key, text);
    }
    return now;
  }

  private firstAfter(key: string): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.keys[middle] as string) <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Thrown by a store that fails; a name of its own, because the guestbook must not rely on which error it is. */
class Outage extends Error {
  override name = "Outage";
}

/** What may happen to a client, and who is told what it does. */
export interface ClientOptions {
  /** Calls until the process is killed, in the middle of one. */
  lifetime?: number;
  /** Whether its host may suspend it for hours. */
  canBeSuspended?: boolean;
  /** Called with each text that the store gives to the client. */
  onRead?: (text: string) => void;
  /** Called when something is about to take long or the client is suspended; with the text that is yet to be written. */
  onDelay?: (milliseconds: number, text: string | null) => void;
  /** Called when a blob has been written (with its text) or deleted (with null). */
  onChange?: (key: string, text: string | null, isLate: boolean) => void;
}

/**
 * One process's view of the shared store. Reads of single blobs are current (strong consistency); listings are neither
 * current nor of one moment.
 */
export function createClient(
  world: World,
  shared: SharedStore,
  faults: Faults,
  options: ClientOptions = {},
): BlobStore {
  const { lifetime = Infinity, canBeSuspended = false, onRead, onDelay, onChange } = options;
  const pageSize = world.chance(0.6) ? world.between(2, 8) : world.between(8, 60);
  let calls = 0;
  let isKilled = false;
  const forever = new Promise<never>(() => {});

  async function call<T>(
    effect: (isLate: boolean) => T,
    { isSlowPage = false, slowBefore = 1, text = null as string | null } = {},
  ) {
    if (isKilled) return forever;
    calls++;
    const isLast = calls >= lifetime;
    // Before the effect is in the middle of the call, after it is between this call and the next.
    const suspended = canBeSuspended && world.chance(faults.suspensions) ? world.between(1, 2) : 0;
    const isSlowBefore = isSlowPage && world.chance(slowBefore);
    const before = delay(isSlowBefore, text !== null) + (suspended === 1 ? suspension() : 0);
    if (before > 10 * faults.quick) onDelay?.(before, text);
    await world.sleep(before);
    if (isKilled) return forever;
    const isLate = suspended === 1;
    if (isLast) {
      isKilled = true;
      if (world.chance(0.5)) effect(isLate);
      return forever;
    }
    if (world.chance(faults.failures)) {
      const how = world.between(0, 2);
      if (how === 1) effect(isLate);
      if (how === 2) {
        const wait = world.random() * faults.late;
        onDelay?.(wait, text);
        void world.sleep(wait).then(() => effect(isLate));
      }
      throw new Outage("The store is out of order.");
    }
    const result = effect(isLate);
    const after = delay(isSlowPage && !isSlowBefore) + (suspended === 2 ? suspension() : 0);
    if (after > 10 * faults.quick) onDelay?.(after, null);
    await world.sleep(after);
    return isKilled ? forever : result;
  }

  function delay(isSlowPage: boolean, isWrite = false): number {
    if (isSlowPage) return world.random() * faults.slowPage;
    const isSlow = world.chance(isWrite ? faults.slowWrites : faults.slowCalls);
    return world.random() * (isSlow ? faults.slow : faults.quick);
  }

  /** Every other suspension lasts long enough for an erasure beside it, and not much longer. */
  function suspension(): number {
    return world.random() * (world.chance(0.5) ? faults.suspension : faults.suspension / 10);
  }

  const write = (key: string, text: string | null, isLate: boolean) => {
    shared.write(key, world.now(), text);
    if (isLate) shared.writtenBySuspended.add(key);
    onChange?.(key, text, isLate);
  };

  return {
    async *list(prefix = "") {
      let cursor = "";
      const slow = world.chance(faults.slowListings) ? world.between(0, prefix === "" ? 3 : 1) : -1;
      for (let turn = 0; ; turn++) {
        const page: string[] = await call(
          () => {
            const moment = world.now() - (world.chance(0.5) ? world.random() * faults.stale : 0);
            return shared.page(cursor, prefix, moment, pageSize);
          },
          // What a short listing shows may be old when it arrives; a long one looks late at what comes after.
          { isSlowPage: turn === slow, slowBefore: prefix === "" ? 1 : 0.3 },
        );
        if (page.length === 0) return;
        cursor = page.at(-1) as string;
        yield page;
      }
    },
    get: (key) =>
      call(() => {
        const text = shared.textAt(key, world.now());
        if (text !== null) onRead?.(text);
        return text;
      }),
    set: (key, text) => call((isLate) => write(key, text, isLate), { text }),
    delete: (key) => call((isLate) => write(key, null, isLate)),
  };
}
