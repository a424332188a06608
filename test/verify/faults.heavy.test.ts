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

interface Case {
  what: string;
  fault: Fault;
  /** The check that has to fail. */
  fails: string;
  /** What it has to say. */
  says: RegExp;
  /** Others that the same fault breaks. A changed document has another digest, for one. */
  also?: string[];
  write?: boolean;
}

const script = '<script src="https://counter.example/c.js"></script></head>';
let asked = 0;

const table: Case[] = [
  {
    what: "no CORS on a 404",
    fault: header("/api/no-such-thing", "access-control-allow-origin", null),
    fails: "open-origin",
    says: /no-such-thing: answers 404 with no Access-Control-Allow-Origin/,
  },
  {
    what: "no CORS on the guestbook's 415",
    fault: atPath("/api/guestbook", (answer) =>
      answer.status === 415 ? withHeader(answer, "access-control-allow-origin", null) : answer,
    ),
    fails: "open-origin",
    says: /POST \/api\/guestbook: answers 415 with no/,
    also: ["guestbook-refusals"],
  },
  {
    what: "a cookie on a page",
    fault: header("/about/", "set-cookie", "id=1"),
    fails: "no-identity",
    says: /\/about\/: sets a cookie/,
  },
  {
    what: "a question for credentials",
    fault: header("/llms.txt", "www-authenticate", "Basic"),
    fails: "no-identity",
    says: /\/llms\.txt: answers 200 and asks for credentials/,
  },
  {
    what: "a script that keeps something in the browser",
    fault: async (request, answer) =>
      /^\/assets\/house\/guestbook/.test(new URL(request.url).pathname)
        ? rewritten(await answer(), "localStorage.visits = 1;")
        : answer(),
    fails: "no-identity",
    says: /\/assets\/house\/guestbook.*uses the browser's storage/,
  },
  {
    what: "a third-party script",
    fault: text("/about/", (html) => html.replace("</head>", script)),
    fails: "no-watching",
    says: /\/about\/: loads https:\/\/counter\.example\/c\.js from another origin/,
  },
  {
    what: "a script in a page",
    fault: text("/notes/first/", (html) => html.replace("</head>", "<script>visit()</script></head>")),
    fails: "no-watching",
    says: /\/notes\/first\/: runs a script/,
  },
  {
    what: "a picture that counts",
    fault: text("/", (html) => html.replace("</main>", '<img src="//counter.example/p.gif" alt=""></main>')),
    fails: "no-watching",
    says: /\/: loads \/\/counter\.example\/p\.gif/,
  },
  {
    what: "a style from elsewhere",
    fault: async (request, answer) =>
      /^\/assets\/house\/style/.test(new URL(request.url).pathname)
        ? rewritten(await answer(), '@import "https://fonts.example/f.css";')
        : answer(),
    fails: "no-watching",
    says: /\/assets\/house\/style.*loads https:\/\/fonts\.example\/f\.css/,
  },
  {
    what: "a limit of requests",
    fault: atPath("/api/state.json", async (answer, request) =>
      request.method === "GET" && ++asked > 20 ? rewritten(answer, "slower, please", 429) : answer,
    ),
    fails: "no-limits",
    says: /\/api\/state\.json: answers 429/,
  },
  {
    what: "a rate-limit header",
    fault: header("/api/state.json", "ratelimit", "limit=100"),
    fails: "no-limits",
    says: /carries the header RateLimit/,
  },
  {
    what: "other bytes for a crawler",
    fault: atPath("/llms.txt", async (answer, request) =>
      /GPTBot/.test(request.headers.get("user-agent") ?? "") ? rewritten(answer, "# Nothing for you\n") : answer,
    ),
    fails: "same-for-all",
    says: /\/llms\.txt: gives “GPTBot[^”]*” another answer/,
  },
  {
    what: "HTML that says other words",
    fault: text("/about/", (html) => html.replace("house for tests", "house for guests")),
    fails: "same-for-all",
    says: /\/about\/: the HTML says “house for guests with quotes a” where the Markdown says “house for tests with/,
  },
  {
    what: "HTML that says more",
    fault: text("/realms/hall/", (html) => html.replace("<p>Stand here.", "<p>Stand here. Or not.")),
    fails: "same-for-all",
    says: /\/realms\/hall\/: the HTML says “Stand here Or not/,
  },
  {
    what: "an easier text in the corpus",
    fault: json("/api/corpus.json", ({ documents }) => void (documents[0].text = "Nothing.")),
    fails: "same-for-all",
    says: /the corpus's text says “Nothing”/,
    also: ["digests"],
  },
  {
    what: "robots.txt that says otherwise",
    fault: text("/robots.txt", (robots) => robots.replaceAll("ai-train=no", "ai-train=yes")),
    fails: "free-to-use",
    says: /robots\.txt: gives \* the signal “.*ai-train=yes”; the index says “.*ai-train=no”/,
    also: ["digests"],
  },
  {
    what: "a header that says no",
    fault: header("/about/", "tdm-reservation", "7"),
    fails: "free-to-use",
    says: /\/about\/: has tdm-reservation: 7; the index says [01]/,
  },
  {
    what: "another license on a page",
    fault: text("/about/", (html) =>
      html.replace(/<link rel="license" href="[^"]*">/, '<link rel="license" href="https://example.org/mine">'),
    ),
    fails: "free-to-use",
    says: /\/about\/: links to the license https:\/\/example\.org\/mine/,
  },
  {
    what: "no license in the head of the home page",
    fault: text("/", (html) => html.replace(/<link rel="license"[^>]*>/, "")),
    fails: "free-to-use",
    says: /\/: has in its head the license \(none\); the index says/,
  },
  {
    what: "a home page that does not say what is permitted",
    fault: text("/", (html) => html.replace("Anyone, person or program,", "Anyone who asks")),
    fails: "free-to-use",
    says: /\/: does not say “Anyone, person or program, may/,
  },
  {
    what: "OpenAPI without the words of the permission",
    fault: json("/api/openapi.json", ({ info }) => void (info.description = "Ask first.")),
    fails: "free-to-use",
    says: /openapi: does not say “Anyone/,
    also: ["digests"],
  },
  {
    what: "Croissant without the words of the permission",
    fault: json("/corpus/croissant.json", (dataset) => void (dataset.description = "Ask first.")),
    fails: "free-to-use",
    says: /croissant: does not say “Anyone/,
    also: ["digests"],
  },
  {
    what: "another license of one page in the full text",
    fault: text("/llms-full.txt", (full) => full.replace(/^license: .*$/m, 'license: "MIT"')),
    fails: "free-to-use",
    says: /\/llms-full\.txt: states in its front matter the license "MIT", "LicenseRef-Not-Stated"; the index says/,
    also: ["digests"],
  },
  {
    what: "a feed without a license",
    fault: text("/feed.xml", (feed) => feed.replace(/<link rel="license"[^>]*>/, "")),
    fails: "free-to-use",
    says: /\/feed\.xml: links to the license \(none\)/,
    also: ["digests"],
  },
  {
    what: "a page of the guestbook that reserves nothing in its HTML",
    fault: text("/guestbook/", (html) => html.replace(/<meta name="tdm-reservation"[^>]*>/, "")),
    fails: "guestbook",
    says: /\/guestbook\/: has no <meta name="tdm-reservation"> that reserves/,
  },
  {
    what: "a page of the guestbook that gives permission for the entries",
    fault: text("/guestbook/", (html) => html.replace("does not cover them", "covers them")),
    fails: "guestbook",
    says: /\/guestbook\/: does not say that the site's permission does not cover the entries/,
  },
  {
    what: "a notice that does not speak of strangers",
    fault: json("/api/guestbook", (book) => void (book.notice &&= "Enjoy.")),
    fails: "guestbook",
    says: /carries no `notice` that strangers wrote its entries/,
  },
  {
    what: "permission for the guestbook's entries",
    fault: header("/api/guestbook", "content-usage", "train-ai=y"),
    fails: "guestbook",
    says: /carries the site's permissions/,
  },
  {
    what: "a guestbook that does not say where its API is described",
    fault: header("/api/guestbook", "link", '</api/openapi.json>; rel="service-desc"'),
    fails: "guestbook",
    says: /\/api\/guestbook: has no Link with rel="describedby" that leads into this site/,
  },
  {
    what: "a schema with other bounds than the contract's",
    fault: json("/api/schemas/signature.json", ({ properties }) => void (properties.message.maxLength = 2000)),
    fails: "guestbook",
    says: /signature\.json: bounds `message` by 2000; 500 was expected/,
    also: ["digests"],
  },
  {
    what: "a guestbook that takes longer addresses than it says",
    fault: json(
      "/api/guestbook",
      (problem) =>
        void (problem.errors &&= problem.errors.filter(({ detail }: Loose) => !/address has 201/.test(detail))),
    ),
    fails: "guestbook-refusals",
    says: /an address of 201 characters: is refused without naming the fault of `url`/,
  },
  {
    what: "entries that are not reserved in their own headers",
    fault: header("/api/guestbook", "tdm-reservation", null),
    fails: "guestbook",
    says: /has tdm-reservation: \(none\); what visitors wrote is reserved/,
  },
  {
    what: "entries that the file for data mining gives away",
    fault: json("/.well-known/tdmrep.json", (rules) => void (rules[0]["tdm-reservation"] = 0)),
    fails: "free-to-use",
    says: /tdmrep\.json: does not reserve \/api\/guestbook, where visitors write/,
    also: ["digests"],
  },
  {
    what: "an entry that is counted and not shown",
    fault: json("/api/guestbook", (book) => void book.entries?.pop()),
    fails: "kept-words",
    says: /counts 2 entries, and has 1/,
  },
  {
    what: "a promise with an easier check",
    fault: json("/api/manifest.json", ({ promises }) => void (promises[2].check.requests[0].times = 1)),
    fails: "manifest",
    says: /another check of `no-limits` than is run here: `requests` differs/,
    also: ["digests"],
  },
  {
    what: "a break of the schema",
    fault: json("/api/realms.json", ({ realms }) => void (realms[0].status = "haunted")),
    fails: "schemas",
    says: /\/api\/realms\.json: \/realms\/0\/status/,
    also: ["digests", "openapi"],
  },
  {
    what: "a wrong digest",
    fault: json("/api/digests.json", ({ digests }) => void (digests["/about/"] = "0".repeat(64))),
    fails: "digests",
    says: /\/about\.md: has another SHA-256 than \/api\/digests\.json says/,
  },
  {
    what: "bytes that are not those published",
    fault: text("/feed.xml", (feed) => feed.replace("</feed>", " </feed>")),
    fails: "digests",
    says: /\/feed\.xml: has another SHA-256 than \/api\/state\.json says/,
  },
  {
    what: "a section's feed with other bytes",
    fault: text("/feeds/notes.xml", (feed) => feed.replace("</feed>", " </feed>")),
    fails: "digests",
    says: /\/feeds\/\{name\}\.xml: has another SHA-256 than \/api\/state\.json says/,
  },
  {
    what: "a wrong count",
    fault: json("/api/state.json", ({ counts }) => void (counts.pages = 99)),
    fails: "agreement",
    says: /`counts\.pages` is 99/,
  },
  {
    what: "an address in the sitemap at which there is nothing",
    fault: text("/sitemap.xml", (xml) =>
      xml.replace("</urlset>", `<url><loc>${server.origin}/nothing/</loc></url></urlset>`),
    ),
    fails: "links",
    also: ["digests"],
    says: /\/nothing\//,
  },
  {
    what: "a page that the sitemap lacks",
    fault: text("/sitemap.xml", (xml) => xml.replace(/<url><loc>[^<]*\/about\/<\/loc>.*<\/url>/, "")),
    fails: "agreement",
    says: /\/sitemap\.xml: lacks .*\/about\//,
    also: ["digests"],
  },
  {
    what: "a wrong media type",
    fault: header("/api/site.json", "content-type", "text/plain; charset=utf-8"),
    fails: "documents",
    says: /\/api\/site\.json: is served as text\/plain; application\/json was expected/,
    also: ["openapi"],
  },
  {
    what: "HTML where JSON belongs",
    fault: atPath(
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
    fails: "schemas",
    says: /\/api\/greeting\.json: answers HTML \(text\/html; charset=utf-8\), where JSON belongs/,
    also: ["documents", "agreement", "digests", "links", "openapi", "free-to-use", "returning"],
  },
  {
    what: "a twin that is missing",
    fault: atPath("/about.md", (answer) => rewritten(answer, "gone", 404)),
    fails: "pages",
    says: /\/about\.md: answers 404; 200 was expected/,
    also: ["digests", "links", "same-for-all", "free-to-use"],
  },
  {
    what: "no 304",
    fault: atPath("/sitemap.xml", async (_, request) =>
      fetch(server.origin + "/sitemap.xml", { method: request.method, headers: { "accept-encoding": "identity" } }),
    ),
    fails: "returning",
    says: /\/sitemap\.xml: answers 200 where the visitor has the ETag already/,
  },
  {
    what: "a link that leads nowhere",
    fault: text("/about/", (html) => html.replace("</main>", '<a href="/lost/"></a></main>')),
    fails: "links",
    says: /\/lost\/ \(named in \/about\/\): answers 404/,
  },
  {
    what: "a link to a part that is not there",
    fault: text("/", (html) => html.replace("#part", "#apart")),
    fails: "links",
    says: /\/notes\/first\/#apart \(named in \/\): names a part/,
  },
  {
    what: "a link that leads nowhere, to an address like that of the check which finds nothing",
    fault: text("/about/", (html) => html.replace("</main>", '<a href="/no-such-room/"></a></main>')),
    fails: "links",
    says: /\/no-such-room\/ \(named in \/about\/\): answers 404/,
  },
  {
    what: "a wrong digest in structured data, before the media type that it belongs to",
    fault: text("/about/", (html) =>
      html.replace(
        /"encodingFormat":"text\/markdown","sha256":"[0-9a-f]*"/,
        `"sha256": "${"0".repeat(64)}", "encodingFormat": "text/markdown"`,
      ),
    ),
    fails: "digests",
    says: /\/about\.md: has another SHA-256 than the structured data of \/about\/ says/,
  },
  {
    what: "an entry of the feed with the id of no page, at its end",
    fault: text("/feed.xml", (feed) =>
      feed.replace(/<id>([^<]*\/notes\/second\/)<\/id>([^]*?)<\/entry>/, "$2<id>$1gone/</id></entry>"),
    ),
    fails: "agreement",
    says: /\/feed\.xml: names [^ ]*\/notes\/second\/gone\/, which \/api\/site\.json does not list/,
    also: ["digests", "links"],
  },
  {
    what: "OpenAPI with a path that is not there",
    fault: json("/api/openapi.json", ({ paths }) => void (paths["/api/treasure.json"] = paths["/api/site.json"])),
    fails: "openapi",
    says: /describes GET \/api\/treasure\.json, which the index does not list/,
    also: ["digests"],
  },
  {
    what: "an index that leaves something out",
    fault: json(
      "/api/index.json",
      (index) => void (index.endpoints = index.endpoints.filter(({ id }: Loose) => id !== "state")),
    ),
    fails: "index",
    says: /`endpoints` does not list `state`/,
    also: ["agreement", "digests", "openapi"],
  },
  {
    what: "a missing address in HTML under /api/",
    fault: atPath("/api/no/such/thing.json", (answer) => withHeader(answer, "content-type", "text/html")),
    fails: "missing",
    says: /is missing as text\/html; application\/problem\+json was expected/,
  },
  {
    what: "a guestbook that takes what it must refuse",
    fault: atPath("/api/guestbook", (answer, request) =>
      request.method === "DELETE" ? rewritten(answer, "{}", 200) : answer,
    ),
    fails: "guestbook-refusals",
    says: /sent DELETE: answers 200; 405 was expected/,
  },
  {
    what: "a guestbook that names one fault of three",
    fault: json("/api/guestbook", (problem) => void problem.errors?.splice(1)),
    fails: "guestbook-refusals",
    says: /three faults at once: is refused without naming the fault of `url`/,
  },
  {
    what: "words that were altered",
    fault: atPath("/api/guestbook", async (answer) =>
      rewritten(answer, (await answer.text()).replaceAll("“quoted”", "'quoted'")),
    ),
    fails: "signing",
    says: /answers 201 with other words than were sent/,
    write: true,
  },
  {
    what: "an entry that was accepted and not kept",
    fault: atPath("/api/guestbook", async (answer, request) =>
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
    fails: "signing",
    says: /answered 201 with the entry aaaaaaaaaaaaaaaaaaaa, which is not in the list/,
    write: true,
  },
];

/** Faults that are planted in one site together. */
interface Group {
  cases: Case[];
  /** What `verify` says of that site. It runs when the first of the tests asks. */
  report(): Promise<Report>;
}

/** Whether two faults can be planted in one site: they change different answers and break different checks. */
function separate(one: Case, other: Case): boolean {
  if (one.write || other.write) return false;
  const broken = ({ fails, also = [] }: Case) => [fails, ...also];
  const samePath = one.fault.path !== undefined && one.fault.path === other.fault.path;
  return !samePath && !broken(one).some((id) => broken(other).includes(id));
}

/** Puts each fault into the first group in which it is separate from all others, because each run makes many requests. */
function grouped(cases: readonly Case[]): Group[] {
  const groups: Group[] = [];
  for (const each of cases) {
    const group = groups.find((group) => group.cases.every((other) => separate(each, other)));
    if (group) group.cases.push(each);
    else groups.push(newGroup(each));
  }
  return groups;
}

function newGroup(first: Case): Group {
  const cases = [first];
  let report: Promise<Report> | undefined;
  return { cases, report: () => (report ??= verified(cases)) };
}

async function verified(cases: readonly Case[]): Promise<Report> {
  const all = cases.reduce<Fault>(
    (inner, { fault }) =>
      (request, answer) =>
        fault(request, (changed = request) => inner(changed, answer)),
    (_, answer) => answer(),
  );
  const faulty = await serveFaulty(server, all);
  try {
    return await verify(faulty.origin, { write: cases.some(({ write }) => write), wait: 1 });
  } finally {
    await faulty.stop();
  }
}

describe.each(grouped(table))("in one site", ({ cases, report }) => {
  test.each(cases)("$what", async ({ fails, says, also = [] }) => {
    const { checks, holds } = await report();
    const findings = (id: string) =>
      checks.find((check) => check.id === id)?.findings.map(({ where, what }) => `${where}: ${what}`) ?? [];
    expect(findings(fails).join("\n")).toMatch(says);
    const failing = checks.filter((check) => check.holds !== true).map(({ id }) => id);
    const foundOthers = cases
      .filter((each) => each.fails !== fails)
      .flatMap(({ fails, also = [] }) => [fails, ...also]);
    expect(failing.filter((id) => !foundOthers.includes(id)).sort()).toEqual([fails, ...also].sort());
    expect(holds).toBe(false);
  });
});

test("without a fault in between, the same site holds", async () => {
  const faulty = await serveFaulty(server, (_, answer) => answer());
  const report = await verify(faulty.origin);
  await faulty.stop();
  expect(report.checks.filter(({ holds }) => holds !== true)).toEqual([]);
});
