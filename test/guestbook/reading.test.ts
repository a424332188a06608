import { beforeEach, describe, expect, test } from "vitest";
import {
  eraseEntries,
  findEntries,
  finishErasing,
  removeEntries,
  restoreEntries,
} from "../../build/cli/guestbook/moderation.ts";
import { answerLimits, readEntries } from "../../functions/guestbook/api.ts";
import { createBlobCache, type EntryPage, sign } from "../../functions/guestbook/book.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { sentence } from "../../functions/guestbook/entry.ts";
import { entryKey, positionOf } from "../../functions/guestbook/keys.ts";
import { type BlobStore, StoreError } from "../../functions/guestbook/store.ts";
import { createMemoryStore, fill, fillStart, type MemoryStore } from "../support/memory-store.ts";
import { readPage } from "../support/read-page.ts";
import { contextFor } from "./test-guestbook.ts";

const whole = { from: null, limit: answerLimits.entries, bytes: answerLimits.bytes };
const signature = { message: "while you read", name: "", url: "" };
const reason = { reason: "r", ts: "" };

const visit = { isClosed: false, host: contextFor("dev") };
const idsOf = ({ entries }: EntryPage) => entries.map(({ id }) => id);
const post = (store: BlobStore, time: number, idempotencyKey: string | null = null) =>
  sign(store, { signature, userAgent: null, idempotencyKey, now: time });

let memory: MemoryStore;
let store: BlobStore;
beforeEach(() => {
  memory = createMemoryStore();
  ({ store } = memory);
});

describe("the pages", () => {
  test.each([1, 7])(
    "followed one by one visit every entry once, %i at a time, also while others post",
    async (limit) => {
      const entries = fill(memory, 60);
      const seen: string[] = [];
      let time = fillStart + 60_000;
      for (let from: string | null = null; seen.length === 0 || from !== null; ) {
        const page = await readPage(store, { ...whole, limit, from });
        seen.push(...idsOf(page));
        from = page.next;
        await post(store, (time += 1000));
      }
      expect(seen).toEqual(entries.map(({ id }) => id).reverse());
    },
  );

  test("close at their bytes but have one entry at least, and the next begins there", async () => {
    const entries = fill(memory, 40);
    for (const entry of entries)
      memory.blobs.set(
        entryKey(entry, false),
        JSON.stringify({ ...entry, message: "本".repeat(2000) }),
      );
    const page = await readPage(store, { ...whole, bytes: 100_000 });
    expect(Buffer.byteLength(JSON.stringify(page.entries))).toBeLessThanOrEqual(100_002);
    expect([page.count, page.entries.length > 10]).toEqual([40, true]);
    expect(page.next).toBe(positionOf(entries.toReversed()[page.entries.length] as Entry));
    expect((await readPage(store, { ...whole, bytes: 1 })).entries).toHaveLength(1);
    const before = `20200101T000000000Z-${entries[0]?.id}`;
    expect(await readPage(store, { ...whole, from: before })).toMatchObject({
      count: 40,
      entries: [],
      next: null,
    });
  });

  test("have two copies of one retry once, and the earliest is the entry", async () => {
    const [entry] = fill(memory, 30) as [Entry];
    memory.blobs.delete(entryKey(entry, false));
    const twin = { ...entry, ts: new Date(fillStart + 60_000).toISOString() };
    for (const copy of [twin, entry]) memory.blobs.set(entryKey(copy, true), JSON.stringify(copy));
    const page = await readPage(store, whole);
    expect([page.count, page.entries.length, page.entries.at(-1)]).toEqual([30, 30, entry]);
    // Removing, restoring and erasing are about all copies.
    await removeEntries(store, await findEntries(store, [entry.id]), reason);
    expect((await readPage(store, whole)).count).toBe(29);
    await restoreEntries(store, await findEntries(store, [entry.id]));
    await eraseEntries(store, await findEntries(store, [entry.id]), reason, fillStart);
    expect([...memory.blobs.keys()].filter((key) => key.startsWith("ids/"))).toEqual([
      `ids/${entry.id}.erased.20260101T000000000Z`,
    ]);
  });
});

test("a blob that is gone when it is read is looked for by a new listing, and is a failure where that goes on to show it", async () => {
  const [entry] = fill(memory, 3) as [Entry];
  const gone: BlobStore = {
    ...store,
    async get(key) {
      // The owner erases it between the listing and this read.
      if (key.includes(entry.id)) memory.blobs.delete(key);
      return store.get(key);
    },
  };
  expect((await readPage(gone, whole)).count).toBe(2);
  expect(memory.operations.list).toBe(2);
  const never: BlobStore = { ...store, get: async () => null };
  await expect(readPage(never, whole)).rejects.toThrow(/is gone/);
});

