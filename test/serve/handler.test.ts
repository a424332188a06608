import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startBlobs } from "../../build/server/blobs.ts";
import { createHandler } from "../../build/server/handler.ts";
import { folderOf, putFiles } from "../build/folder.ts";

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
  "site/_redirects":
    "/old /x/ 301\n/alt /süß%20näh/ 301\n/lost/ /410.html 410\n/moved/* /x/:splat 302\n",
  "secret.txt": "secret",
  "netlify.toml": toml,
};

let directory: string;
let log: string[];
let get: (path: string, init?: RequestInit) => Promise<Response>;
beforeEach(async () => {
  directory = folderOf(site);
  log = [];
  const report = (message: string) => void log.push(message);
  const handler = createHandler(join(directory, "site"), report, join(directory, "netlify.toml"));
  get = (path, init) => handler(new Request(`http://localhost:8080${path}`, init));
});

test("a path is answered with its file, the status and the media type it deserves, and never from outside", async () => {
  const html = "text/html; charset=utf-8";
  const answers: [path: string, type: string, body: string, status?: number][] = [
    ["/", html, "<h1>home</h1>"],
    ["/x/", html, "<h1>x</h1>"],
    ["/x/index.html", html, "<h1>x</h1>"],
    ["/x", html, "<h1>x</h1>"],
    ["/s%C3%BC%C3%9F%20n%C3%A4h", html, "<h1>süß</h1>"],
    ["/s%C3%BC%C3%9F%20n%C3%A4h/", html, "<h1>süß</h1>"],
    ["/y", html, "<h1>y</h1>"],
    ["/y.html", html, "<h1>y</h1>"],
    ["/y/", html, "<h1>the folder y</h1>"],
    ["/404", html, "<h1>missing</h1>"],
    ["/.well-known/security.txt", "text/plain; charset=utf-8", "Contact: x"],
    ["/x.md", "text/markdown; charset=utf-8", "# x"],
    ["/api/index.json", "application/json; charset=utf-8", "{}"],
    ["/api/unknown", "application/json", '{"status":404}', 404],
    ["/api/deep/unknown.json", "application/json", '{"status":404}', 404],
    ["/api", "application/json", '{"status":404}', 404],
    ["/lost", html, "<h1>gone</h1>", 410],
    ["/lost/", html, "<h1>gone</h1>", 410],
  ];
  const missing = ["/unknown", "/unknown.md", "/empty", "/empty/", "/_headers", "/_redirects"];
  const hidden = ["/.open-house", "/.git/config", "/x/.hidden/", "/%2Egit/config"];
  const outside = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/x%2f..%2f..%2fsecret.txt",
    "/..%2fsecret.txt",
  ];
  const odd = ["/..%5csecret.txt", "/x/%00", "/%", "/%c3%28", "//x", "//example.org/x", "/x//"];
  for (const path of [...missing, ...hidden, ...outside, ...odd])
    answers.push([path, html, "<h1>missing</h1>", 404]);
  for (const [path, type, body, status = 200] of answers) {
    const answer = await get(path);
    const found = [path, answer.headers.get("content-type"), await answer.text(), answer.status];
    expect(found).toEqual([path, type, body, status]);
    expect([path, answer.headers.get("x-everywhere")]).toEqual([path, "yes"]);
  }
});

/** What a file's name may hold; `%` also where it looks like an encoded sign. */
const odd = [..." !\"#$%&'()*+,-.;<=>?@[\\]^_`{|}~:\u00a0äß€語😀\u200b\u0301"];
const names = [
  ...odd.map((sign) => `a${sign}b`),
  ...odd.filter((sign) => sign !== ".").flatMap((sign) => [`${sign}b`, `a${sign}`, `${sign}`]),
  ...["%20", "%23", "%26", "%2F", "%2f", "%252F", "%00", "%", "%%", "%zz", "%c3%28", "a%2Eb"],
  ...["R&D", "C#", "C++", "100%", "what?", "a?b=c&d#e", "résumé", "résumé".normalize("NFD")],
];

test.runIf(process.platform !== "win32").each(["", "x/"])(
  "a file is found under any name, in any folder: %j",
  async (above) => {
    const files = names.flatMap((name) => [`${above}${name}.pdf`, `${above}${name}/${name}`]);
    putFiles(join(directory, "site"), Object.fromEntries(files.map((file) => [file, `<${file}>`])));
    const answers = files.map(async (file) => {
      const path = `/${file.split("/").map(encodeURIComponent).join("/")}`;
      const answer = await get(path);
      return [path, answer.status, await answer.text()];
    });
    const expected = files.map((file) => [
      `/${file.split("/").map(encodeURIComponent).join("/")}`,
      200,
      `<${file}>`,
    ]);
    expect(await Promise.all(answers)).toEqual(expected);
  },
);

