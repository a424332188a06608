import { gzipSync } from "node:zlib";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from "vitest";
import { eraseEntries, findEntries, removeEntries } from "../../build/cli/guestbook/moderation.ts";
import { catalogue } from "../../build/documents/catalogue.ts";
import { openapi } from "../../build/documents/openapi.ts";
import { schemas } from "../../build/documents/schemas.ts";
import { createAjv } from "../../build/lib/json-schema.ts";
import { guestbookOperations } from "../../build/model/operations.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import {
  Entry as EntrySchema,
  Guestbook as GuestbookSchema,
  Problem as ProblemSchema,
} from "../../build/schemas/guestbook.ts";
import type { WebHandler } from "../../build/server/node-http.ts";
import { bodyLimit, type Entry } from "../../functions/guestbook/entry.ts";
import guestbook, { config } from "../../functions/guestbook/guestbook.ts";
import {
  apiLinks,
  openapiPath,
  securityHeaders,
  type toProblem,
} from "../../functions/guestbook/http.ts";
import { entryKey, listKeys } from "../../functions/guestbook/keys.ts";
import { storeName } from "../../functions/guestbook/store.ts";
import { contextFor, openGuestbook, origin, type TestGuestbook } from "./test-guestbook.ts";

const ajv = createAjv();
type Problem = ReturnType<typeof toProblem>;
const isProblem = ajv.compile(ProblemSchema);

let book: TestGuestbook;
beforeAll(async () => {
  book = await openGuestbook();
});
afterAll(() => book.close());

const entryOf = async (response: Promise<Response>) => (await (await response).json()) as Entry;

/** What every answer must carry, errors too. */
function expectCommonHeaders({ headers }: Response): void {
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
  for (const [name, value] of Object.entries(securityHeaders))
    expect(headers.get(name)).toBe(value);
  expect([headers.get("tdm-reservation"), headers.get("content-usage")]).toEqual([
    "1",
    "train-ai=n",
  ]);
  expect([null, "guestbook", "entry", "problem"].map((name) => apiLinks(name as null))).toContain(
    headers.get("link")?.replace(/, <[^>]*>; rel="next"/, ""),
  );
}

async function expectProblem(response: Response, status: number, name: string): Promise<Problem> {
  expectCommonHeaders(response);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const problem = (await response.json()) as Problem;
  expect(isProblem(problem) ? [] : isProblem.errors).toEqual([]);
  expect(problem.type).toBe(`${origin}/api/#${name}`);
  expect(problem.status).toBe(status);
  return problem;
}

test("the paths of the function are literals, and those of the catalogue", () => {
  const api = ["/api/guestbook", "/api/guestbook.xml"];
  expect(config).toEqual({ path: [...api, "/guestbook/", "/guestbook"] });
  for (const { path } of guestbookOperations(origin)) expect(config.path).toContain(path);
});

test("an entry is answered as it is stored, and read as it was answered, the newest first", async () => {
  expect(await book.list()).toEqual({
    count: 0,
    notice: expect.stringContaining("strangers"),
    entries: [],
  });
  const before = new Date().toISOString();
  const fields = { message: " Hello,\r\nhouse \u2764 ", name: "Ада", url: "https://example.org/" };
  const response = await book.post(
    { ...fields, extra: 1, ts: "1999", user_agent: "me" },
    { "user-agent": "Test/1.0" },
  );
  expectCommonHeaders(response);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    201,
    "application/json",
  ]);
  const entry = (await response.json()) as Entry;
  const { id, ts } = entry;
  expect(entry).toEqual({
    ...fields,
    message: "Hello,\nhouse \u2764",
    user_agent: "Test/1.0",
    id,
    ts,
  });
  expect(ts >= before && ts <= new Date().toISOString()).toBe(true);
  expect(response.headers.get("location")).toMatch(
    new RegExp(`^${origin}/guestbook/\\?from=[0-9TZ]+-${id}#${id}$`),
  );
  const second = await entryOf(book.post({ message: "second" }));
  expect([second.name, second.url, second.user_agent]).toEqual(["", "", ""]);
  const list = await book.list();
  expect([list.count, list.entries]).toEqual([2, [second, entry]]);
  expect(ajv.compile(EntrySchema)(entry) && ajv.compile(GuestbookSchema)(list)).toBe(true);
});

