import { expect, test } from "vitest";
import { answerLimit } from "../../functions/guestbook/entry.ts";
import { readPage } from "../../functions/guestbook/read.ts";
import { storageSettings } from "../../functions/guestbook/settings.ts";
import { sign } from "../../functions/guestbook/sign.ts";
import { compactToRest, createMemoryStore, fill, fillStart } from "../support/memory-store.ts";

const signature = { message: "while you read", name: "", url: "" };

test("with 100,000 entries at rest a first page is two calls to the store, and a first answer of 5 MB ten", async () => {
  const memory = createMemoryStore();
  fill(memory, 100_000);
  await compactToRest(memory.store, fillStart + 100_000_000);
  const cost = async (limit: number, expected: number) => {
    memory.resetOperations();
    const page = await readPage(memory.store, { from: null, limit, bytes: answerLimit });
    expect(page.count).toBe(expected);
    expect(page.entries.length).toBeGreaterThanOrEqual(Math.min(limit, 10_000));
    return memory.operations.list + memory.operations.get;
  };
  expect(await cost(50, 100_000)).toBeLessThanOrEqual(2);
  expect(await cost(1_000_000, 100_000)).toBeLessThanOrEqual(10);
  // And as many as do not make a pack yet, each in its own blob.
  const fresh = storageSettings.fewest - 1;
  for (let number = 0; number < fresh; number++)
    await sign(memory.store, { signature, userAgent: null, idempotencyKey: null, clock: Date.now });
  expect(await cost(50, 100_000 + fresh)).toBeLessThanOrEqual(2 + fresh);
});
