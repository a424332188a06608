import { setTimeout as pause } from "node:timers/promises";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { entryKey } from "../../functions/guestbook/keys.ts";
import type { BlobStore } from "../../functions/guestbook/store.ts";

/** Calls to a store; each page of a listing is one. */
interface Operations {
  list: number;
  get: number;
  set: number;
  delete: number;
}

export interface MemoryStore {
  store: BlobStore;
  blobs: Map<string, string>;
  operations: Operations;
  /** How long each call takes from now on, in milliseconds. */
  setLatency(milliseconds: number): void;
  resetOperations(): void;
}

/** Keys on one page of a listing, as the deployed store has them. */
const pageSize = 1000;

/** A store in memory that behaves like the deployed one without faults, and counts its calls. */
export function createMemoryStore(): MemoryStore {
  const blobs = new Map<string, string>();
  const operations: Operations = { list: 0, get: 0, set: 0, delete: 0 };
  let latency = 0;
  let sorted: string[] | null = null;
  const call = async <T>(name: keyof Operations, effect: () => T): Promise<T> => {
    operations[name]++;
    if (latency > 0) await pause(latency);
    return effect();
  };
  const store: BlobStore = {
    async *list(prefix = "") {
      for (let start = 0; ; start += pageSize) {
        const keys = await call("list", () => {
          if (sorted?.length !== blobs.size) sorted = [...blobs.keys()].sort();
          return prefix === "" ? sorted : sorted.filter((key) => key.startsWith(prefix));
        });
        yield keys.slice(start, start + pageSize);
        if (start + pageSize >= keys.length) return;
      }
    },
    get: (key) => call("get", () => blobs.get(key) ?? null),
    set: (key, text) =>
      call("set", () => {
        sorted = null;
        blobs.set(key, text);
      }),
    delete: (key) =>
      call("delete", () => {
        sorted = null;
        blobs.delete(key);
      }),
  };
  return {
    store,
    blobs,
    operations,
    setLatency: (milliseconds) => void (latency = milliseconds),
    resetOperations: () => void Object.assign(operations, { list: 0, get: 0, set: 0, delete: 0 }),
  };
}

/** When the first entry of a filled store was written, in milliseconds since 1970. */
export const fillStart = Date.UTC(2026, 0, 1);

/** Puts entries into a store that were accepted one second after the other, the oldest first. */
export function fill({ blobs }: Pick<MemoryStore, "blobs">, count: number): Entry[] {
  const entries: Entry[] = [];
  for (let number = 0; number < count; number++) {
    const entry = sampleEntry(number);
    entries.push(entry);
    blobs.set(entryKey(entry, false), JSON.stringify(entry));
  }
  return entries;
}

function sampleEntry(number: number): Entry {
  const id = number
    .toString(32)
    .padStart(20, "0")
    .replace(/[0189]/g, (digit) => ({ "0": "w", "1": "x", "8": "y", "9": "z" })[digit] as string);
  return {
    id,
    name: `Visitor ${number}`,
    message:
      "I came by and read for a while. This is what I found, in a few words: " +
      `${"it was worth the way. ".repeat(number % 6)}(${number})`,
    url: number % 3 === 0 ? "https://visitor.example/" : "",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ts: new Date(fillStart + number * 1000).toISOString(),
  };
}
