import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startLive } from "../../build/server/live.ts";
import { listen } from "../../build/server/node-http.ts";
import { folderOf, putFiles } from "../build/folder.ts";
import { launchBrowser } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { verifyCommand } from "../verify/execute.ts";

const secret = "Nobody has read this yet.";
let folder: string;
let port: number;
let origin: string;

beforeAll(async () => {
  folder = folderOf({
    "site/index.md": "# Home\n",
    "site/draft.md": `---\ndraft: true\n---\n# Draft\n\n${secret}\n`,
    "site/picture.svg": "<svg/>",
  });
  const free = await listen(async () => new Response());
  await free.stop();
  ({ port } = free);
  const live = await startLive({
    input: join(folder, "site"),
    port,
    output: join(folder, "output"),
    data: join(folder, "data"),
    log: () => {},
  });
  ({ origin } = live);
  return live.stop;
});

/** The status and the whole answer to a request that is sent as it is written here. */
async function raw(...lines: string[]): Promise<[status: number, answer: string]> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const answer = await text(socket);
  return [Number(answer.split(" ")[1]), answer];
}

/** A request for the corpus, whose only header besides `Connection` is `Host`. */
const asHost = (host: string, target = "/api/corpus.json") =>
  raw(`GET ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close");

test.each([
  "localhost",
  "localhost:8080",
  "LocalHost:1",
  "127.0.0.1",
  "127.0.0.1:65535",
  "[::1]",
  "[::1]:99",
])("the host %s is this computer, and is shown the drafts", async (host) => {
  const [status, answer] = await asHost(host);
  expect([status, answer]).toEqual([200, expect.stringContaining(secret)]);
});

test.each([
  "evil.example",
  "evil.example:8080",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.0.0.1.evil",
  "evil-localhost",
  "xlocalhost",
  "localhostx",
  "app.localhost",
  "localhost.",
  "127.0.0.1.",
  "127.0.0.2",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0.0.0.0",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::1",
  "::1",
  "localhost@evil.example",
  "evil.example#localhost",
  "localhost:80:80",
  "localhost:x",
  "localhost evil.example",
  "localhost, evil.example",
  "192.168.1.7:8080",
])("the host %s is another, and is told so", async (host) => {
  for (const target of ["/api/corpus.json", "/", "/nowhere", "/api/guestbook", "/guestbook/"])
    for (const form of [target, `http://localhost:${port}${target}`]) {
      const [status, answer] = await asHost(host, form);
      expect([form, status]).toEqual([form, 421]);
      expect(answer).toMatch(
        /`npm start` shows drafts, so it answers only to localhost, 127\.0\.0\.1 /,
      );
      expect(answer).not.toContain(secret);
    }
});

test("a request without a host, with two, or with another in its first line is not answered", async () => {
  const own = `Host: localhost:${port}`;
  const path = "/api/corpus.json";
  const requests: [statuses: number[], ...lines: string[]][] = [
    [[421], `GET ${path} HTTP/1.0`],
    [[400], `GET ${path} HTTP/1.1`, "Connection: close"],
    [[400, 421], `GET ${path} HTTP/1.1`, "Host:", "Connection: close"],
    [[400, 421], `GET ${path} HTTP/1.1`, own, "Host: evil.example", "Connection: close"],
    [[400, 421], `GET ${path} HTTP/1.1`, "Host: evil.example", own, "Connection: close"],
    [[421], `GET http://evil.example${path} HTTP/1.1`, own, "Connection: close"],
    [[421], `GET https://evil.example:8080${path} HTTP/1.1`, own, "Connection: close"],
    [[400, 421], `GET http://localhost@evil.example${path} HTTP/1.1`, own, "Connection: close"],
    [[400, 421], `GET ftp://evil.example${path} HTTP/1.1`, own, "Connection: close"],
    [
      [421],
      `GET ${path} HTTP/1.1`,
      "Host: evil.example",
      `X-Forwarded-Host: localhost:${port}`,
      "Forwarded: host=localhost",
      "Connection: close",
    ],
    [
      [421],
      "GET /.open-house/change HTTP/1.1",
      "Host: evil.example",
      "Connection: Upgrade, close",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ],
  ];
  for (const [statuses, ...lines] of requests) {
    const [status, answer] = await raw(...lines);
    expect([lines, statuses.includes(status), status]).toEqual([lines, true, status]);
    expect(answer).not.toContain(secret);
  }
  const [status] = await raw(`GET http://127.0.0.1${path} HTTP/1.1`, own, "Connection: close");
  expect(status).toBe(200);
});

