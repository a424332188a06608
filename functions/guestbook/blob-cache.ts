import { parsePack, parseSingle } from "./keys.ts";
import type { BlobStore } from "./store.ts";

/** Text that one process keeps at most, in UTF-16 code units: the packs of some 100,000 entries. */
const capacity = 64_000_000;

/** Reads of single blobs that one process has under way at most, however many requests it answers. */
const concurrency = 40;

/** What a process that answers several requests keeps between them. */
interface BlobCache {
  /** Text of blobs by their keys, the least recently used first. */
  texts: Map<string, string>;
  /** Length of all texts. */
  size: number;
  /** Reads under way by their keys. */
  reads: Map<string, Promise<string | null>>;
  /** Reads that wait until another has ended. */
  queue: (() => void)[];
  running: number;
}

/** A cache with nothing in it. */
export function createBlobCache(): BlobCache {
  return { texts: new Map(), size: 0, reads: new Map(), queue: [], running: 0 };
}

/**
 * A store that reads each blob once per process: blobs of entries never change, and their keys are unique. What is read
 * or written is kept until it takes too much room or a listing shows that it is gone; identical reads under way are
 * one. For readers only: what decides about deleting must see the store itself.
 */
export function withCache(store: BlobStore, cache: BlobCache): BlobStore {
  return {
    async *list(prefix) {
      const listed = new Set<string>();
      const known = [...cache.texts.keys()];
      for await (const page of store.list(prefix)) {
        if (prefix === undefined) for (const key of page) listed.add(key);
        yield page;
      }
      if (prefix === undefined) for (const key of known) if (!listed.has(key)) forget(cache, key);
    },
    async get(key) {
      if (!isImmutable(key)) return store.get(key);
      const known = cache.texts.get(key);
      if (known !== undefined) {
        keep(cache, key, known);
        return known;
      }
      const read = () => {
        const begun = cache.reads.get(key);
        if (begun !== undefined) return begun;
        const reading = inTurn(cache, () => store.get(key)).finally(() => cache.reads.delete(key));
        cache.reads.set(key, reading);
        return reading;
      };
      // A read that another request began may have failed because the process was suspended since.
      const text = await (cache.reads.has(key) ? read().catch(read) : read());
      if (text !== null) keep(cache, key, text);
      return text;
    },
    async set(key, text) {
      await store.set(key, text);
      if (isImmutable(key)) keep(cache, key, text);
    },
    delete: (key) => store.delete(key),
  };
}

function isImmutable(key: string): boolean {
  return parseSingle(key) !== null || parsePack(key) !== null;
}

function keep(cache: BlobCache, key: string, text: string): void {
  forget(cache, key);
  cache.texts.set(key, text);
  cache.size += text.length;
  for (const oldest of cache.texts.keys()) {
    if (cache.size <= capacity) break;
    forget(cache, oldest);
  }
}

function forget(cache: BlobCache, key: string): void {
  cache.size -= cache.texts.get(key)?.length ?? 0;
  cache.texts.delete(key);
}

async function inTurn<T>(cache: BlobCache, work: () => Promise<T>): Promise<T> {
  if (cache.running < concurrency) cache.running++;
  else await new Promise<void>((go) => cache.queue.push(go));
  try {
    return await work();
  } finally {
    // The place goes to the next in the queue, if there is one.
    const next = cache.queue.shift();
    if (next === undefined) cache.running--;
    else next();
  }
}