test("the list is kept by the host's cache for a minute, which can let go of it", async () => {
  const list = await book.ask("/api/guestbook");
  expectCommonHeaders(list);
  expect(Object.fromEntries(list.headers)).toMatchObject({
    "content-type": "application/json",
    "cache-control": "public, max-age=0, must-revalidate",
    "netlify-cdn-cache-control": "public, durable, max-age=60, stale-while-revalidate=60",
    "netlify-cache-tag": "guestbook",
    "netlify-vary": "query=from|limit|signed",
  });
});

test("HEAD says whatever GET says, and has no body", async () => {
  const paths: [path: string, status: number, headers?: Record<string, string>][] = [
    ["/api/guestbook", 200],
    ["/api/guestbook", 304, { "if-none-match": "*" }],
    ["/api/guestbook?from=x&limit=0", 400],
    ["/guestbook/", 200],
    ["/guestbook/", 304, { "if-none-match": "*" }],
    ["/guestbook/?from=x", 400],
  ];
  const expectSame = async (path: string, status: number, headers = {}) => {
    const get = await book.ask(path, { headers });
    const head = await book.ask(path, { method: "HEAD", headers });
    expect([path, head.status, head.body, [...head.headers]]).toEqual([
      path,
      get.status,
      null,
      [...get.headers],
    ]);
    expect([path, get.status]).toEqual([path, status]);
  };
  for (const each of paths) await expectSame(...each);
  await book.withStore(null, async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const path of ["/api/guestbook", "/guestbook/"]) await expectSame(path, 503);
    log.mockRestore();
  });
});

test.each<[what: string, purges: () => Promise<Response>]>([
  ["says that it did", async () => new Response(null, { status: 202 })],
  ["was asked too often", async () => new Response(null, { status: 429 })],
  ["cannot be reached", () => Promise.reject(new TypeError("fetch failed"))],
])(
  "a new entry makes the host's cache let go of the old answers; the host %s",
  async (_, purges) => {
    const asked: [string, unknown][] = [];
    const { fetch } = globalThis;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (!String(input).startsWith("https://api.netlify.com/")) return fetch(input, init);
      asked.push([String(input), JSON.parse(String(init?.body))]);
      return purges();
    });
    Object.assign(process.env, { NETLIFY_PURGE_API_TOKEN: "token", SITE_ID: "site" });
    try {
      const purge = [
        "https://api.netlify.com/api/v1/purge",
        { cache_tags: ["guestbook"], site_id: "site" },
      ];
      const later = async (response: Promise<Response>, status: number) => {
        expect((await response).status).toBe(status);
        await book.afterAnswers();
        return asked.splice(0);
      };
      expect(await later(book.post({ message: "news" }), 201)).toEqual([purge]);
      expect(await later(book.post({ message: "n" }, { "idempotency-key": "n" }), 201)).toEqual([
        purge,
      ]);
      expect(await later(book.sendForm({ message: "news of a form" }), 303)).toEqual([purge]);
      // Nothing has changed.
      expect(await later(book.post({ message: "" }), 400)).toEqual([]);
      expect(await later(book.ask("/api/guestbook"), 200)).toEqual([]);
    } finally {
      spy.mockRestore();
      delete process.env["NETLIFY_PURGE_API_TOKEN"];
      delete process.env["SITE_ID"];
    }
  },
);

