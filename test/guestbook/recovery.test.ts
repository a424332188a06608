import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  type MockInstance,
  test,
  vi,
} from "vitest";
import type { WebHandler } from "../../build/server/node-http.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { sampleEntry } from "../support/memory-store.ts";
import { openGuestbook, type TestGuestbook } from "./test-guestbook.ts";

// A store that answers badly now and then must never be taken at its word: not for longer than
// one request, and not for an empty guestbook.

let book: TestGuestbook;
let log: MockInstance<typeof console.error>;
beforeAll(async () => {
  book = await openGuestbook();
  await book.post({ message: "the first" });
});
afterAll(() => book.close());
beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => log.mockRestore());

/** What a store answers in place of what was asked for. */
type Bad = [what: string, body: string | null, status?: number];

/** The store, which answers the first request for some address with something else. */
function badOnce(isMeant: (url: URL) => boolean, body: string | null, status = 200): WebHandler {
  let isDone = false;
  return async (request) => {
    if (isDone || !isMeant(new URL(request.url))) return book.askStore(request);
    isDone = true;
    return new Response(body, { status });
  };
}

const html = "<!doctype html><title>Back soon</title>";
const badBlobs: Bad[] = [
  ["an empty body", ""],
  ["no body", null, 204],
  ["half of its JSON", '{"id":"aaaa'],
  ["a page of HTML", html],
  ["JSON's null", "null"],
  ["a list", "[]"],
  ["an object without fields", "{}"],
  ["another entry", JSON.stringify(sampleEntry(1))],
  ["a field that is no string", JSON.stringify({ ...sampleEntry(1), message: 7 })],
  ["404", null, 404],
  ["an error", null, 500],
  ["too many requests", null, 429],
];

test.each(badBlobs)("%s in place of a blob costs one request at most", async (_, ...bad) => {
  const { id } = (await (await book.post({ message: "read in the end" })).json()) as Entry;
  await book.withStore(
    badOnce(({ pathname }) => pathname.includes(id), ...bad),
    async () => {
      expect([200, 503]).toContain((await book.ask("/api/guestbook")).status);
      for (const path of ["/api/guestbook", "/guestbook/"]) {
        const response = await book.ask(path);
        expect([response.status, (await response.text()).includes(id)]).toEqual([200, true]);
      }
    },
  );
});

const isListing = ({ pathname }: URL): boolean => /^\/[^/]+\/[^/]+\/?$/.test(pathname);
const badListings: Bad[] = [
  ["an empty body", ""],
  ["no body", null, 204],
  ["half of its JSON", '{"blobs":[{"key":'],
  ["a page of HTML", html],
  ["JSON's null", "null"],
  ["a list", "[]"],
  ["an object without blobs", "{}"],
  ["blobs that are null", '{"blobs":null}'],
  ["blobs that are an object", '{"blobs":{}}'],
  ["a blob without a key", '{"blobs":[{}]}'],
  ["a blob that is null", '{"blobs":[null]}'],
  ["a key that is a number", '{"blobs":[{"key":1}]}'],
];

test.each(badListings)("%s in place of a listing is no empty guestbook", async (_, ...bad) => {
  const { count } = await book.list();
  expect(count).toBeGreaterThan(0);
  await book.withStore(badOnce(isListing, ...bad), async () => {
    expect((await book.list()).count).toBe(count);
  });
  const [body, status = 200] = bad;
  const always: WebHandler = async (request) =>
    isListing(new URL(request.url)) ? new Response(body, { status }) : book.askStore(request);
  await book.withStore(always, async () => {
    for (const path of ["/api/guestbook", "/guestbook/"])
      expect((await book.ask(path)).status).toBe(503);
    expect((await book.post({ message: "m" }, { "idempotency-key": "k" })).status).toBe(503);
  });
  expect((await book.list()).count).toBe(count);
});

test("a store that nobody has written to has no listing and is an empty guestbook", async () => {
  const nothing: WebHandler = async () => new Response(null, { status: 404 });
  await book.withStore(nothing, async () => expect((await book.list()).count).toBe(0));
});

test.each<[what: string, second: () => Response]>([
  ["has no second page", () => new Response(null, { status: 404 })],
  ["goes round in a circle", () => Response.json({ blobs: [], next_cursor: "more" })],
])("a listing that %s is a failure", async (_, second) => {
  const answer: WebHandler = async (request) => {
    const url = new URL(request.url);
    if (!isListing(url)) return book.askStore(request);
    if (url.searchParams.has("cursor")) return second();
    const listing = (await (await book.askStore(request)).json()) as object;
    return Response.json({ ...listing, next_cursor: "more" });
  };
  await book.withStore(answer, async () =>
    expect((await book.ask("/api/guestbook")).status).toBe(503),
  );
});
