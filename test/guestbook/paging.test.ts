import { describe, expect, test } from "vitest";
import { createBlobCache, withCache } from "../../functions/guestbook/blob-cache.ts";
import { compact } from "../../functions/guestbook/compact.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { answerLimit } from "../../functions/guestbook/entry.ts";
import { eraseEntry } from "../../functions/guestbook/erase.ts";
import { markKey, positionOf, singleKey } from "../../functions/guestbook/keys.ts";
import { listStore } from "../../functions/guestbook/listing.ts";
import { removeEntry, restoreEntry } from "../../functions/guestbook/moderation.ts";
import { type EntryPage, readPage } from "../../functions/guestbook/read.ts";
import { storageSettings } from "../../functions/guestbook/settings.ts";
import { EntryRemovedError, sign } from "../../functions/guestbook/sign.ts";
import { compactToRest, createMemoryStore, fill, fillStart, type MemoryStore } from "../support/memory-store.ts";

const whole = { from: null, limit: 1_000_000, bytes: answerLimit };
const signature = { message: "while you read", name: "", url: "" };

async function readAll(
  { store }: MemoryStore,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<EntryPage[]> {
  const pages: EntryPage[] = [];
  for (let from: string | null | undefined; from !== null; ) {
    const page: EntryPage = await readPage(store, { from: from ?? null, limit, bytes: answerLimit });
    pages.push(page);
    from = page.next;
    await between();
  }
  return pages;
}

const idsOf = (pages: readonly EntryPage[]) => pages.flatMap((page) => page.entries.map((entry) => entry.id));

describe("following the pages", () => {
  test.each([1, 7, 50, 1000])(
    "visits every entry once, newest first, %i at a time, also while others post and compaction runs",
    async (limit) => {
      const memory = createMemoryStore();
      const entries = fill(memory, limit === 1 ? 60 : 700);
      let time = fillStart + 700_000;
      const pages = await readAll(memory, limit, async () => {
        time += 100_000;
        await sign(memory.store, { signature, userAgent: null, idempotencyKey: null, clock: () => time });
        await compact(memory.store, { clock: () => time }, { ...storageSettings, packBytes: 20_000 });
      });
      expect(idsOf(pages)).toEqual(entries.map((entry) => entry.id).reverse());
      expect(pages[0]?.count).toBe(entries.length);
    },
  );

  test("a page closes at its bytes, and the next begins there", async () => {
    const memory = createMemoryStore();
    const entries = fill(memory, 40);
    for (const entry of entries)
      memory.blobs.set(
        singleKey(positionOf(entry), { keyed: false }),
        JSON.stringify({ ...entry, message: "本".repeat(2000) }),
      );
    const page = await readPage(memory.store, { ...whole, bytes: 100_000 });
    expect(Buffer.byteLength(JSON.stringify(page.entries))).toBeLessThanOrEqual(100_002);
    expect(page.entries.length).toBeGreaterThan(10);
    expect(page.next).toBe(positionOf(entries.toReversed()[page.entries.length] as Entry));
  });

  test("the last page has no next, even if it ends where an archive ends", async () => {
    const memory = createMemoryStore();
    fill(memory, 100);
    await compactToRest(memory.store, fillStart + 200_000);
    const [first, second, ...more] = await readAll(memory, 50);
    expect([first?.entries.length, second?.entries.length, more.length]).toEqual([50, 50, 0]);
  });
});

describe("the count", () => {
  test("is that of all entries wherever they are, less the removed ones", async () => {
    const memory = createMemoryStore();
    const entries = fill(memory, 900);
    await compactToRest(memory.store, fillStart + 1_000_000);
    await compact(memory.store, { clock: () => fillStart + 9_000_000 }, { ...storageSettings, packBytes: 50_000 });
    const reason = { reason: "r", ts: "" };
    for (const index of [0, 450, 899]) await removeEntry(memory.store, (entries[index] as Entry).id, reason);
    const fresh = await sign(memory.store, {
      signature,
      userAgent: null,
      idempotencyKey: null,
      clock: () => fillStart + 9_000_000,
    });
    for (const limit of [1, 100, 1000]) expect((await readPage(memory.store, { ...whole, limit })).count).toBe(898);
    await restoreEntry(memory.store, (entries[450] as Entry).id);
    const page = await readPage(memory.store, whole);
    expect([page.count, page.entries.length, page.entries[0]?.id]).toEqual([899, 899, fresh.id]);
    expect(page.entries.some((entry) => entry.id === (entries[0] as Entry).id)).toBe(false);
  });

  test("counts two copies of one retry once, before they are packed and after", async () => {
    const memory = createMemoryStore();
    const [entry] = fill(memory, 30) as [Entry];
    memory.blobs.delete(singleKey(positionOf(entry), { keyed: false }));
    const twin = { ...entry, ts: new Date(fillStart + storageSettings.twinWindow).toISOString() };
    for (const copy of [entry, twin])
      memory.blobs.set(singleKey(positionOf(copy), { keyed: true }), JSON.stringify(copy));
    expect((await readPage(memory.store, whole)).count).toBe(30);
    for (let time = fillStart + 1_000_000, runs = 0; runs < 4; runs++, time += storageSettings.retryWindow) {
      await compact(memory.store, { clock: () => time });
      const page = await readPage(memory.store, whole);
      expect([page.count, page.entries.length]).toEqual([30, 30]);
    }
    expect([...memory.blobs.keys()].filter((key) => !key.startsWith("packs/"))).toEqual([]);
  });
});

describe("what it costs, in calls to the store", () => {
  test.each([10, 5000])("a post with an Idempotency-Key is four calls at most beside %i entries", async (count) => {
    const memory = createMemoryStore();
    fill(memory, count);
    const post = (key: string) =>
      sign(memory.store, { signature, userAgent: null, idempotencyKey: key, clock: () => fillStart });
    const calls = () => Object.values(memory.operations).reduce((sum, each) => sum + each, 0);
    memory.resetOperations();
    const entry = await post("first");
    expect(calls()).toBeLessThanOrEqual(4);
    memory.resetOperations();
    expect(await post("first")).toEqual(entry);
    expect([calls() <= 2, memory.operations.set]).toEqual([true, 0]);
  });

  test("a flood that nobody read is read page by page, and tidied step by step", async () => {
    const memory = createMemoryStore();
    fill(memory, 30_000);
    memory.resetOperations();
    const page = await readPage(memory.store, { ...whole, limit: 50 });
    expect([page.count, page.entries.length]).toEqual([30_000, 50]);
    expect(memory.operations.list + memory.operations.get).toBeLessThanOrEqual(30 + 51);
    memory.resetOperations();
    const clock = () => fillStart + 100_000_000;
    await compact(memory.store, { clock });
    // One run is bounded however large the backlog is.
    expect(memory.operations.get).toBeLessThanOrEqual(storageSettings.most);
    await compactToRest(memory.store, clock());
    expect((await listStore(memory.store)).singles).toEqual([]);
    expect(memory.blobs.size).toBeLessThan(20);
  }, 60_000);

  test("a post is one write, and posts at once do not wait for one another", async () => {
    const memory = createMemoryStore();
    let inFlight = 0;
    let most = 0;
    const store = {
      ...memory.store,
      async set(key: string, text: string) {
        most = Math.max(most, ++inFlight);
        await new Promise(setImmediate);
        await memory.store.set(key, text);
        inFlight--;
      },
    };
    await Promise.all(
      Array.from({ length: 50 }, () =>
        sign(store, { signature, userAgent: null, idempotencyKey: null, clock: Date.now }),
      ),
    );
    expect(memory.operations).toEqual({ list: 0, get: 0, set: 50, delete: 0 });
    expect(most).toBe(50);
    expect((await readPage(memory.store, whole)).count).toBe(50);
  });

  test("a retry writes nothing", async () => {
    const memory = createMemoryStore();
    const request = { signature, userAgent: null, idempotencyKey: "k" };
    const clock = () => fillStart;
    const first = await sign(memory.store, { ...request, clock });
    fill(memory, 20);
    await compactToRest(memory.store, fillStart + 3_600_000);
    memory.resetOperations();
    // Archived meanwhile, past midnight, within the day: found all the same.
    expect(await sign(memory.store, { ...request, clock: () => fillStart + 23 * 3_600_000 })).toEqual(first);
    expect(memory.operations.set).toBe(0);
    const later = await sign(memory.store, { ...request, clock: () => fillStart + 25 * 3_600_000 });
    expect(later.id).not.toBe(first.id);
  });

  test("a retry of an archived entry that was removed writes nothing, and after a day is a new entry", async () => {
    const memory = createMemoryStore();
    const at = (hours: number) => ({
      signature,
      userAgent: null,
      idempotencyKey: "k",
      clock: () => fillStart + hours * 3_600_000,
    });
    const first = await sign(memory.store, at(0));
    fill(memory, 20);
    await compactToRest(memory.store, fillStart + 3_600_000);
    await removeEntry(memory.store, first.id, { reason: "r", ts: "" });
    memory.resetOperations();
    await expect(sign(memory.store, at(23))).rejects.toThrow(EntryRemovedError);
    expect(memory.operations).toMatchObject({ set: 0, delete: 0 });
    expect((await sign(memory.store, at(25))).id).not.toBe(first.id);
  });
});

test("readers of one blob share one call, and one more when that fails for the reader who began it", async () => {
  const { store, operations } = createMemoryStore();
  const key = singleKey(`20260101T000000000Z-${"a".repeat(20)}`, { keyed: false });
  await store.set(key, "text");
  const failing = {
    ...store,
    async get(asked: string) {
      const text = await store.get(asked);
      if (operations.get === 1) throw new Error("suspended");
      return text;
    },
  };
  const shared = withCache(failing, createBlobCache());
  const reads = await Promise.allSettled(Array.from({ length: 5 }, () => shared.get(key)));
  expect(reads.map(({ status }) => status)).toEqual(["rejected", ...Array(4).fill("fulfilled")]);
  expect(operations.get).toBe(2);
  expect([await shared.get(key), operations.get]).toEqual(["text", 2]);
});

test("compaction is asked for when there is something to do, and rests when there is not", async () => {
  const memory = createMemoryStore();
  const due = async (time: number) => (await readPage(memory.store, { ...whole, limit: 1 }, time)).isCompactionDue;
  const start = fillStart + 1_000_000;
  expect(await due(start)).toBe(false);
  fill(memory, storageSettings.fewest - 1);
  expect(await due(start)).toBe(false);
  fill(memory, storageSettings.fewest + 5);
  expect(await due(start)).toBe(true);
  await compact(memory.store, { clock: () => start });
  expect(await due(start + 1000)).toBe(false);
  expect(await due(start + storageSettings.grace)).toBe(true);
  await compactToRest(memory.store, start);
  expect(await due(start + 10 * storageSettings.grace)).toBe(false);
  await memory.store.set(markKey("removed", `20260101T000000000Z-${"a".repeat(20)}`, fillStart), "{}");
  expect(await due(start + 10 * storageSettings.grace)).toBe(false);
});

test("what a clock an hour ahead has packed is erased with one mark, when that hour and the grace period are over", async () => {
  const memory = createMemoryStore();
  const [entry] = fill(memory, 20) as [Entry];
  const { grace } = storageSettings;
  const ahead = fillStart + 3_600_000;
  await compact(memory.store, { clock: () => ahead });
  let time = fillStart + grace;
  for (const key of memory.blobs.keys()) if (key.startsWith("entries/")) memory.blobs.delete(key);
  await eraseEntry(memory.store, entry.id, {
    reason: { reason: "r", ts: "" },
    clock: () => time++,
    wait: async (milliseconds) => void (time += milliseconds),
  });
  expect(time).toBeGreaterThanOrEqual(ahead + 2 * grace);
  const keys = [...memory.blobs.keys()];
  expect(keys.filter((key) => key.includes(".erased."))).toHaveLength(1);
  expect([...memory.blobs].filter(([key, text]) => key.startsWith("packs/") && text.includes(entry.id))).toEqual([]);
  expect((await readPage(memory.store, whole, time)).count).toBe(19);
});
