import { setTimeout as pause } from "node:timers/promises";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { entryKey } from "../../functions/guestbook/keys.ts";
import type { BlobStore } from "../../functions/guestbook/store.ts";

/** Calls to a store; each page of a listing is one. */
type Operations = Record<"list" | "get" | "set" | "delete", number>;

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
  const call = async <T>(name: keyof Operations, effect: () => T): Promise<T> => {
    operations[name]++;
    if (latency > 0) await pause(latency);
    return effect();
  };
  const store: BlobStore = {
    async *list(prefix = "") {
      const keys = [...blobs.keys()].filter((key) => key.startsWith(prefix)).sort();
      for (let start = 0; start === 0 || start < keys.length; start += pageSize)
        yield await call("list", () => keys.slice(start, start + pageSize));
    },
    get: (key) => call("get", () => blobs.get(key) ?? null),
    set: (key, text) => call("set", () => void blobs.set(key, text)),
    delete: (key) => call("delete", () => void blobs.delete(key)),
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
  const entries = Array.from({ length: count }, (_, number) => sampleEntry(number));
  for (const entry of entries) blobs.set(entryKey(entry, false), JSON.stringify(entry));
  return entries;
}

/** An entry like others, of some number. */
export function sampleEntry(number: number): Entry {
  const letters = [...String(number)].map((digit) => "abcdefghij"[Number(digit)]);
  return {
    id: letters.join("").padStart(20, "a"),
    name: `Visitor ${number}`,
    message: `I came by and read for a while. ${"It was worth the way. ".repeat(number % 6)}(${number})`,
    url: number % 3 === 0 ? "https://visitor.example/" : "",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ts: new Date(fillStart + number * 1000).toISOString(),
  };
}