describe("what it costs, in calls to the store", () => {
  const calls = () => Object.values(memory.operations).reduce((sum, each) => sum + each, 0);

  test.each([10, 5000])(
    "beside %i entries a post is one call, one with a key four at most",
    async (count) => {
      fill(memory, count);
      await post(store, fillStart);
      expect(memory.operations).toEqual({ list: 0, get: 0, set: 1, delete: 0 });
      memory.resetOperations();
      const entry = await post(store, fillStart, "first");
      expect(calls()).toBeLessThanOrEqual(4);
      memory.resetOperations();
      expect(await post(store, fillStart, "first")).toEqual(entry);
      expect([calls() <= 2, memory.operations.set]).toEqual([true, 0]);
    },
  );

  test("an answer reads one listing and the blobs it shows, a process each blob once, an unchanged one none", async () => {
    fill(memory, 3000);
    const cache = createBlobCache();
    let [underWay, most] = [0, 0];
    const slow: BlobStore = {
      ...store,
      async get(key) {
        most = Math.max(most, ++underWay);
        await new Promise(setImmediate);
        underWay--;
        return store.get(key);
      },
    };
    for (const get of [600, 0]) {
      memory.resetOperations();
      expect((await readPage(slow, { ...whole, limit: 600 }, cache)).entries).toHaveLength(600);
      expect(memory.operations).toMatchObject({ list: 3, get });
    }
    // Many at a time, because a thousand, one after the other, would take half a minute; but not
    // all.
    expect(most > 64 && most <= 256).toBe(true);
    const asked = async (headers: HeadersInit) => {
      memory.resetOperations();
      const request = new Request("https://house.example/api/guestbook?limit=600", { headers });
      return readEntries({ ...visit, request, openStore: () => slow, cache }, answerLimits);
    };
    const { etag, page } = await asked({});
    expect(page?.entries).toHaveLength(600);
    expect(await asked({ "if-none-match": etag })).toEqual({ etag, page: null });
    expect(memory.operations).toMatchObject({ list: 3, get: 0 });
  });

  test("a process keeps nothing of what readers no longer see", async () => {
    const [entry] = fill(memory, 5) as [Entry];
    const cache = createBlobCache();
    await readPage(store, whole, cache);
    const size = cache.size;
    await removeEntries(store, await findEntries(store, [entry.id]), reason);
    await readPage(store, whole, cache);
    expect([cache.entries.size, [...cache.entries.keys()].join().includes(entry.id)]).toEqual([
      4,
      false,
    ]);
    expect(cache.size).toBe(size - JSON.stringify(entry).length);
  });

  test("readers of one blob share one call, and one more when that fails for the reader who began it", async () => {
    const [entry] = fill(memory, 1) as [Entry];
    const failing: BlobStore = {
      ...store,
      async get(key) {
        const text = await store.get(key);
        if (memory.operations.get === 1) throw new Error("suspended");
        return text;
      },
    };
    const cache = createBlobCache();
    const reads = await Promise.allSettled(
      Array.from({ length: 5 }, () => readPage(failing, whole, cache)),
    );
    expect(reads.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(memory.operations.get).toBe(2);
    expect(idsOf(await readPage(failing, whole, cache))).toEqual([entry.id]);
    expect(memory.operations.get).toBe(2);
  });
});

describe("a retry", () => {
  const hour = 3_600_000;
  const at = (hours: number) => post(store, fillStart + hours * hour, "k");

  test("past midnight, within the day, is the entry that is there; after a day it is another", async () => {
    const first = await at(10);
    memory.resetOperations();
    expect([await at(33), memory.operations.set]).toEqual([first, 0]);
    expect((await at(35)).id).not.toBe(first.id);
  });

  test.each(["removed", "erased"])(
    "of an entry that was %s stores nothing, and after a day is new",
    async (how) => {
      const { id } = await at(10);
      if (how === "removed") await removeEntries(store, await findEntries(store, [id]), reason);
      else await eraseEntries(store, await findEntries(store, [id]), reason, fillStart + 11 * hour);
      memory.resetOperations();
      for (const hours of [12, 33])
        await expect(at(hours)).rejects.toThrow(sentence("removed").detail);
      expect(memory.operations).toMatchObject({ set: 0, delete: 0 });
      expect((await at(35)).id).not.toBe(id);
    },
  );

  /** What happens right after a post has written its blob, before it looks again. */
  const afterWrite = (happens: () => Promise<unknown>): BlobStore => ({
    ...store,
    async set(key, text) {
      await store.set(key, text);
      await happens();
    },
  });

  test("that writes after the owner's mark of erasing deletes what it wrote, and is refused", async () => {
    const late = afterWrite(async () => {
      const [key = ""] = [...memory.blobs.keys()];
      memory.blobs.set(key.replace(".entry.", ".erased."), "{}");
    });
    await expect(post(late, fillStart, "k")).rejects.toThrow(sentence("removed").detail);
    expect([...memory.blobs.keys()]).toEqual([expect.stringContaining(".erased.")]);
  });

  test("that cannot look after it wrote is not confirmed, because it may have been erased", async () => {
    const failing = afterWrite(async () => {
      failing.list = () => {
        throw new StoreError("The store failed.");
      };
    });
    await expect(post(failing, fillStart, "k")).rejects.toThrow(StoreError);
  });

  test("at the same moment as an earlier one is answered with that", async () => {
    const twin: Entry[] = [];
    const second = afterWrite(async () => {
      const [text = ""] = [...memory.blobs.values()];
      twin[0] = { ...(JSON.parse(text) as Entry), ts: new Date(fillStart - 50).toISOString() };
      memory.blobs.set(entryKey(twin[0], true), JSON.stringify(twin[0]));
    });
    expect([await post(second, fillStart, "k"), twin.length]).toEqual([twin[0], 1]);
  });
});

describe("at midnight UTC, when the ids of one request change", () => {
  const midnight = fillStart + 24 * 3_600_000;
  /** Puts what a request left that was made so many milliseconds after midnight. */
  const put = async (after: number, only = createMemoryStore()) => {
    const entry = await post(only.store, midnight + after, "k");
    for (const [key, text] of only.blobs) memory.blobs.set(key, text);
    return entry;
  };
  const list = async () => (await readPage(store, whole)).entries;
  const found = async (id: string) => findEntries(store, [id]);

  test.each([
    ["two copies of one request", -5, 5],
    ["a retry of a clock that went back", 5, -5],
    ["copies half a day apart", -12 * 3_600_000, 3_600_000],
  ])("%s are one entry, the earliest", async (_, first, second) => {
    const entries = [await put(first), await put(second)];
    expect(entries[0]?.id).not.toBe(entries[1]?.id);
    const earliest = entries.sort((a, b) => (a.ts < b.ts ? -1 : 1))[0] as Entry;
    expect(await list()).toEqual([earliest]);
    memory.resetOperations();
    for (const retried of [-20, 20])
      expect(await post(store, midnight + retried, "k")).toEqual(earliest);
    expect(memory.operations.set).toBe(0);
  });

  test("a retry finds what is there, on whichever side the clock is", async () => {
    for (const [first, second] of [
      [-5, 5],
      [5, -5],
    ] as const) {
      memory.blobs.clear();
      const entry = await post(store, midnight + first, "k");
      expect(await post(store, midnight + second, "k")).toEqual(entry);
      expect(memory.blobs.size).toBe(1);
    }
  });

  test.each([0, 1])(
    "the owner's commands are about all copies, named by copy %i",
    async (named) => {
      const { id } = [await put(-5), await put(5)][named] as Entry;
      const expectGone = async () => {
        expect(await list()).toEqual([]);
        for (const retried of [-20, 20])
          await expect(post(store, midnight + retried, "k")).rejects.toThrow(
            sentence("removed").detail,
          );
      };
      await removeEntries(store, await found(id), reason);
      await expectGone();
      await restoreEntries(store, await found(id));
      expect(await list()).toHaveLength(1);
      await eraseEntries(store, await found(id), reason, midnight);
      await expectGone();
      expect([...memory.blobs.values()].join("")).not.toContain(signature.message);
      // A process that ended right after its late write.
      await put(10);
      await expectGone();
      await finishErasing(store, midnight);
      expect([...memory.blobs.values()].join("")).not.toContain(signature.message);
    },
  );

  test.each(["is there", "removed", "erased"])(
    "the same words a day later are an entry of their own, also where the first is %s",
    async (how) => {
      const [first] = [await put(-5), await put(5)] as const;
      if (how === "removed") await removeEntries(store, await found(first.id), reason);
      if (how === "erased") await eraseEntries(store, await found(first.id), reason, midnight);
      for (const retried of [-5, 5]) {
        const day = 24 * 3_600_000 + 10;
        const later = await post(store, midnight + day + retried, "k");
        expect((await list()).map(({ id }) => id)).toEqual(
          how === "is there" ? [later.id, first.id] : [later.id],
        );
        expect(later.id).not.toBe(first.id);
        // Its own fate is its own.
        await removeEntries(store, await found(later.id), reason);
        expect(await list()).toHaveLength(how === "is there" ? 1 : 0);
        await restoreEntries(store, await found(later.id));
      }
    },
  );
});
