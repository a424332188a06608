import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, type RunningServer, type WebHandler } from "../../build/server/node-http.ts";
import type { Limits } from "../../build/verify/client.ts";
import { reportInWords } from "../../build/verify/report.ts";
import { type Verdict, verify } from "../../build/verify/verify.ts";
import type { TestServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { atPath, type Fault, json, rewritten, serveFaulty, text } from "./faults.ts";
import { startSmallSite } from "./small-site.ts";

let server: TestServer;
/** A server of somebody else's, which must never be asked. */
let victim: RunningServer;
let victimised = 0;
beforeAll(async () => {
  server = await startSmallSite();
  victim = await listen(async () => Response.json({ asked: ++victimised }));
});
afterAll(async () => {
  await server.stop();
  await victim.stop();
});

async function judge(fault: Fault, limits: Partial<Limits> = {}): Promise<Verdict> {
  const faulty = await serveFaulty(server, fault);
  try {
    return await verify(faulty.origin, limits);
  } finally {
    await faulty.stop();
  }
}

function said({ checks }: Verdict, id: string): string {
  const findings = checks.find((check) => check.id === id)?.findings ?? [];
  return findings.map(({ where, what }) => `${where}: ${what}`).join("\n");
}

const endless: WebHandler = async () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
    }),
    {
      headers: { "content-type": "application/json" },
    },
  );
const silent: WebHandler = () => new Promise(() => {});
const index =
  (body: string, headers: Record<string, string> = {}, status = 200): WebHandler =>
  async () =>
    new Response(body, { status, headers: { "content-type": "application/json", ...headers } });

test.each<[what: string, handler: WebHandler, line: RegExp]>([
  ["an answer without an end", endless, /the answer is longer than 1048576 bytes/],
  ["no answer at all", silent, /no whole answer came in time/],
  [
    "HTML",
    index("<!doctype html>", { "content-type": "text/html" }),
    /answers 200 \(text\/html\) with what is not JSON/,
  ],
  [
    "a way to elsewhere",
    index("", { location: "https://elsewhere.example/" }, 301),
    /answers 301 .*JSON was expected/,
  ],
  ["other JSON", index('{"name":"other"}'), /lists no `endpoints`, as every Open House site does/],
  [
    "endless headers",
    index("{}", { much: "x".repeat(100_000) }),
    /the connection failed \(Headers Overflow Error\)/,
  ],
])("a host with %s is reported in one line", async (_, handler, line) => {
  const server = await listen(handler);
  // Only a host that never answers is not waited for: others may be slow on a busy machine.
  const limits = { answer: 1024 ** 2, ...(handler === silent ? { timeout: 500 } : {}) };
  await expect(verify(server.origin, limits)).rejects.toThrow(
    new RegExp(`^/api/index\\.json: ${line.source}$`),
  );
  await server.stop();
});

test("an endless page, a loop of redirects and a broken connection are lines of the report", async () => {
  const fault: Fault = async (request, answer) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/about.md") return endless(request);
    if (pathname === "/loop/")
      return new Response(null, { status: 302, headers: { location: "/loop/" } });
    if (pathname === "/away/")
      return new Response(null, { status: 302, headers: { location: victim.origin } });
    if (pathname === "/feed.xml")
      return new Response(new ReadableStream({ pull: () => Promise.reject(new Error("cut")) }));
    const real = await answer();
    return pathname === "/" && request.method === "GET"
      ? rewritten(
          real,
          (await real.text()).replace(
            "</main>",
            '<a href="/loop/"></a><a href="/away/"></a></main>',
          ),
        )
      : real;
  };
  const report = await judge(fault, { answer: 2 * 1024 ** 2 });
  expect(said(report, "pages")).toMatch(/\/about\.md: the answer is longer than 2097152 bytes/);
  expect(said(report, "documents")).toMatch(/\/feed\.xml: the connection failed/);
  expect(said(report, "links")).toMatch(
    /\/loop\/ \(named in \/\): answers 302 and leads to \/loop\/; 200 was expected/,
  );
  expect(said(report, "links")).toMatch(
    /\/away\/ \(named in \/\): answers 302 and leads to http:\/\/\S+; 200 was expected/,
  );
  expect(victimised).toBe(0);
});

test("nothing is fetched from another origin, whatever the site refers to", async () => {
  const elsewhere = await judge(
    json("/api/index.json", (value) => {
      for (const endpoint of value.endpoints) endpoint.schema &&= `${victim.origin}/schema.json`;
      for (const path of [`//localhost:${victim.port}/`, `@localhost:${victim.port}/`])
        value.formats.push({
          id: path,
          method: "GET",
          path,
          url: victim.origin,
          media_type: "text/plain",
        });
      value.schemas.push(`${victim.origin}/schema.json`);
    }),
  );
  expect(said(elsewhere, "schemas")).toContain("leads to another origin, which is not asked");
  expect(said(elsewhere, "documents")).toMatch(/leads to another origin, which is not asked/);
  const reference = { $ref: `${victim.origin}/schema.json` };
  const referring = await judge(withSchema({ properties: { realms: reference } }, ""));
  expect(said(referring, "schemas")).toContain(
    `its schema cannot be used: can't resolve reference ${reference.$ref}`,
  );
  const renamed = await judge(
    json("/api/index.json", (value) => void (value.base_url = victim.origin)),
  );
  expect(renamed.holds).toBe(false);
  expect(victimised).toBe(0);
});

