import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBlobs } from "../../build/server/blobs.ts";
import { createHandler } from "../../build/server/handler.ts";
import type { WebHandler } from "../../build/server/node-http.ts";
import { fixture, writeFiles } from "../support/fixture.ts";

const toml = `
[[headers]]
for = "/*"
[headers.values]
X-Everywhere = "yes"
Access-Control-Allow-Origin = "*"
[[headers]]
for = "/*.md"
[headers.values]
Content-Type = "text/markdown; charset=utf-8"
[[redirects]]
from = "/api/*"
to = "/api/404.json"
status = 404
`;

const site = {
  "site/index.html": "<h1>home</h1>",
  "site/404.html": "<h1>missing</h1>",
  "site/410.html": "<h1>gone</h1>",
  "site/x/index.html": "<h1>x</h1>",
  "site/x.md": "# x",
  "site/süß näh/index.html": "<h1>süß</h1>",
  "site/api/404.json": '{"status":404}',
  "site/api/index.json": "{}",
  "site/empty/only.txt": "text",
  "site/y.html": "<h1>y</h1>",
  "site/y/index.html": "<h1>the folder y</h1>",
  "site/.open-house": "internal",
  "site/.git/config": "internal",
  "site/x/.hidden/index.html": "internal",
  "site/.well-known/security.txt": "Contact: x",
  "site/_headers":
    '/api/index.json\n  Link: </llms.txt>; rel="describedby"\n  Content-Type: application/json; charset=utf-8\n',
  "site/_redirects": "/old /x/ 301\n/alt /süß%20näh/ 301\n/lost/ /410.html 410\n/moved/* /x/:splat 302\n",
  "secret.txt": "secret",
  "netlify.toml": toml,
};

async function serve(): Promise<{
  directory: string;
  get: (path: string, init?: RequestInit) => Promise<Response>;
  handler: WebHandler;
  log: string[];
}> {
  const directory = await fixture(site);
  const log: string[] = [];
  const report = (message: string) => void log.push(message);
  const handler = createHandler(join(directory, "site"), report, join(directory, "netlify.toml"));
  return { directory, handler, log, get: (path, init) => handler(new Request(`http://localhost:8080${path}`, init)) };
}

test("a path is answered with its file, the status and the media type it deserves", async () => {
  const { get } = await serve();
  const table: [path: string, status: number, type: string | null, body: string][] = [
    ["/", 200, "text/html; charset=utf-8", "<h1>home</h1>"],
    ["/x/", 200, "text/html; charset=utf-8", "<h1>x</h1>"],
    ["/x/index.html", 200, "text/html; charset=utf-8", "<h1>x</h1>"],
    ["/x", 200, "text/html; charset=utf-8", "<h1>x</h1>"],
    ["/s%C3%BC%C3%9F%20n%C3%A4h", 200, "text/html; charset=utf-8", "<h1>süß</h1>"],
    ["/y", 200, "text/html; charset=utf-8", "<h1>y</h1>"],
    ["/y.html", 200, "text/html; charset=utf-8", "<h1>y</h1>"],
    ["/y/", 200, "text/html; charset=utf-8", "<h1>the folder y</h1>"],
    ["/404", 200, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/.well-known/security.txt", 200, "text/plain; charset=utf-8", "Contact: x"],
    ["/.open-house", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/.git/config", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/x/.hidden/", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/%2Egit/config", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/x.md", 200, "text/markdown; charset=utf-8", "# x"],
    ["/s%C3%BC%C3%9F%20n%C3%A4h/", 200, "text/html; charset=utf-8", "<h1>süß</h1>"],
    ["/api/index.json", 200, "application/json; charset=utf-8", "{}"],
    ["/api/unknown", 404, "application/json", '{"status":404}'],
    ["/api/deep/unknown.json", 404, "application/json", '{"status":404}'],
    ["/api", 404, "application/json", '{"status":404}'],
    ["/unknown", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/unknown.md", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/empty", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/empty/", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/lost", 410, "text/html; charset=utf-8", "<h1>gone</h1>"],
    ["/lost/", 410, "text/html; charset=utf-8", "<h1>gone</h1>"],
    ["/_headers", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
    ["/_redirects", 404, "text/html; charset=utf-8", "<h1>missing</h1>"],
  ];
  for (const [path, status, type, body] of table) {
    const response = await get(path);
    expect([path, response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      path,
      status,
      type,
      body,
    ]);
    expect([path, response.headers.get("x-everywhere")]).toEqual([path, "yes"]);
  }
});

test("redirects lead on, keep the query, and carry no headers of the site", async () => {
  const { get } = await serve();
  const table: [path: string, status: number, location: string][] = [
    ["/old", 301, "/x/"],
    ["/old/?b=2", 301, "/x/?b=2"],
    ["/alt", 301, "/s%C3%BC%C3%9F%20n%C3%A4h/"],
    ["/moved/a/b", 302, "/x/a/b"],
  ];
  for (const [path, status, location] of table) {
    const response = await get(path);
    expect([path, response.status, [...response.headers]]).toEqual([path, status, [["location", location]]]);
  }
});

test("nothing outside the folder can be reached, and no redirect leads to another host", async () => {
  const { get } = await serve();
  const paths = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/x%2f..%2f..%2fsecret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/x/%00",
    "/%",
    "/%c3%28",
    "//x",
    "//example.org/x",
    "/x//",
  ];
  for (const path of paths) {
    const response = await get(path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, "<h1>missing</h1>"]);
  }
});