test("an entity tag saves the answer, also as the host's edge hands it back", async () => {
  const etag = (await book.ask("/api/guestbook")).headers.get("etag") as string;
  for (const tag of [etag, etag.replace(/"$/, '-df"'), `W/${etag}`, `"other", ${etag}`, "*"]) {
    const response = await book.ask("/api/guestbook", { headers: { "if-none-match": tag } });
    expect([tag, response.status, await response.text(), response.headers.get("etag")]).toEqual([
      tag,
      304,
      "",
      etag,
    ]);
    expectCommonHeaders(response);
  }
  await book.post({ message: "a change" });
  const changed = await book.ask("/api/guestbook", { headers: { "if-none-match": etag } });
  expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  // As many entries are not the same ones.
  const newest = (await book.list()).entries[0]?.id as string;
  const removed = await findEntries(book.store, [newest]);
  await removeEntries(book.store, removed, { reason: "r", ts: "" });
  await book.post({ message: "another change" });
  const exchanged = await book.ask("/api/guestbook", {
    headers: { "if-none-match": changed.headers.get("etag") ?? "" },
  });
  expect(exchanged.status).toBe(200);
  // Another deploy may show the same entries in another way.
  const other = { ...contextFor("dev"), deploy: { context: "dev", id: "other", published: true } };
  const deployed = await guestbook(new Request(`${origin}/api/guestbook`), other);
  expect(deployed.headers.get("etag")).not.toBe(exchanged.headers.get("etag"));
});

test("OPTIONS allows every origin what the guestbook offers", async () => {
  const response = await book.ask("/api/guestbook", { method: "OPTIONS" });
  expectCommonHeaders(response);
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
  // The star stands for every name but `Authorization`, and older programs look for the others.
  expect(response.headers.get("access-control-allow-headers")).toBe(
    "*, Authorization, Content-Type, Idempotency-Key, If-None-Match",
  );
});

test.each<[path: string, is: "the list" | "the page"]>([
  ["/api/guestbook/", "the list"],
  ["/API/Guestbook", "the list"],
  ["/Api/GUESTBOOK/?limit=1", "the list"],
  ["/Guestbook/", "the page"],
  ["/GUESTBOOK/?from=20261120T120000000Z-k5xwq3mtzc2yb7hd4jea", "the page"],
])("%s is %s, as the host's router has it", async (path, is) => {
  const response = await book.ask(path);
  const type = is === "the list" ? "application/json" : "text/html; charset=utf-8";
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  const entry = is === "the list" ? { message: "m" } : null;
  const body = entry ? JSON.stringify(entry) : new URLSearchParams({ message: "m" });
  const headers = entry && { "content-type": "application/json" };
  const signed = await book.ask(path, { method: "POST", body, ...(headers && { headers }) });
  expect(signed.status).toBe(entry ? 201 : 303);
});

test("answers lead to the catalogue's description of the API and to their schema", () => {
  expect(catalogue.map(({ path }) => path)).toContain(openapiPath);
  expect(openapi.media_type).toBe(/type="([^"]+)"/.exec(apiLinks(null))?.[1]);
  for (const name of ["guestbook", "entry", "problem"] as const)
    expect(apiLinks(name)).toContain(
      `<${schemaPath(name)}>; rel="describedby"; type="${schemas.media_type}"`,
    );
});

test("retries with an Idempotency-Key are one entry, one after the other and thirty at once", async () => {
  const { count } = await book.list();
  const send = (key: string) =>
    entryOf(book.post({ message: `once ${key}` }, { "idempotency-key": key }));
  const answers = [await send("a"), await send("a")];
  answers.push(...(await Promise.all(Array.from({ length: 30 }, () => send("b")))));
  const list = await book.list();
  expect(list.count).toBe(count + 2);
  for (const answer of answers)
    expect(list.entries.filter(({ id }) => id === answer.id)).toEqual([answer]);
  // One process, which knows what it is answering, writes once.
  const ids = new Set(answers.map(({ id }) => id));
  expect((await listKeys(book.store)).filter(({ id }) => ids.has(id))).toHaveLength(2);
});

test("an empty Idempotency-Key is none: each post is an entry", async () => {
  const headers = { "idempotency-key": "" };
  const posts = Array.from({ length: 5 }, () => entryOf(book.post({ message: "same" }, headers)));
  expect(new Set((await Promise.all(posts)).map(({ id }) => id)).size).toBe(5);
});

test.each(["removed", "erased"])(
  "a retry of what was %s is told so, and does not bring it back",
  async (how) => {
    const reason = { reason: "r", ts: "2026-11-20T12:00:00.000Z" };
    const fields = { message: `TAKEN ${how}`, name: "TAKEN" };
    const headers = { "idempotency-key": "gone" };
    const { id } = await entryOf(book.post(fields, headers));
    const found = await findEntries(book.store, [id]);
    if (how === "removed") await removeEntries(book.store, found, reason);
    else await eraseEntries(book.store, found, reason, Date.now());
    const before = await book.list();
    const problem = await expectProblem(await book.post(fields, headers), 410, "entry-removed");
    expect(problem.detail).toContain("another Idempotency-Key");
    const form = await book.ask("/guestbook/", {
      method: "POST",
      headers,
      body: new URLSearchParams(fields),
    });
    expect(form.status).toBe(410);
    expect(JSON.stringify(problem) + (await form.text())).not.toContain("TAKEN");
    expect(await book.list()).toEqual(before);
  },
);

describe("what is refused", () => {
  const json = "application/json; charset=UTF-8";
  test.each<
    [
      what: string,
      method: string,
      type: string,
      body: BodyInit | null,
      status: number,
      problem: string,
    ]
  >([
    ["a body that is not JSON", "POST", json, "{", 400, "malformed-request"],
    ["a body of nothing", "POST", json, "", 400, "malformed-request"],
    ["a byte order mark", "POST", json, '\ufeff{"message":"m"}', 400, "malformed-request"],
    [
      "ill-formed UTF-8",
      "POST",
      json,
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      400,
      "malformed-request",
    ],
    ["plain text", "POST", "text/plain", '{"message":"m"}', 415, "unsupported-media-type"],
    [
      "another encoding",
      "POST",
      "application/json; charset=utf-16",
      '{"message":"m"}',
      415,
      "unsupported-media-type",
    ],
    ["a body without a type", "POST", "", '{"message":"m"}', 415, "unsupported-media-type"],
    ["PUT", "PUT", json, null, 405, "method-not-allowed"],
    ["DELETE", "DELETE", json, null, 405, "method-not-allowed"],
  ])("%s", async (_, method, type, body, status, name) => {
    const response = await book.ask("/api/guestbook", {
      method,
      headers: { "content-type": type },
      body,
    });
    const problem = await expectProblem(response, status, name);
    if (status === 400) expect(problem.errors?.[0]?.pointer).toBe("#");
    if (status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    if (status === 415) expect(response.headers.get("accept-post")).toBe("application/json");
  });

  test.each([
    ...[
      "from=x",
      "from=20261399T000000000Z-aaaaaaaaaaaaaaaaaaaa",
      "limit=0",
      "limit=-1",
      "limit=1e9",
      "limit=",
    ],
    ...["limit=1000000", "limit=abc", "from=zzz&limit=99999999"],
  ])("the query %s, with each parameter named", async (query) => {
    const { errors } = await expectProblem(
      await book.ask(`/api/guestbook?${query}`),
      400,
      "malformed-request",
    );
    expect(errors?.map(({ pointer, parameter }) => [pointer, parameter])).toEqual(
      query.split("&").map((part) => ["#", part.split("=")[0]]),
    );
    if (query.includes("limit")) expect(errors?.at(-1)?.detail).toContain("1 to 999999");
  });

  test("a body that is too long, without reading it to the end", async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1024;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
    });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: endless,
      duplex: "half",
    };
    await expectProblem(await book.ask("/api/guestbook", init as RequestInit), 413, "too-large");
    expect(pulled).toBeLessThan(2 * bodyLimit);
    const fits = JSON.stringify({ message: "m" }).padEnd(bodyLimit);
    expect((await book.post(fits)).status).toBe(201);
    await expectProblem(await book.post(`${fits} `), 413, "too-large");
  });

  test("a body with a Content-Encoding", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const response = await book.ask("/api/guestbook", {
      method: "POST",
      headers,
      body: gzipSync('{"message":"m"}'),
    });
    const problem = await expectProblem(response, 415, "unsupported-media-type");
    expect(problem.detail).toContain("without a Content-Encoding");
    expect(response.headers.get("accept-encoding")).toBe("identity");
    expect((await book.post({ message: "m" }, { "content-encoding": "identity" })).status).toBe(
      201,
    );
  });
});