test("redirects lead on, keep the query, and carry no headers of the site", async () => {
  const table: [path: string, status: number, location: string][] = [
    ["/old", 301, "/x/"],
    ["/old/?b=2", 301, "/x/?b=2"],
    ["/alt", 301, "/s%C3%BC%C3%9F%20n%C3%A4h/"],
    ["/moved/a/b", 302, "/x/a/b"],
  ];
  for (const [path, status, location] of table) {
    const response = await get(path);
    expect([path, response.status, [...response.headers]]).toEqual([
      path,
      status,
      [["location", location]],
    ]);
  }
});

test("HEAD says what GET says, without a body", async () => {
  for (const path of ["/", "/x.md", "/unknown", "/lost", "/old"]) {
    const [whole, head] = [await get(path), await get(path, { method: "HEAD" })];
    expect([path, head.status, [...head.headers]]).toEqual([
      path,
      whole.status,
      [...whole.headers],
    ]);
    expect(await head.text()).toBe("");
  }
});

test("an ETag follows from the content, and what the visitor already has is answered 304", async () => {
  const etag = (await get("/x.md")).headers.get("etag") as string;
  const status = async (tag: string) =>
    (await get("/x.md", { headers: { "if-none-match": tag } })).status;
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, etag.replace(/"$/, '-df"'), "*"])
    expect([tag, await status(tag)]).toEqual([tag, 304]);
  const unchanged = await get("/x.md", { headers: { "if-none-match": etag } });
  expect([await unchanged.text(), unchanged.headers.get("etag")]).toEqual(["", etag]);
  expect(await status('"other"')).toBe(200);
  putFiles(directory, { "site/x.md": "# y" });
  expect(await status(etag)).toBe(200);
});

test.each(["POST", "PUT", "DELETE", "OPTIONS"])(
  "%s of files is refused with what is allowed",
  async (method) => {
    for (const path of ["/x/", "/x.md", "/api/index.json"]) {
      const response = await get(path, { method });
      expect([path, response.status, Object.fromEntries(response.headers)]).toEqual([
        path,
        405,
        {
          allow: "GET, HEAD",
          "content-type": expect.any(String),
          "access-control-allow-origin": "*",
          "x-everywhere": "yes",
          ...(path === "/api/index.json" && { link: '</llms.txt>; rel="describedby"' }),
        },
      ]);
      expect(await response.text()).toBe("Only GET and HEAD are answered here.\n");
    }
  },
);

test("changed header rules hold from the next request on", async () => {
  expect((await get("/x/")).headers.get("x-new")).toBeNull();
  putFiles(directory, { "site/_headers": "/x/\n  X-New: yes, indeed\n" });
  expect((await get("/x/")).headers.get("x-new")).toBe("yes, indeed");
});

test("what the server itself cannot do is an error that is told in the terminal, not to the visitor", async () => {
  putFiles(directory, { "netlify.toml": "[[redirects" });
  const failed = await get("/unknown");
  expect([failed.status, await failed.text()]).toEqual([
    500,
    "Something went wrong on the server.\n",
  ]);
  expect(log.join()).toMatch(/^GET \/unknown failed: .*TOML/);
});

test("the guestbook answers its paths before files do, by any method and without the site's headers", async () => {
  const blobs = await startBlobs(folderOf());
  onTestFinished(blobs.stop);
  const headers = { "content-type": "application/json" };
  for (const [status, init] of [
    [201, { method: "POST", headers, body: '{"message":"Hello"}' }],
    [204, { method: "OPTIONS" }],
    [405, { method: "DELETE" }],
    [200, {}],
  ] as const) {
    const answer = await get("/api/guestbook", init);
    expect([status, answer.status, answer.headers.get("x-everywhere")]).toEqual([
      status,
      status,
      null,
    ]);
    if (status === 200)
      expect(await answer.json()).toMatchObject({ count: 1, entries: [{ message: "Hello" }] });
  }
  for (const path of ["/api/guestbook/", "/API/Guestbook"])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  for (const path of ["/api/guestbook/more", "/api/guestbook//"])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});