test("HEAD says what GET says, without a body", async () => {
  const { get } = await serve();
  for (const path of ["/", "/x.md", "/unknown", "/lost", "/old"]) {
    const [whole, head] = [await get(path), await get(path, { method: "HEAD" })];
    expect([path, head.status, [...head.headers]]).toEqual([path, whole.status, [...whole.headers]]);
    expect(await head.text()).toBe("");
  }
});

test("an ETag follows from the content, and what the visitor already has is answered 304", async () => {
  const { directory, get } = await serve();
  const etag = (await get("/x.md")).headers.get("etag") as string;
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, etag.replace(/"$/, '-df"'), "*"]) {
    const response = await get("/x.md", { headers: { "if-none-match": tag } });
    expect([tag, response.status, await response.text(), response.headers.get("etag")]).toEqual([tag, 304, "", etag]);
    expect(response.headers.get("x-everywhere")).toBe("yes");
  }
  expect((await get("/x.md", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  await writeFiles(directory, { "site/x.md": "# y" });
  const changed = await get("/x.md", { headers: { "if-none-match": etag } });
  expect([changed.status, await changed.text()]).toEqual([200, "# y"]);
});

test("other methods on files are refused with what is allowed", async () => {
  const { get } = await serve();
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    for (const path of ["/x/", "/x.md", "/api/index.json"]) {
      const response = await get(path, { method });
      const { status, headers } = response;
      expect([method, path, status, headers.get("allow"), headers.get("x-everywhere")]).toEqual([
        method,
        path,
        405,
        "GET, HEAD",
        "yes",
      ]);
      expect([path, headers.get("content-type"), headers.get("access-control-allow-origin")]).toEqual([
        path,
        "application/problem+json",
        "*",
      ]);
      expect(await response.json()).toMatchObject({ status: 405, detail: "Only GET and HEAD are answered here." });
    }
  }
});

test("changed header rules hold from the next request on", async () => {
  const { directory, get } = await serve();
  expect((await get("/x/")).headers.get("x-new")).toBeNull();
  await writeFiles(directory, { "site/_headers": "/x/\n  X-New: yes, indeed\n" });
  expect((await get("/x/")).headers.get("x-new")).toBe("yes, indeed");
});

test("what the server itself cannot do is an error that is told in the terminal, not to the visitor", async () => {
  const { directory, get, log } = await serve();
  await writeFiles(directory, { "netlify.toml": "[[redirects" });
  const failed = await get("/unknown");
  expect([failed.status, await failed.text()]).toEqual([500, "Something went wrong on the server.\n"]);
  expect(log.join()).toMatch(/^GET \/unknown failed: .*TOML/);
});

test("the guestbook answers its paths before files do, by any method and without the site's headers", async () => {
  const { get } = await serve();
  const blobs = await startBlobs(await fixture());
  onTestFinished(blobs.stop);
  const headers = { "content-type": "application/json" };
  for (const [status, init] of [
    [201, { method: "POST", headers, body: '{"message":"Hello"}' }],
    [400, { method: "POST", headers, body: "{}" }],
    [413, { method: "POST", headers, body: JSON.stringify({ message: "x".repeat(2_000_000) }) }],
    [204, { method: "OPTIONS" }],
    [405, { method: "DELETE" }],
    [200, {}],
  ] as const) {
    const answer = await get("/api/guestbook", init);
    expect([status, answer.status, answer.headers.get("x-everywhere")]).toEqual([status, status, null]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    if (status === 200) expect(await answer.json()).toMatchObject({ count: 1, entries: [{ message: "Hello" }] });
  }
  expect((await get("/api/guestbook/more")).status).toBe(404);
});
