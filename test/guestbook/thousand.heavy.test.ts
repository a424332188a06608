import { afterAll, beforeAll, expect, test } from "vitest";
import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { entryKey } from "../../functions/guestbook/keys.ts";
import { openStore, storeName } from "../../functions/guestbook/store.ts";
import { eventually } from "../support/eventually.ts";
import { createMemoryStore, fill } from "../support/memory-store.ts";
import { openGuestbook, origin, type TestGuestbook } from "./test-guestbook.ts";

let book: TestGuestbook;
beforeAll(async () => void (book = await openGuestbook()));
afterAll(() => book.close());

test("a thousand entries come whole; body and header lead on to more, also where a greater limit is asked for", async () => {
  const store = openStore(storeName("thousand"), { timeout: 5000 });
  const entries = fill(createMemoryStore(), 1001);
  const write = (entry: Entry) => store.set(entryKey(entry, false), JSON.stringify(entry));
  const list = async (path: string) => {
    // On a busy machine the store may take longer than the guestbook waits: it says so, and knows
    // more the next time.
    const response = await eventually(
      () => book.ask(path, {}, "thousand"),
      ({ status }) => status !== 503,
    );
    const { count, next, entries } = (await response.json()) as Awaited<
      ReturnType<typeof book.list>
    >;
    expect(/<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1]).toBe(next);
    return { shown: [count, entries.length], next: next?.replace(origin, "") };
  };
  await mapConcurrently(entries.slice(1), write);
  for (const query of ["", "?limit=999999"])
    expect(await list(`/api/guestbook${query}`)).toEqual({ shown: [1000, 1000], next: undefined });
  await write(entries[0] as Entry);
  for (const query of ["", "?limit=5000"]) {
    const { shown, next = "" } = await list(`/api/guestbook${query}`);
    expect([shown, next.endsWith("&limit=5000")]).toEqual([[1001, 1000], query !== ""]);
    expect(await list(next)).toEqual({ shown: [1001, 1], next: undefined });
  }
});