test("a closed guestbook takes nothing and can be read", async () => {
  process.env["GUESTBOOK"] = "closed";
  try {
    const { count } = await book.list();
    const response = await book.post({ message: "too late" });
    const problem = await expectProblem(response, 503, "signing-closed");
    expect(response.headers.get("retry-after")).toBe(String(problem.retry_after));
    const form = await book.sendForm({ message: "too late" });
    expect([form.status, await form.text()]).toEqual([
      503,
      expect.stringContaining("Signing is closed") as string,
    ]);
    expect(await (await book.ask("/guestbook/")).text()).not.toContain("<form");
    expect((await book.list()).count).toBe(count);
  } finally {
    delete process.env["GUESTBOOK"];
  }
});

test("previews have a store of their own", async () => {
  expect(
    ["production", "deploy-preview", "branch-deploy", "dev", undefined, "a/b:C"].map(storeName),
  ).toEqual([
    "guestbook-1",
    "guestbook-1-deploy-preview",
    "guestbook-1-branch-deploy",
    "guestbook-1-dev",
    "guestbook-1-dev",
    "guestbook-1-a-b-c",
  ]);
  expect((await book.post({ message: "m" }, {}, "deploy-preview")).status).toBe(201);
  expect([
    (await book.list("", "deploy-preview")).count,
    (await book.list("", "production")).count,
  ]).toEqual([1, 0]);
});

