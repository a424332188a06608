import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../build/verify/report.ts";
import { verify } from "../../build/verify/verify.ts";
import type { TestServer } from "../support/server.ts";
import { atPath, type Fault, header, json, type Loose, rewritten, serveFaulty, text, withHeader } from "./faults.ts";
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

/** The check that has to fail, what it has to say, and other checks that the same fault breaks, such as of digests. */
type Case = [fails: string, says: RegExp, fault: Fault, also?: string[]];

const script = '<script src="https://counter.example/c.js"></script></head>';
let asked = 0;

const table: Case[] = [
  [
    "open-origin",
    /no-such-thing: answers 404 with no Access-Control-Allow-Origin/,
    header("/api/no-such-thing", "access-control-allow-origin", null),
  ],
  [
    "open-origin",
    /POST \/api\/guestbook: answers 415 with no/,
    atPath("/api/guestbook", (answer) =>
      answer.status === 415 ? withHeader(answer, "access-control-allow-origin", null) : answer,
    ),
    ["guestbook-refusals"],
  ],
  ["no-identity", /\/about\/: sets a cookie/, header("/about/", "set-cookie", "id=1")],
  [
    "no-identity",
    /\/llms\.txt: answers 200 and asks for credentials/,
    header("/llms.txt", "www-authenticate", "Basic"),
  ],
  [
    "no-identity",
    /\/assets\/house\/guestbook.*uses the browser's storage/,
    async (request, answer) =>
      /^\/assets\/house\/guestbook/.test(new URL(request.url).pathname)
        ? rewritten(await answer(), "localStorage.visits = 1;")
        : answer(),
  ],
  [
    "no-watching",
    /\/about\/: loads https:\/\/counter\.example\/c\.js from another origin/,
    text("/about/", (html) => html.replace("</head>", script)),
  ],
  [
    "no-watching",
    /\/notes\/first\/: runs a script/,
    text("/notes/first/", (html) => html.replace("</head>", "<script>visit()</script></head>")),
  ],
  [
    "no-watching",
    /\/: loads \/\/counter\.example\/p\.gif/,
    text("/", (html) => html.replace("</main>", '<img src="//counter.example/p.gif" alt=""></main>')),
  ],
  [
    "no-watching",
    /\/assets\/house\/style.*loads https:\/\/fonts\.example\/f\.css/,
    async (request, answer) =>
      /^\/assets\/house\/style/.test(new URL(request.url).pathname)
        ? rewritten(await answer(), '@import "https://fonts.example/f.css";')
        : answer(),
  ],
  [
    "no-limits",
    /\/api\/state\.json: answers 429/,
    atPath("/api/state.json", async (answer, request) =>
      request.method === "GET" && ++asked > 20 ? rewritten(answer, "slower, please", 429) : answer,
    ),
  ],
  ["no-limits", /carries the header RateLimit/, header("/api/state.json", "ratelimit", "limit=100")],
  [
    "same-for-all",
    /\/llms\.txt: gives “GPTBot[^”]*” another answer/,
    atPath("/llms.txt", async (answer, request) =>
      /GPTBot/.test(request.headers.get("user-agent") ?? "") ? rewritten(answer, "# Nothing for you\n") : answer,
    ),
  ],
  [
    "same-for-all",
    /\/about\/: the HTML says “house for guests with quotes a” where the Markdown says “house for tests with/,
    text("/about/", (html) => html.replace("house for tests", "house for guests")),
  ],
  [
    "same-for-all",
    /\/realms\/hall\/: the HTML says “Stand here Or not/,
    text("/realms/hall/", (html) => html.replace("<p>Stand here.", "<p>Stand here. Or not.")),
  ],
  [
    "same-for-all",
    /the corpus's text says “Nothing”/,
    json("/api/corpus.json", ({ documents }) => void (documents[0].text = "Nothing.")),
    ["digests"],
  ],
  [
    "free-to-use",
    /robots\.txt: gives \* the signal “.*ai-train=yes”; the index says “.*ai-train=no”/,
    text("/robots.txt", (robots) => robots.replaceAll("ai-train=no", "ai-train=yes")),
    ["digests"],
  ],
  ["free-to-use", /\/about\/: has tdm-reservation: 7; the index says [01]/, header("/about/", "tdm-reservation", "7")],
  [
    "free-to-use",
    /\/about\/: links to the license https:\/\/example\.org\/mine/,
    text("/about/", (html) =>
      html.replace(/<link rel="license" href="[^"]*">/, '<link rel="license" href="https://example.org/mine">'),
    ),
  ],
  [
    "free-to-use",
    /\/: has in its head the license \(none\); the index says/,
    text("/", (html) => html.replace(/<link rel="license"[^>]*>/, "")),
  ],
  [
    "free-to-use",
    /\/: does not say “Anyone, person or program, may/,
    text("/", (html) => html.replace("Anyone, person or program,", "Anyone who asks")),
  ],
  [
    "free-to-use",
    /openapi: does not say “Anyone/,
    json("/api/openapi.json", ({ info }) => void (info.description = "Ask first.")),
    ["digests"],
  ],
  [
    "free-to-use",
    /croissant: does not say “Anyone/,
    json("/corpus/croissant.json", (dataset) => void (dataset.description = "Ask first.")),
    ["digests"],
  ],
  [
    "free-to-use",
    /\/llms-full\.txt: states in its front matter the license "MIT", "LicenseRef-Not-Stated"; the index says/,
    text("/llms-full.txt", (full) => full.replace(/^license: .*$/m, 'license: "MIT"')),
    ["digests"],
  ],
  [
    "free-to-use",
    /\/feed\.xml: links to the license \(none\)/,
    text("/feed.xml", (feed) => feed.replace(/<link rel="license"[^>]*>/, "")),
    ["digests"],
  ],
  [
    "guestbook",
    /\/guestbook\/: has no <meta name="tdm-reservation"> that reserves/,
    text("/guestbook/", (html) => html.replace(/<meta name="tdm-reservation"[^>]*>/, "")),
  ],
  [
    "guestbook",
    /\/guestbook\/: does not say that the site's permission does not cover the entries/,
    text("/guestbook/", (html) => html.replace("does not cover them", "covers them")),
  ],
  [
    "guestbook",
    /carries no `notice` that strangers wrote its entries/,
    json("/api/guestbook", (book) => void (book.notice &&= "Enjoy.")),
  ],
  ["guestbook", /carries the site's permissions/, header("/api/guestbook", "content-usage", "train-ai=y")],
  [
    "guestbook",
    /\/api\/guestbook: has no Link with rel="describedby" that leads into this site/,
    header("/api/guestbook", "link", '</api/openapi.json>; rel="service-desc"'),
  ],
  [
    "guestbook",
    /signature\.json: bounds `message` by 2000; 500 was expected/,
    json("/api/schemas/signature.json", ({ properties }) => void (properties.message.maxLength = 2000)),
    ["digests"],
  ],
  [
    "guestbook-refusals",
    /an address of 201 characters: is refused without naming the fault of `url`/,
    json(
      "/api/guestbook",
      (problem) =>
        void (problem.errors &&= problem.errors.filter(({ detail }: Loose) => !/address has 201/.test(detail))),
    ),
  ],
  [
    "guestbook",
    /has tdm-reservation: \(none\); what visitors wrote is reserved/,
    header("/api/guestbook", "tdm-reservation", null),
  ],
  [
    "free-to-use",
    /tdmrep\.json: does not reserve \/api\/guestbook, where visitors write/,
    json("/.well-known/tdmrep.json", (rules) => void (rules[0]["tdm-reservation"] = 0)),
    ["digests"],
  ],
  ["kept-words", /counts 2 entries, and has 1/, json("/api/guestbook", (book) => void book.entries?.pop())],
  [
    "manifest",
    /another check of `no-limits` than is run here: `requests` differs/,
    json("/api/manifest.json", ({ promises }) => void (promises[2].check.requests[0].times = 1)),
    ["digests"],
  ],
  [
    "schemas",
    /\/api\/realms\.json: \/realms\/0\/status/,
    json("/api/realms.json", ({ realms }) => void (realms[0].status = "haunted")),
    ["digests", "openapi"],
  ],
  [
    "digests",
    /\/about\.md: has another SHA-256 than \/api\/digests\.json says/,
    json("/api/digests.json", ({ digests }) => void (digests["/about/"] = "0".repeat(64))),
  ],
  [
    "digests",
    /\/feed\.xml: has another SHA-256 than \/api\/state\.json says/,
    text("/feed.xml", (feed) => feed.replace("</feed>", " </feed>")),
  ],
  [
    "digests",
    /\/feeds\/\{name\}\.xml: has another SHA-256 than \/api\/state\.json says/,
    text("/feeds/notes.xml", (feed) => feed.replace("</feed>", " </feed>")),
  ],
  ["agreement", /`counts\.pages` is 99/, json("/api/state.json", ({ counts }) => void (counts.pages = 99))],
  [
    "links",
    /\/nothing\//,
    text("/sitemap.xml", (xml) => xml.replace("</urlset>", `<url><loc>${server.origin}/nothing/</loc></url></urlset>`)),
    ["digests"],
  ],
  [
    "agreement",
    /\/sitemap\.xml: lacks .*\/about\//,
    text("/sitemap.xml", (xml) => xml.replace(/<url><loc>[^<]*\/about\/<\/loc>.*<\/url>/, "")),
    ["digests"],
  ],
  [
    "documents",
    /\/api\/site\.json: is served as text\/plain; application\/json was expected/,
    header("/api/site.json", "content-type", "text/plain; charset=utf-8"),
    ["openapi"],
  ],
  [
    "schemas",
    /\/api\/greeting\.json: answers HTML \(text\/html; charset=utf-8\), where JSON belongs/,
    atPath(
      "/api/greeting.json",
      (answer) =>
        new Response("<!doctype html><p>Hello", {
          headers: {
            ...Object.fromEntries(answer.headers),
            "content-type": "text/html; charset=utf-8",
            "content-length": "23",
          },
        }),
    ),
    ["documents", "agreement", "digests", "links", "openapi", "free-to-use", "returning"],
  ],
  [
    "pages",
    /\/about\.md: answers 404; 200 was expected/,
    atPath("/about.md", (answer) => rewritten(answer, "gone", 404)),
    ["digests", "links", "same-for-all", "free-to-use"],
  ],
  [
    "returning",
    /\/sitemap\.xml: answers 200 where the visitor has the ETag already/,
    atPath("/sitemap.xml", async (_, request) =>
      fetch(server.origin + "/sitemap.xml", { method: request.method, headers: { "accept-encoding": "identity" } }),
    ),
  ],
  [
    "links",
    /\/lost\/ \(named in \/about\/\): answers 404/,
    text("/about/", (html) => html.replace("</main>", '<a href="/lost/"></a></main>')),
  ],
  [
    "links",
    /\/notes\/first\/#apart \(named in \/\): names a part/,
    text("/", (html) => html.replace("#part", "#apart")),
  ],
  [
    "links",
    /\/no-such-room\/ \(named in \/about\/\): answers 404/,
    text("/about/", (html) => html.replace("</main>", '<a href="/no-such-room/"></a></main>')),
  ],
  [
    "digests",
    /\/about\.md: has another SHA-256 than the structured data of \/about\/ says/,
    text("/about/", (html) =>
      html.replace(
        /"encodingFormat":"text\/markdown","sha256":"[0-9a-f]*"/,
        `"sha256": "${"0".repeat(64)}", "encodingFormat": "text/markdown"`,
      ),
    ),
  ],
  [
    "agreement",
    /\/feed\.xml: names [^ ]*\/notes\/second\/gone\/, which \/api\/site\.json does not list/,
    text("/feed.xml", (feed) =>
      feed.replace(/<id>([^<]*\/notes\/second\/)<\/id>([^]*?)<\/entry>/, "$2<id>$1gone/</id></entry>"),
    ),
    ["digests", "links"],
  ],
  [
    "openapi",
    /describes GET \/api\/treasure\.json, which the index does not list/,
    json("/api/openapi.json", ({ paths }) => void (paths["/api/treasure.json"] = paths["/api/site.json"])),
    ["digests"],
  ],
  [
    "index",
    /`endpoints` does not list `state`/,
    json(
      "/api/index.json",
      (index) => void (index.endpoints = index.endpoints.filter(({ id }: Loose) => id !== "state")),
    ),
    ["agreement", "digests", "openapi"],
  ],
  [
    "missing",
    /is missing as text\/html; application\/problem\+json was expected/,
    atPath("/api/no/such/thing.json", (answer) => withHeader(answer, "content-type", "text/html")),
  ],
  [
    "guestbook-refusals",
    /sent DELETE: answers 200; 405 was expected/,
    atPath("/api/guestbook", (answer, request) =>
      request.method === "DELETE" ? rewritten(answer, "{}", 200) : answer,
    ),
  ],
  [
    "guestbook-refusals",
    /three faults at once: is refused without naming the fault of `url`/,
    json("/api/guestbook", (problem) => void problem.errors?.splice(1)),
  ],
  [
    "signing",
    /answers 201 with other words than were sent/,
    atPath("/api/guestbook", async (answer) =>
      rewritten(answer, (await answer.text()).replaceAll("“quoted”", "'quoted'")),
    ),
  ],
  [
    "signing",
    /answered 201 with the entry aaaaaaaaaaaaaaaaaaaa, which is not in the list/,
    atPath("/api/guestbook", async (answer, request) =>
      answer.status === 201
        ? rewritten(
            answer,
            JSON.stringify({
              ...((await answer.json()) as object),
              id: request.headers.has("idempotency-key") ? "aaaaaaaaaaaaaaaaaaaa" : "",
            }),
            201,
          )
        : answer,
    ),
  ],
];

function brokenBy([fails, , , also = []]: Case): string[] {
  return [fails, ...also];
}

/** Whether two faults can be planted in one site: they change different answers and break different checks. */
function separate(one: Case, other: Case): boolean {
  if (one[0] === "signing" || other[0] === "signing") return false;
  const samePath = one[2].path !== undefined && one[2].path === other[2].path;
  return !samePath && !brokenBy(one).some((id) => brokenBy(other).includes(id));
}

/** Each fault in the first group in which it is separate from all others, because each run makes many requests. */
const groups: Case[][] = [];
for (const each of table) {
  const group = groups.find((cases) => cases.every((other) => separate(each, other)));
  if (group) group.push(each);
  else groups.push([each]);
}

async function verified(cases: readonly Case[]): Promise<Report> {
  const all = cases.reduce<Fault>(
    (inner, [, , fault]) =>
      (request, answer) =>
        fault(request, (changed = request) => inner(changed, answer)),
    (_, answer) => answer(),
  );
  const faulty = await serveFaulty(server, all);
  try {
    return await verify(faulty.origin, { write: cases.some(([fails]) => fails === "signing"), wait: 1 });
  } finally {
    await faulty.stop();
  }
}

describe.each(groups.map((cases) => ({ cases })))("in one site", ({ cases }) => {
  let report: Report;
  beforeAll(async () => void (report = await verified(cases)));

  test.each<Case>(cases)("%s says %s", (fails, says, _, also = []) => {
    const { checks, holds } = report;
    const findings = checks.find(({ id }) => id === fails)?.findings.map(({ where, what }) => `${where}: ${what}`);
    expect(findings?.join("\n")).toMatch(says);
    const failing = checks.filter((check) => check.holds !== true).map(({ id }) => id);
    const foundOthers = cases.filter(([other]) => other !== fails).flatMap(brokenBy);
    expect(failing.filter((id) => !foundOthers.includes(id)).sort()).toEqual([fails, ...also].sort());
    expect(holds).toBe(false);
  });
});

test("without a fault in between, the same site holds", async () => {
  expect((await verified([])).checks.filter(({ holds }) => holds !== true)).toEqual([]);
});
