import { beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { withCharset } from "../../build/documents/host-rules.ts";
import { sampleServer, type TestServer } from "../support/server.ts";
import { headerComplaints, type Whose } from "./judge/headers.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sampleServer();
});

const html = "text/html; charset=utf-8";
const problem = "application/problem+json";
const kinds: [
  name: string,
  path: string,
  status: number,
  media_type: string | null,
  whose?: Whose,
  init?: RequestInit,
][] = [
  ["the home page", "/", 200, html],
  ["a page", "/manifesto/", 200, html],
  ["a twin", "/manifesto.md", 200, "text/markdown; charset=utf-8"],
  ["the home page's twin", "/index.md", 200, "text/markdown; charset=utf-8"],
  ["a schema", "/api/schemas/state.json", 200, "application/schema+json"],
  ...catalogue
    .filter(({ path, group }) => !path.includes("{") && group !== "internal")
    .map(({ path, media_type }): [string, string, number, string] => [path, path, 200, withCharset(media_type)]),
  ["a missing page", "/no-such-room/", 404, html],
  ["a missing document", "/api/no-such-document", 404, problem],
  ["a page without its slash", "/manifesto", 200, html],
  ["another method", "/manifesto/", 405, problem, "site", { method: "POST" }],
  ["a document for HEAD", "/api/state.json", 200, "application/json", "site", { method: "HEAD" }],
  ["the guestbook's page", "/guestbook/", 200, html, "strangers"],
  ["the guestbook", "/api/guestbook", 200, "application/json", "strangers"],
  [
    "a faulty entry",
    "/api/guestbook",
    400,
    problem,
    "strangers",
    { method: "POST", headers: { "content-type": "application/json" }, body: "{}" },
  ],
  [
    "a wrong media type",
    "/api/guestbook",
    415,
    problem,
    "strangers",
    { method: "POST", headers: { "content-type": "text/csv" }, body: "a,b" },
  ],
  ["a wrong method", "/api/guestbook", 405, problem, "strangers", { method: "DELETE" }],
  ["a preflight", "/api/guestbook", 204, null, "strangers", { method: "OPTIONS" }],
];

const ask = (path: string, init?: RequestInit) => fetch(server.origin + path, { redirect: "manual", ...init });

test.each(kinds)("%s", async (_, path, status, media_type, whose = "site", init) => {
  const answer = await ask(path, init);
  expect([answer.status, headerComplaints(answer, whose, media_type)]).toEqual([status, []]);
});

test("each asset names its content and may be kept for good", async () => {
  const page = await (await ask("/guestbook/")).text();
  const assets = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(assets.length).toBeGreaterThan(2);
  for (const path of assets) {
    const answer = await ask(path);
    expect([path, answer.status, answer.headers.get("cache-control"), headerComplaints(answer, "site", null)]).toEqual([
      path,
      200,
      "public, max-age=31536000, immutable",
      [],
    ]);
  }
});

test("security headers are the same for files and for the function", async () => {
  const names = [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "access-control-allow-origin",
    "cross-origin-resource-policy",
    "permissions-policy",
  ];
  const [page, guestbook] = await Promise.all(["/", "/guestbook/"].map(async (path) => (await ask(path)).headers));
  expect(names.map((name) => [name, guestbook?.get(name)])).toEqual(names.map((name) => [name, page?.get(name)]));
});

test("what did not change is not sent again, and says all the same", async () => {
  for (const path of ["/", "/manifesto.md", "/api/corpus.json"]) {
    const etag = (await ask(path)).headers.get("etag") ?? "";
    const again = await ask(path, { headers: { "if-none-match": etag } });
    expect([path, again.status, headerComplaints(again, "site", null)]).toEqual([path, 304, []]);
  }
});

describe("the judge sees a planted fault", () => {
  test.each<[string, (headers: Headers) => void, string]>([
    ["no CORS", (headers) => headers.delete("access-control-allow-origin"), "access-control-allow-origin is missing"],
    [
      "one origin only",
      (headers) => headers.set("access-control-allow-origin", "https://a.example"),
      "access-control-allow-origin is https://a.example",
    ],
    ["no CSP", (headers) => headers.delete("content-security-policy"), "content-security-policy is missing"],
    [
      "inline scripts allowed",
      (headers) =>
        headers.set("content-security-policy", `${headers.get("content-security-policy")}; script-src 'unsafe-inline'`),
      "content-security-policy is",
    ],
    [
      "another origin's scripts allowed",
      (headers) =>
        headers.set("content-security-policy", `${headers.get("content-security-policy")} https://cdn.example`),
      "content-security-policy is",
    ],
    ["sniffing", (headers) => headers.delete("x-content-type-options"), "x-content-type-options is missing"],
    ["no permission", (headers) => headers.delete("content-usage"), "content-usage is missing"],
    [
      "a label nobody knows",
      (headers) => headers.set("content-usage", "train-ai=yes"),
      "content-usage is train-ai=yes",
    ],
    ["a cookie", (headers) => headers.append("set-cookie", "id=1"), "set-cookie has no place here"],
    ["a limit", (headers) => headers.set("x-ratelimit-limit", "60"), "x-ratelimit-limit has no place here"],
    ["no way to llms.txt", (headers) => headers.set("link", '</x>; rel="api-catalog"'), "link is"],
    ["a wrong media type", (headers) => headers.set("content-type", "text/html"), "content-type is text/html"],
  ])("%s", async (_, change, complaint) => {
    const { status, headers } = await ask("/api/state.json");
    const changed = new Headers(headers);
    change(changed);
    expect(headerComplaints({ status, headers: changed }, "site", "application/json").join("\n")).toContain(complaint);
  });

  test.each([
    ["content-usage", "train-ai=y, search=y"],
    ["tdm-reservation", "0"],
  ])("a permission that claims strangers' words: %s", async (name, value) => {
    const { status, headers } = await ask("/api/guestbook");
    for (const said of [value, null]) {
      const changed = new Headers(headers);
      if (said === null) changed.delete(name);
      else changed.set(name, said);
      expect(headerComplaints({ status, headers: changed }, "strangers", null)).toEqual([
        `${name} claims strangers' words`,
      ]);
    }
  });
});
