import { parsePack, parseSingle } from "./keys.ts";
import type { BlobStore } from "./store.ts";

/** Text that one process keeps at most, in UTF-16 code units: the packs of some 100,000 entries. */
const capacity = 64_000_000;

/** Reads of single blobs that one process has under way at most, however many requests it answers. */
const concurrency = 40;

/** What a process that answers several requests keeps between them. */
interface Memory {
  /** Text of blobs by their keys, the least recently used first. */
  texts: Map<string, string>;
  /** Length of all texts. */
  size: number;
  /** Reads under way by their keys. */
  reads: Map<string, Promise<string | null>>;
  /** Reads that wait for one to end. */
  queue: (() => void)[];
  running: number;
}

export function createMemory(): Memory {
  return { texts: new Map(), size: 0, reads: new Map(), queue: [], running: 0 };
}

/**
 * A store that reads each blob once per process: blobs of entries never change, and their keys are unique. What is read
 * or written is kept until it takes too much room or a listing shows that it is gone; identical reads under way are one.
 * For readers only: what decides about deleting must see the store itself.
 */
export function remembering(store: BlobStore, memory: Memory): BlobStore {
  return {
    async *list(prefix) {
      const listed = new Set<string>();
      const known = [...memory.texts.keys()];
      for await (const page of store.list(prefix)) {
        if (prefix === undefined) for (const key of page) listed.add(key);
        yield page;
      }
      if (prefix === undefined) for (const key of known) if (!listed.has(key)) forget(memory, key);
    },
    async get(key) {
      if (!isImmutable(key)) return store.get(key);
      const known = memory.texts.get(key);
      if (known !== undefined) {
        keep(memory, key, known);
        return known;
      }
      const read = () => {
        const begun = memory.reads.get(key);
        if (begun !== undefined) return begun;
        const reading = inTurn(memory, () => store.get(key)).finally(() => memory.reads.delete(key));
        memory.reads.set(key, reading);
        return reading;
      };
      // A read that another request began may have failed because the process was suspended since.
      const text = await (memory.reads.has(key) ? read().catch(read) : read());
      if (text !== null) keep(memory, key, text);
      return text;
    },
    async set(key, text) {
      await store.set(key, text);
      if (isImmutable(key)) keep(memory, key, text);
    },
    delete: (key) => store.delete(key),
  };
}

function isImmutable(key: string): boolean {
  return parseSingle(key) !== null || parsePack(key) !== null;
}

function keep(memory: Memory, key: string, text: string): void {
  forget(memory, key);
  memory.texts.set(key, text);
  memory.size += text.length;
  for (const oldest of memory.texts.keys()) {
    if (memory.size <= capacity) break;
    forget(memory, oldest);
  }
}

function forget(memory: Memory, key: string): void {
  memory.size -= memory.texts.get(key)?.length ?? 0;
  memory.texts.delete(key);
}

async function inTurn<T>(memory: Memory, work: () => Promise<T>): Promise<T> {
  if (memory.running < concurrency) memory.running++;
  else await new Promise<void>((go) => memory.queue.push(go));
  try {
    return await work();
  } finally {
    // The place goes to the next in the queue, if there is one.
    const next = memory.queue.shift();
    if (next === undefined) memory.running--;
    else next();
  }
}
