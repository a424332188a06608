import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Verdict, verify } from "../../build/verify/verify.ts";
import type { TestServer } from "../support/server.ts";
import {
  atPath,
  type Fault,
  header,
  json,
  replaced,
  rewritten,
  serveFaulty,
  text,
  withHeader,
} from "./faults.ts";
import { startSmallSite } from "./small-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startSmallSite();
  const entry = (message: string) =>
    fetch(`${server.origin}/api/guestbook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message }),
    });
  for (const message of ["first", "second"]) expect((await entry(message)).status).toBe(201);
});
afterAll(() => server.stop());

/**
 * What has to fail and what it has to say; and other checks that the same fault breaks, besides
 * that of digests.
 */
type Case = [fails: string, says: string | RegExp, fault: Fault, also?: string[]];

const script = '<script src="https://counter.example/c.js"></script></head>';
const allowOrigin = "access-control-allow-origin";
const license = /<link rel="license"[^>]*>/;
let asked = 0;

/** By the check that has to fail. */
const table: Record<string, [says: string | RegExp, fault: Fault, also?: string[]][]> = {
  "open-origin": [
    [
      "no-such-thing: has Access-Control-Allow-Origin: (none); *",
      header("/api/no-such-thing", allowOrigin, null),
    ],
    [
      "POST /api/guestbook: has Access-Control-Allow-Origin: (none)",
      atPath("/api/guestbook", (answer) =>
        answer.status === 415 ? withHeader(answer, allowOrigin, null) : answer,
      ),
    ],
  ],
  "no-identity": [
    ["/about/: has Set-Cookie: id=1; (none) was expected", header("/about/", "set-cookie", "id=1")],
    [
      "/llms.txt: has WWW-Authenticate: Basic; (none)",
      header("/llms.txt", "www-authenticate", "Basic"),
    ],
    [
      /\/assets\/house\/guestbook.*uses the browser's storage/,
      atPath(/^\/assets\/house\/guestbook/, (answer) =>
        rewritten(answer, "localStorage.visits = 1;"),
      ),
      ["pages"],
    ],
  ],
  "no-watching": [
    [
      "/about/: loads https://counter.example/c.js from another origin",
      replaced("/about/", "</head>", script),
      ["pages"],
    ],
    [
      "/notes/first/: runs a script",
      replaced("/notes/first/", "</head>", "<script>visit()</script></head>"),
      ["pages"],
    ],
    [
      "/no-such-page/: loads https://counter.example/c.js",
      replaced("/no-such-page/", "</head>", script),
    ],
    [
      "/: loads //counter.example/p.gif",
      replaced("/", "</main>", '<img src="//counter.example/p.gif"></main>'),
      ["pages"],
    ],
    [
      /\/assets\/house\/style.*loads or names https:\/\/fonts\.example\/f\.css/,
      atPath(/^\/assets\/house\/style/, (answer) =>
        rewritten(answer, '@import "https://fonts.example/f.css";'),
      ),
      ["pages"],
    ],
  ],
  "no-limits": [
    [
      "/api/state.json: answers 429",
      atPath("/api/state.json", async (answer, request) =>
        request.method === "GET" && ++asked > 20
          ? rewritten(answer, "slower, please", 429)
          : answer,
      ),
    ],
    [
      "/api/state.json: has RateLimit: limit=100; (none) was expected",
      header("/api/state.json", "ratelimit", "limit=100"),
    ],
  ],
  "same-for-all": [
    [
      /\/llms\.txt: gives “GPTBot[^”]*” another answer/,
      atPath("/llms.txt", async (answer, request) =>
        /GPTBot/.test(request.headers.get("user-agent") ?? "")
          ? rewritten(answer, "# Nothing for you\n")
          : answer,
      ),
    ],
    [
      "/about/: the HTML says A house for guests with quotes a bold word code more and a table a b 1 2 done A footnote; A house for tests with",
      replaced("/about/", "house for tests", "house for guests"),
    ],
    [
      "/realms/hall/: the HTML says Or Stand here",
      replaced("/realms/hall/", "<p>Stand", "<p>Or Stand"),
    ],
    [
      "the corpus's text says Nothing ",
      replaced("/api/corpus.json", '"text":"', '"text":"Nothing '),
      ["agreement"],
    ],
  ],
  "free-to-use": [
    [
      "/robots.txt: keeps out (none); GPTBot, ClaudeBot, Google-Extended, Applebot-Extended, CCBot,",
      text("/robots.txt", (robots) => robots.replaceAll("Disallow: /", "Allow: /")),
    ],
    [
      "/robots.txt: keeps out GPTBot, ClaudeBot, Google-Extended, Applebot-Extended, CCBot, Amazonbot, Meta-ExternalAgent; GPTBot",
      text("/robots.txt", (robots) => robots.replace("User-agent: Bytespider\n", "")),
    ],
    [
      "/robots.txt: keeps out Googlebot, Bingbot,",
      text("/robots.txt", (robots) =>
        robots.replace("Allow: /\n\nUser-agent: ChatGPT", "Disallow: /\n\nUser-agent: ChatGPT"),
      ),
    ],
    [
      /robots\.txt: has groups with the signal .*ai-train=yes; .*ai-train=no was expected/,
      text("/robots.txt", (robots) => robots.replaceAll("ai-train=no", "ai-train=yes")),
    ],
    [
      "/notes/second/: has Content-Usage: train-ai=y, search=y; train-ai=n, search=y was expected",
      header("/notes/second/", "content-usage", "train-ai=y, search=y"),
    ],
    ["/about/: has TDM-Reservation: 7; 1 was expected", header("/about/", "tdm-reservation", "7")],
    [
      '/about/: of <link rel="license"> has ["https://example.org/mine"]',
      replaced("/about/", license, '<link rel="license" href="https://example.org/mine">'),
    ],
    ['/: of <link rel="license"> has (none); ["https:', replaced("/", license, "")],
    [
      "/: does not contain `Anyone, person or program, may",
      replaced("/", "Anyone, person", "Somebody, person"),
    ],
    [
      "openapi.json: does not contain `Anyone",
      replaced("/api/openapi.json", "Anyone, person", "Somebody, person"),
      ["agreement"],
    ],
    [
      '/feed.xml: does not contain `<link rel="license"',
      replaced("/feed.xml", license, ""),
      ["agreement"],
    ],
    [
      'tdmrep.json: does not contain `{"location":"/api/guestbook","tdm-reservation":1},`',
      replaced("/.well-known/tdmrep.json", "1", "0"),
    ],
    [
      '/guestbook/: of <meta name="tdm-reservation"> has (none); 1',
      replaced("/guestbook/", 'name="tdm-reservation"', ""),
      ["pages"],
    ],
    [
      "/guestbook/: does not contain `The entries belong to",
      replaced("/guestbook/", "does not cover", "covers"),
    ],
    [
      '/api/guestbook: does not contain `"notice":"These entries were written by strangers.',
      replaced("/api/guestbook", "written by strangers", "yours"),
    ],
    [
      "/api/guestbook: has Content-Usage: train-ai=y; train-ai=n was",
      header("/api/guestbook", "content-usage", "train-ai=y"),
    ],
    [
      "/api/guestbook: has TDM-Reservation: (none); 1",
      header("/api/guestbook", "tdm-reservation", null),
    ],
  ],
  guestbook: [
    [
      '/api/guestbook: has Link: </api/openapi.json>; rel="service-desc"; </api/openapi.json>',
      header("/api/guestbook", "link", '</api/openapi.json>; rel="service-desc"'),
      ["guestbook-refusals"],
    ],
    [
      "/api/guestbook.xml: `subtitle` is These entries were yours",
      replaced("/api/guestbook.xml", "written by strangers", "yours"),
    ],
    [
      "/api/guestbook.xml: `title` is Visitors · ",
      replaced("/api/guestbook.xml", "Guestbook ·", "Visitors ·"),
    ],
    [
      /guestbook\.xml: entries, of which number 1 is \(none\); \["http/,
      replaced("/api/guestbook.xml", /<entry>[^]*<\/entry>/, ""),
    ],
    [
      /guestbook\.xml: entries, of which number 1 is .*"not second"/,
      replaced("/api/guestbook.xml", '<content type="text">', '<content type="text">not '),
    ],
  ],
  "guestbook-refusals": [
    [
      'an address of 201 characters: does not contain `"pointer": "#/url",',
      replaced("/api/guestbook", /#\/url(?=[^}]*address has 201)/, "#/link"),
    ],
    [
      "sent DELETE: answers 200; 405 was expected",
      atPath("/api/guestbook", (answer, request) =>
        request.method === "DELETE" ? rewritten(answer, "{}", 200) : answer,
      ),
    ],
    [
      'three faults at once: does not contain `"pointer": "#/url",',
      json("/api/guestbook", (problem) => void problem.errors?.splice(1)),
      ["guestbook"],
    ],
  ],
  "kept-words": [
    [
      "counts 2 entries, and has 1",
      json("/api/guestbook", (book) => void book.entries?.pop()),
      ["guestbook", "guestbook-refusals"],
    ],
  ],
  manifest: [
    [
      /publishes as the check of `no-limits` .*"times":1.*; .*"times":40/,
      replaced("/api/manifest.json", '"times":40', '"times":1'),
    ],
  ],
  schemas: [
    [
      "/api/realms.json: /realms/0/status",
      replaced("/api/realms.json", '"status":"open"', '"status":""'),
      ["openapi", "pages"],
    ],
    [
      "/api/greeting.json: answers 200 (text/html; charset=utf-8) with what is not JSON",
      atPath("/api/greeting.json", (answer) =>
        rewritten(
          withHeader(answer, "content-type", "text/html; charset=utf-8"),
          "<!doctype html><p>Hello",
          200,
        ),
      ),
      ["documents", "agreement", "digests", "openapi", "returning"],
    ],
  ],
  digests: [
    [
      "/feed.xml: has in /api/state.json the SHA-256",
      replaced("/feed.xml", "</feed>", "</feed>\n"),
    ],
    [
      "/feeds/{name}.xml: has in /api/state.json the SHA-256",
      replaced("/feeds/notes.xml", "</feed>", "</feed>\n"),
    ],
  ],
  agreement: [
    [
      /digests\.json: `digests` is .*00000000/,
      json("/api/digests.json", ({ digests }) => void (digests["/about/"] = "0".repeat(64))),
    ],
    [
      '/llms-full.txt: line 6 is license: "MIT"; license: "LicenseRef-Not-Stated" was expected',
      replaced("/llms-full.txt", /^license: .*$/m, 'license: "MIT"'),
    ],
    [
      "signature.json: `properties.message.maxLength` is 2000; 500",
      replaced("/api/schemas/signature.json", ":500", ":2000"),
      ["schemas"],
    ],
    ["`counts.pages` is 99", json("/api/state.json", ({ counts }) => void (counts.pages = 99))],
    [
      /\/sitemap\.xml: address 2 is .*\/about\/\s* was expected/,
      replaced("/sitemap.xml", /<url><loc>[^<]*\/about\/<\/loc>.*<\/url>/, ""),
    ],
    [
      /\/feed\.xml: entries, of which number 2 is .*\/notes\/second\/gone\.md/,
      replaced("/feed.xml", "/notes/second.md", "/notes/second/gone.md"),
      ["links"],
    ],
  ],
  links: [
    [
      "/nothing/ (named in /sitemap.xml)",
      replaced("/sitemap.xml", /<url><loc>([^<]*)about\//, "<url><loc>$1nothing/</loc></url>$&"),
      ["agreement"],
    ],
    [
      "/lost/ (named in /about/): answers 404",
      replaced("/about/", "</main>", '<a href="/lost/"></a></main>'),
    ],
    ["/notes/first/#apart (named in /): names an id", replaced("/", "#part", "#apart")],
    [
      "/no-such-room/ (named in /about/): answers 404",
      replaced("/about/", "</main>", "<a href=/no-such-room/></main>"),
      ["pages"],
    ],
  ],
  documents: [
    [
      "/api/site.json: is served as text/plain; charset=utf-8; application/json was expected",
      header("/api/site.json", "content-type", "text/plain; charset=utf-8"),
      ["openapi"],
    ],
  ],
  pages: [
    [
      "/about/: has in its structured data encoding.sha256: 0;",
      replaced(
        "/about/",
        /"encodingFormat":"text\/markdown","sha256":"\w*"/,
        '"sha256": "0", "encodingFormat": "text/markdown"',
      ),
    ],
    [
      "/about.md: answers 404; 200 was expected",
      atPath("/about.md", (answer) => rewritten(answer, "gone", 404)),
      ["digests", "links", "same-for-all", "free-to-use"],
    ],
  ],
  returning: [
    [
      "/sitemap.xml: answers its own ETag with 200; 304 was expected",
      atPath("/sitemap.xml", async (_, request) =>
        fetch(server.origin + "/sitemap.xml", {
          method: request.method,
          headers: { "accept-encoding": "identity" },
        }),
      ),
    ],
  ],
  openapi: [
    [
      /openapi\.json: operation \d+ is .*GET \/api\/treasure\.json/,
      json(
        "/api/openapi.json",
        ({ paths }) => void (paths["/api/treasure.json"] = paths["/api/site.json"]),
      ),
    ],
  ],
  index: [
    [
      '`endpoints` lists `state` as (none); {"method":"GET"',
      replaced("/api/index.json", /\{"id":"state"[^}]*\},/, ""),
      ["agreement", "openapi", "pages"],
    ],
  ],
  missing: [
    [
      "thing.json: has Content-Type: text/html; application/problem+json was",
      header("/api/no/such/thing.json", "content-type", "text/html"),
    ],
  ],
  signing: [
    [
      /answers 201 with the message [^]*'quoted'[^]* was expected/,
      atPath("/api/guestbook", async (answer) =>
        rewritten(answer, (await answer.text()).replaceAll("“quoted”", "'quoted'")),
      ),
    ],
    [
      "answered 201 with the entry aaaaaaaaaaaaaaaaaaaa, which is not in the list",
      json("/api/guestbook", (value) => void (value.id &&= "aaaaaaaaaaaaaaaaaaaa")),
      ["guestbook", "guestbook-refusals"],
    ],
  ],
};

/** The checks that a fault breaks. Of all files that are no page, state.json states the digest. */
function brokenBy([fails, , { path = "", isRewritten }, also = []]: Case): string[] {
  const others = ["/api/state.json", "/api/guestbook.xml"];
  const isDigested = isRewritten && /\.(json|txt|xml)$/.test(path) && !others.includes(path);
  return [...new Set([fails, ...also, ...(isDigested ? ["digests"] : [])])];
}

/**
 * Whether two faults can be planted in one site: they change different answers and break different
 * checks.
 */
function separate(one: Case, other: Case): boolean {
  if (one[0] === "signing" || other[0] === "signing") return false;
  const samePath = one[2].path !== undefined && one[2].path === other[2].path;
  return !samePath && !brokenBy(one).some((id) => brokenBy(other).includes(id));
}

/**
 * Each fault in the first group in which it is separate from all others, because each run makes
 * many requests.
 */
const groups: Case[][] = [];
for (const [fails, rows] of Object.entries(table))
  for (const row of rows) {
    const each: Case = [fails, ...row];
    const group = groups.find((cases) => cases.every((other) => separate(each, other)));
    if (group) group.push(each);
    else groups.push([each]);
  }

async function verified(cases: readonly Case[]): Promise<Verdict> {
  const all = cases.reduce<Fault>(
    (inner, [, , fault]) =>
      (request, answer) =>
        fault(request, (changed = request) => inner(changed, answer)),
    (_, answer) => answer(),
  );
  const faulty = await serveFaulty(server, all);
  try {
    return await verify(faulty.origin, {
      write: cases.some(([fails]) => fails === "signing"),
      wait: 1,
    });
  } finally {
    await faulty.stop();
  }
}

describe.each(groups.map((cases) => ({ cases })))("in one site", ({ cases }) => {
  let report: Verdict;
  beforeAll(async () => void (report = await verified(cases)));

  test.each<Case>(cases)("%s says %s", (...planted) => {
    const [fails, says] = planted;
    const { checks, holds } = report;
    const findings = checks
      .find(({ id }) => id === fails)
      ?.findings.map(({ where, what }) => `${where}: ${what}`);
    expect(findings?.join("\n")).toMatch(says);
    const failing = checks.filter((check) => check.holds !== true).map(({ id }) => id);
    const foundOthers = cases.filter(([other]) => other !== fails).flatMap(brokenBy);
    expect(failing.filter((id) => !foundOthers.includes(id)).sort()).toEqual(
      brokenBy(planted).sort(),
    );
    expect(holds).toBe(false);
  });
});

test("a body after HEAD is seen by returning", async () => {
  const { port } = new URL(server.origin);
  // Node's own server drops it.
  const proxy = createServer((socket) =>
    socket.once("data", (first) => {
      if (first.toString().startsWith("HEAD "))
        return socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nHello");
      const real = connect(Number(port), "localhost");
      real.write(first);
      return socket.pipe(real).pipe(socket);
    }),
  );
  await once(proxy.listen(0, "localhost"), "listening");
  const { port: own } = proxy.address() as AddressInfo;
  const { checks } = await verify(`http://localhost:${own}`, { sample: 3 });
  proxy.close();
  const findings = checks.find(({ id }) => id === "returning")?.findings;
  expect(findings?.map(({ where, what }) => `${where}: ${what}`)).toContain(
    "/llms.txt: sends after HEAD the body “Hello”",
  );
});

test("without a fault in between, the same site holds", async () => {
  expect((await verified([])).checks.filter(({ holds }) => holds !== true)).toEqual([]);
});