/** Whether a site may have a schema for its rooms, and a member `boom` in them that follows it. */
const withSchema = (schema: object, boom: string): Fault => {
  const rooms = json("/api/realms.json", (value) => void (value.boom = boom));
  const published = text("/api/schemas/realms.json", (body) =>
    body === "" ? "" : JSON.stringify(schema),
  );
  return (request, answer) => published(request, (changed = request) => rooms(changed, answer));
};

test.each<[what: string, schema: object, boom: string, says: RegExp]>([
  [
    "a pattern that explodes in other engines is an ordinary pattern",
    { properties: { boom: { type: "string", pattern: "^(a+)+$" } } },
    `${"a".repeat(60)}!`,
    /\/api\/realms\.json: \/boom must match pattern "\^\(a\+\)\+\$"/,
  ],
  [
    "a pattern that RE2 does not know is named",
    { properties: { boom: { pattern: "(?=a)" } } },
    "",
    /\/api\/realms\.json: its schema cannot be used: /,
  ],
])("%s, and the rest is checked", async (_, schema, boom, says) => {
  const report = await judge(withSchema(schema, boom));
  expect(said(report, "schemas")).toMatch(says);
  expect(report.checks.find(({ id }) => id === "same-for-all")?.holds).toBe(true);
});

test("what a site publishes as a check is compared and never carried out", async () => {
  const mark = join(temporaryFolder(), "executed");
  const asked: string[] = [];
  const report = await judge(async (request, answer) => {
    asked.push(new URL(request.url).pathname);
    return json("/api/manifest.json", ({ promises }) => {
      promises[0].check.command = `touch ${mark}`;
      promises[1].check.requests = [
        { method: "POST", path: "/api/guestbook?published", expect: {} },
        { method: "GET", path: "/trap/", expect: {} },
      ];
    })(request, answer);
  });
  expect(said(report, "manifest")).toMatch(
    /publishes as the check of `no-identity` .*touch .* was expected/,
  );
  expect(said(report, "manifest")).toMatch(
    /publishes as the check of `no-watching` .*\/trap\/.* was expected/,
  );
  expect(asked).not.toContain("/trap/");
  expect(existsSync(mark)).toBe(false);
});

test("a run makes no more requests than its limit, and says so", async () => {
  const report = await judge((_, answer) => answer(), { requests: 100 });
  expect(report.requests).toBe(100);
  expect(report.holds).toBe(false);
  expect(reportInWords(report)).toMatch(/✗ .*\n.*the run has made 100 requests, and makes no more/);
});

test("documents of any shape lead to findings, never to a stumble", async () => {
  const shapes = [
    "null",
    "[]",
    '{"pages":7,"documents":{"a":1},"digests":[null],"promises":[null,7],"realms":"x","paths":{"/x":null,"/{y}":7},"metadata":null}',
  ];
  const entries = ["[null]", "[7,[],{}]", '[{"id":"site","method":"GET","path":"/api/site.json"}]'];
  const indexes = entries.map(
    (list) => `{"endpoints":${list},"permissions":7,"license":null,"base_url":9}`,
  );
  const faults = [
    ...shapes.map((shape) =>
      atPath(/(?<!^\/api\/index)\.json$|guestbook$/, (answer, { method }) =>
        method === "GET" && answer.status === 200 ? rewritten(answer, shape) : answer,
      ),
    ),
    ...indexes.map((body) => atPath("/api/index.json", (answer) => rewritten(answer, body))),
  ];
  for (const fault of faults) {
    const report = await judge(fault);
    expect(report.holds).toBe(false);
    expect(JSON.stringify(report)).not.toContain("this check failed on");
  }
});

test("of hundreds of documents that are not there, the report names a few and counts the rest", async () => {
  const others = Array.from({ length: 300 }, (_, number) => ({
    path: `/api/p${number}.json`,
    bytes: 0,
    sha256: "0".repeat(64),
  }));
  const report = await judge(
    json("/api/state.json", ({ documents }) => void documents.push(...others)),
  );
  expect(reportInWords(report)).toMatch(
    / {4}\/api\/p0\.json: has in \/api\/state\.json .*\n(?: {4}\/api\/p.*\n){11} {4}and \d{3} more/,
  );
});

test("what a site says cannot steer the terminal", async () => {
  const report = await judge(
    json("/api/index.json", (value) => void (value.name = "\u001b[2Jclear\u202e\u0007")),
  );
  expect(reportInWords(report)).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
  );
  expect(reportInWords(report)).toContain("[2Jclear");
});