/** Every kind of answer: what is asked, with which options, and the status. */
const everyAnswer: [path: string, init: RequestInit, status: number][] = [
  ["/", {}, 200],
  ["/", { headers: { accept: "text/html" } }, 200],
  ["/draft/", { headers: { accept: "text/html" } }, 200],
  ["/draft.md", {}, 200],
  ["/picture.svg", {}, 200],
  ["/api/corpus.json", {}, 200],
  ["/api/corpus.json", { method: "HEAD" }, 200],
  ["/api/corpus.json", { headers: { "if-none-match": "*" } }, 304],
  ["/api/corpus.json", { method: "OPTIONS" }, 405],
  ["/api/corpus.json", { method: "POST", body: "x" }, 405],
  ["/nowhere", {}, 404],
  ["/nowhere", { headers: { accept: "text/html" } }, 404],
  ["/api/nowhere", {}, 404],
  ["/.open-house/reload.js", {}, 200],
  ["/guestbook", { redirect: "manual" }, 301],
  ["/guestbook/", {}, 200],
  ["/guestbook/", { method: "POST", body: new URLSearchParams({ message: "" }) }, 400],
  ["/api/guestbook", {}, 200],
  ["/api/guestbook", { method: "OPTIONS" }, 204],
  ["/api/guestbook", { method: "DELETE" }, 405],
  ["/api/guestbook", { method: "POST", body: "x" }, 415],
];

test.each<[readable: boolean, origin: string | null]>([
  [true, "http://localhost"],
  [true, "http://localhost:1234"],
  [true, "https://localhost"],
  [true, "http://127.0.0.1:5173"],
  [true, "http://[::1]:99"],
  [false, null],
  [false, "null"],
  [false, "http://evil.example"],
  [false, "https://localhost.evil.example"],
  [false, "http://127.0.0.1.evil"],
  [false, "http://localhost."],
  [false, "http://localhost:8080@evil.example"],
  [false, "http://evil.example/http://localhost"],
  [false, "http://localhost, http://evil.example"],
  [false, "ftp://localhost"],
  [false, "*"],
])(
  "may be read: %s, by a page of the origin %s, whatever the answer is",
  async (readable, from) => {
    for (const [path, init, status] of everyAnswer) {
      const headers = new Headers(init.headers);
      if (from !== null) headers.set("origin", from);
      const answer = await fetch(origin + path, { ...init, headers });
      expect([
        path,
        answer.status,
        answer.headers.get("access-control-allow-origin"),
        answer.headers.get("vary"),
        answer.headers.get("cross-origin-resource-policy"),
      ]).toEqual([path, status, readable ? from : null, "Origin", "same-site"]);
      await answer.arrayBuffer();
    }
  },
);

test("the answer to another host, that which an open page waits for, and a fault have the same headers", async () => {
  const from = "Origin: http://evil.example";
  const own = `Host: localhost:${port}`;
  const change = raw("GET /.open-house/change HTTP/1.1", own, from, "Connection: close");
  putFiles(folder, { "site/faulty.md": "---\ntitel: x\n---\n" });
  const answers = [
    [200, await change],
    [500, await raw("GET / HTTP/1.1", own, from, "Accept: text/html", "Connection: close")],
    [421, await raw("GET / HTTP/1.1", "Host: evil.example", from, "Connection: close")],
    [421, await raw("GET / HTTP/1.0", from)],
  ] as const;
  for (const [expected, [status, answer]] of answers) {
    expect(status).toBe(expected);
    expect(answer).toMatch(/^vary: Origin\r$/m);
    expect(answer).toMatch(/^cross-origin-resource-policy: same-site\r$/m);
    expect(answer).not.toMatch(/^access-control-allow-origin:/m);
  }
  await rm(join(folder, "site/faulty.md"));
  await eventually(
    async () => (await fetch(`${origin}/`, { headers: { accept: "text/html" } })).status,
    (status) => status === 200,
  );
});

test("verify says that it is for what is deployed, and ends as where there is nothing to check", async () => {
  for (const address of [origin, `http://127.0.0.1:${port}`])
    expect(await verifyCommand(address)).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(
        /^There is nothing to check: .*this is `npm start`, [^\n]*, or `npm run preview`\n$/,
      ) as string,
    });
});

test("in a browser a page elsewhere reads nothing, by this computer's name or its own; a local one does", async () => {
  const rules = "MAP evil.example 127.0.0.1";
  const browser = await launchBrowser({ args: [`--host-resolver-rules=${rules}`] });
  const pages = await listen(
    async () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
  );
  onTestFinished(async () => {
    await browser.close();
    await pages.stop();
  });
  /** What a page at an address gets of the corpus of another: its text, or why there is none. */
  const read = async (page: string, from: string) => {
    const tab = await browser.newPage();
    await tab.goto(page);
    const asked = tab.evaluate(
      (address) => fetch(address).then((answer) => answer.text(), String),
      `${from}/api/corpus.json`,
    );
    const found = await asked;
    await tab.close();
    return found;
  };
  const elsewhere = `http://evil.example:${pages.port}/`;
  for (const from of [origin, `http://127.0.0.1:${port}`])
    expect(await read(elsewhere, from)).toBe("TypeError: Failed to fetch");
  const rebound = `http://evil.example:${port}`;
  expect(await read(`${rebound}/`, rebound)).toMatch(/^`npm start` shows drafts/);
  for (const local of ["localhost", "127.0.0.1"])
    expect(await read(`http://${local}:${pages.port}/`, origin)).toContain(secret);
});