describe("a store that fails is a 503", () => {
  let log: MockInstance<typeof console.error>;
  beforeEach(() => {
    log = vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    // The log says what happened in one printable line, and nothing of what was sent.
    for (const [line] of log.mock.calls)
      expect(line).toMatch(/^guestbook: (?!.*my <text>)[\x20-\x7e]+$/);
    expect(log.mock.calls.length).toBeGreaterThan(0);
    log.mockRestore();
  });

  test.each<[string, WebHandler | null]>([
    ["answers with errors", async () => new Response(null, { status: 500 })],
    ["does not answer at all", () => new Promise(() => {})],
    ["says that it is somebody else's", async () => new Response(null, { status: 401 })],
    ["sends what is no listing", async () => new Response("{", { status: 203 })],
    ["is not named by the environment", null],
  ])("where it %s, and what was acknowledged is there after", async (_, answer) => {
    const before = await book.list();
    await book.withStore(answer, async () => {
      const [page, form, ...json] = await Promise.all([
        book.ask("/guestbook/"),
        book.sendForm({ message: "my <text>" }),
        book.ask("/api/guestbook"),
        book.post({ message: "m" }),
        book.post({ message: "m" }, { "idempotency-key": "k" }),
      ]);
      for (const [at, response] of json.entries()) {
        const problem = await expectProblem(response, 503, "store-unavailable");
        // A write that was not confirmed may have its effect all the same.
        expect(problem.detail).toContain(
          at === 0 ? "cannot be read just now" : "may be stored all the same",
        );
        expect(response.headers.get("retry-after")).toBe(String(problem.retry_after));
      }
      expect([page.status, page.headers.get("retry-after"), form.status]).toEqual([503, "5", 503]);
      expect(await page.text()).toMatch(/cannot be read just now[^]*Back to the newest entries/);
      expect(await form.text()).toContain("my &lt;text&gt;</textarea>");
    });
    expect(await book.list()).toEqual(before);
  });

  test("where a blob is not what its key says: an answer that left it out would hide it", async () => {
    const other = await entryOf(book.post({ message: "under another key" }));
    for (const text of ['{"id":"aaaa', "[]", JSON.stringify(other)]) {
      const key = entryKey({ id: "a".repeat(20), ts: new Date().toISOString() }, false);
      await book.store.set(key, text);
      expect((await book.ask("/api/guestbook")).status).toBe(503);
      await book.store.delete(key);
      expect((await book.ask("/api/guestbook")).status).toBe(200);
    }
  });
});

test("a fault of the guestbook's own is answered too, and tells and logs nothing of what was sent", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const host = {
    ...contextFor("dev"),
    waitUntil: () => {
      throw new TypeError("my <text>");
    },
  };
  const body = new URLSearchParams({ message: "my <text>" });
  const init = { method: "POST", headers: { "content-type": "application/json" } };
  const sent = JSON.stringify(Object.fromEntries(body));
  const api = new Request(`${origin}/api/guestbook`, { ...init, body: sent });
  const problem = await expectProblem(await guestbook(api, host), 500, "internal-error");
  expect(problem.detail).toBe("The guestbook failed to answer.");
  const form = new Request(`${origin}/guestbook/`, { method: "POST", body });
  const page = await guestbook(form, host);
  expect(page.status).toBe(500);
  expect(await page.text()).toMatch(
    /The guestbook failed to answer[^]*my &lt;text&gt;<\/textarea>/,
  );
  expect(log.mock.calls).toEqual(Array(2).fill(["guestbook: TypeError"]));
  log.mockRestore();
});

test("a store that fails twice, as in a hiccup, is asked a third time", async () => {
  let asked = 0;
  const hiccup: WebHandler = async (request) =>
    asked++ < 2 ? new Response(null, { status: 503 }) : book.askStore(request);
  await book.withStore(hiccup, async () =>
    expect((await book.ask("/api/guestbook?limit=1")).status).toBe(200),
  );
  expect(asked).toBeGreaterThanOrEqual(3);
});

test.each([429, 500, 503])(
  "a store that goes on to answer %i is asked three times for one thing, not until nobody waits any more",
  async (status) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const asked: string[] = [];
    const failing: WebHandler = async ({ method }) => {
      asked.push(method);
      return new Response(null, { status });
    };
    await book.withStore(failing, async () => {
      for (const path of ["/api/guestbook", "/guestbook/"])
        expect((await book.ask(path)).status).toBe(503);
      expect((await book.post({ message: "m" })).status).toBe(503);
    });
    expect(asked).toEqual([...Array<string>(6).fill("GET"), ...Array<string>(3).fill("PUT")]);
    log.mockRestore();
  },
);

test("keys that are none of the guestbook's are passed over", async () => {
  const before = await book.list();
  for (const key of ["entries/.abc", "other", "ids/x", `ids/${"a".repeat(20)}.other`])
    await book.store.set(key, "not ours");
  expect(await book.list()).toEqual(before);
});
