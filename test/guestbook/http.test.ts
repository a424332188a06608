import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listen, type RunningServer } from "../../build/server/node-http.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import guestbook from "../../functions/guestbook/guestbook.ts";
import type { Problem } from "../../functions/guestbook/problems.ts";
import { contextFor, openGuestbook, type TestGuestbook } from "./test-guestbook.ts";

// The guestbook behind a real server, asked over real connections.

let book: TestGuestbook;
let server: RunningServer;
const work: Promise<unknown>[] = [];
beforeAll(async () => {
  book = await openGuestbook();
  server = await listen((request) => guestbook(request, contextFor("dev", work)));
});
afterAll(async () => {
  await server.stop();
  await Promise.all(work);
  await book.close();
});

const get = (path: string) => fetch(server.origin + path);
const count = async () => (await book.list()).count;

/** Sends a form and gives back what the page says and holds then. */
async function send(body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.origin}/guestbook/`, { method: "POST", body, headers, redirect: "manual" });
  const text = await response.text();
  const message = /<textarea [^>]*>\n([^<]*)<\/textarea>/.exec(text)?.[1];
  const name = /<input id="name" [^>]*value="([^"]*)"/.exec(text)?.[1];
  return { status: response.status, text, message, name, saysKept: text.includes("Your text is kept") };
}

const formType = { "content-type": "application/x-www-form-urlencoded" };

describe("the form gives back what could be read of a text that is refused", () => {
  const chinese = "本".repeat(6000);

  test("because it is too large, and names every fault at once", async () => {
    const before = await count();
    const sent = await send(new URLSearchParams({ message: chinese, name: "名".repeat(81) }));
    expect([sent.status, sent.message, sent.name, sent.saysKept]).toEqual([413, chinese, "名".repeat(81), true]);
    expect(sent.text).toContain("all of it together may have 16384 bytes");
    expect(sent.text).toContain('<a href="#message">The message has 6000 characters; at most 500 are allowed.</a>');
    expect(sent.text).toMatch(/id="name-fault">The name has 81 characters/);
    expect(await count()).toBe(before);
  });

  test.each<[string, BodyInit, string]>([
    ["percent-encoded", "message=caf%E9+au+lait&name=Zo%C3%AB", "caf\ufffd au lait"],
    ["as it is", Buffer.from("message=caf\xe9 au lait&name=Zo\xc3\xab", "latin1"), "caf\ufffd au lait"],
    ["cut", "name=Zo%C3%AB&message=caf%C3", "caf\ufffd"],
    ["beside what may not be shown", "message=caf%E9%07&name=Zo%C3%AB", "caf\ufffd\ufffd"],
  ])("because it is not UTF-8, %s, with U+FFFD at the places", async (_, body, message) => {
    const before = await count();
    const sent = await send(body, formType);
    expect([sent.status, sent.message, sent.name, sent.saysKept]).toEqual([400, message, "Zoë", true]);
    expect(sent.text).toContain("not encoded in UTF-8");
    expect(sent.text).toContain("� stands for a character that cannot be shown.");
    expect(await count()).toBe(before);
  });

  const files = new FormData();
  files.set("message", "from\r\nanother form");
  files.set("name", "Zoë");
  test.each<[string, NonNullable<RequestInit["body"]>, Record<string, string>]>([
    ["files", files, {}],
    ["JSON", '{"message":"from\\nanother form","name":"Zoë","url":7}', { "content-type": "application/json" }],
    [
      "a form in another encoding",
      "message=from%0D%0Aanother+form&name=Zo%C3%AB",
      { "content-type": `${formType["content-type"]}; charset=windows-1252` },
    ],
  ])("because it comes as %s", async (_, body, headers) => {
    const sent = await send(body, headers);
    expect([sent.status, sent.message, sent.name, sent.saysKept]).toEqual([415, "from\nanother form", "Zoë", true]);
    expect(sent.text).toContain("<code>application/x-www-form-urlencoded</code> in UTF-8");
  });

  test.each<[string, NonNullable<RequestInit["body"]>, Record<string, string>, number]>([
    ["plain text", "message=lost", { "content-type": "text/plain" }, 415],
    ["no JSON", "{", { "content-type": "application/json" }, 415],
    ["no object", "null", { "content-type": "application/json" }, 415],
    ["broken files", "--x\r\n", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["bytes that are packed", gzipSync("message=lost"), { ...formType, "content-encoding": "gzip" }, 415],
    ["a form without a text", "message=&name=", formType, 400],
    ["nothing", "", formType, 400],
  ])("and does not say so of %s", async (_, body, headers, status) => {
    const sent = await send(body, headers);
    expect([sent.status, sent.message, sent.saysKept]).toEqual([status, "", false]);
    expect(sent.text).toContain("Not confirmed");
  });
});

describe("a query that is not understood", () => {
  test.each(["from=x", "limit=0", "from=x&limit=1e3"])(
    "%s has the same reasons on the page as in the API",
    async (query) => {
      const problem = (await (await get(`/api/guestbook?${query}`)).json()) as Problem;
      const page = await get(`/guestbook/?${query}`);
      const text = (await page.text()).replace(/<\/?code>/g, "`");
      expect([page.status, problem.errors?.length]).toEqual([400, query.split("&").length]);
      for (const { detail } of problem.errors ?? []) expect(text).toContain(`<p>${detail}</p>`);
      expect(text).toContain('<a href="/guestbook/#entries">');
      expect(text).not.toContain("Not confirmed");
    },
  );
});

describe("the next page", () => {
  beforeAll(async () => {
    for (let number = 0; number < 7; number++) await book.post({ message: `entry ${number}` });
  });

  test("is as long as this one, by the body's address and by the header's", async () => {
    const all = (await book.list()).entries.map(({ id }) => id);
    for (const follow of ["body", "header"] as const) {
      const ids: string[] = [];
      for (let address: string | undefined = `${server.origin}/api/guestbook?limit=3`; address !== undefined; ) {
        const response: Response = await fetch(address);
        const { entries, next } = (await response.json()) as { entries: Entry[]; next?: string };
        const linked: string | undefined = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
        expect(linked).toBe(next);
        ids.push(...entries.map(({ id }) => id));
        expect(entries).toHaveLength(next === undefined ? ((all.length - 1) % 3) + 1 : 3);
        address = follow === "body" ? next : linked;
      }
      expect(ids).toEqual(all);
    }
  });
});

test.each([
  ["/api/guestbook", "application/json", '{"message":"cut'],
  ["/guestbook/", "application/x-www-form-urlencoded", "message=cut"],
  ["/guestbook/", "multipart/form-data; boundary=x", "--x\r\n"],
])("a client of %s that hangs up in mid-body is no internal error (%s)", async (path, type, begun) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const before = await count();
  const answered = vi.fn();
  const watched = await listen(async (request) => {
    const response = await guestbook(request, contextFor("dev", work));
    answered(response.status);
    return response;
  });
  try {
    for (const hangUp of ["end", "destroy", "resetAndDestroy"] as const) {
      const socket = connect(watched.port, "127.0.0.1").on("error", () => {});
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${begun}`);
      await pause(50);
      socket[hangUp]();
    }
    await expect.poll(() => answered.mock.calls.length).toBe(3);
    expect(answered.mock.calls.flat()).not.toContain(500);
    expect(log.mock.calls).toEqual([]);
    expect(await count()).toBe(before);
    expect((await fetch(`${watched.origin}/api/guestbook?limit=1`)).status).toBe(200);
  } finally {
    log.mockRestore();
    await watched.stop();
  }
});
