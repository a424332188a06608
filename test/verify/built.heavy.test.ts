import { beforeAll, expect, test } from "vitest";
import type { Report } from "../../build/verify/verify.ts";
import { folderOf } from "../build/folder.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { copyOfProject, reportOf } from "./planted.ts";
import { plantedContent } from "./planted-content.ts";

// Faults planted in the build: one piece of its source is changed, so that all digests are those of
// what is served, and what is served is wrong.

const [documents, layouts, guestbook] = ["build/documents", "build/layouts", "functions/guestbook"];
const listener = `message.addEventListener("input", show);`;
const beacon = `navigator.sendBeacon("https://counter.example/", location.href);`;

/** What was done wrong, the check that has to see it, and what it says. */
const table: [
  what: string,
  fails: string,
  says: string | RegExp,
  file: string,
  piece: string,
  by: string,
][] = [
  [
    "a feed without text",
    "agreement",
    "/feed.xml: the text of",
    `${documents}/feed.ts`,
    "${content}</entry>",
    "</entry>",
  ],
  [
    "a feed in reverse",
    "agreement",
    "/feed.xml: the date of entry 1 is 2025-",
    `${documents}/feed.ts`,
    "renderFeed(head, model.feed, model, contents)",
    "renderFeed(head, model.feed.toReversed(), model, contents.toReversed())",
  ],
  [
    "llms.txt with one page of each folder",
    "agreement",
    /llms\.txt: the line of page \d+ is \(none\); - \[/,
    `${documents}/llms.ts`,
    "section(name, pages.map(",
    "section(name, pages.slice(0, 1).map(",
  ],
  [
    "llms-full.txt cut",
    "agreement",
    /llms-full\.txt: line \d+ is/,
    `${documents}/full-text.ts`,
    "), markdown];",
    "), markdown.subarray(0, 300)];",
  ],
  [
    "no alternate link",
    "pages",
    /\/about\/: of <link rel="alternate" type="text\/markdown"> has \(none\)/,
    `${layouts}/html-document.ts`,
    '<link rel="alternate" href="${page.markdown_path}" type="text/markdown" title="This page as Markdown">',
    "",
  ],
  [
    "`latest` another page",
    "agreement",
    "/api/state.json: `latest.title` is Über uns; Zweite Notiz was",
    "build/model/create-site-model.ts",
    "latest: entries[0]",
    "latest: entries.at(-1)",
  ],
  [
    "a sitemap without dates",
    "agreement",
    /sitemap\.xml: address 1 is \S+ ; \S+ 2026-11-22/,
    `${documents}/sitemap.ts`,
    "changed !== null && html",
    "false && html",
  ],
  [
    "entries unescaped",
    "guestbook",
    "/guestbook/: entry 3 is",
    `${guestbook}/render.ts`,
    "html`<br>`}${line}`",
    "html`<br>`}${trusted(line)}`",
  ],
  [
    "entries hidden",
    "guestbook",
    "/guestbook/: entry 1 is (none); [",
    `${guestbook}/render.ts`,
    "${entries.map((entry, index) => html`<li>",
    "${entries.slice(9).map((entry, index) => html`<li>",
  ],
  [
    "entries in another order",
    "guestbook",
    "/guestbook/: entry 2 is",
    `${guestbook}/render.ts`,
    "${entries.map((entry, index) => html`<li>",
    "${entries.toReversed().map((entry, index) => html`<li>",
  ],
  [
    "every canonical pointing home",
    "pages",
    '/about/: of <link rel="canonical"> has ["/"]; ["/about/"]',
    `${layouts}/html-document.ts`,
    'canonical" href="${page.url}"',
    'canonical" href="${model.base_url}/"',
  ],
  [
    "a policy of files loosened",
    "no-watching",
    "/: has Content-Security-Policy: default-src 'none'; script-src 'self' https:",
    "netlify.toml",
    "script-src 'self'",
    "script-src 'self' https:",
  ],
  [
    "a policy of the function loosened",
    "no-watching",
    "/api/guestbook: has Content-Security-Policy: …",
    `${guestbook}/http.ts`,
    "connect-src 'self'",
    "connect-src *",
  ],
  [
    "a script that tells another host",
    "no-watching",
    /guestbook\.\w+\.js: loads or names https:\/\/counter\.example\//,
    `${layouts}/assets/guestbook.ts`,
    listener,
    `${beacon}\n${listener}`,
  ],
  [
    "the referrer told",
    "no-watching",
    "/about/: has Referrer-Policy: unsafe-url; no-referrer was",
    "netlify.toml",
    'Referrer-Policy = "no-referrer"',
    'Referrer-Policy = "unsafe-url"',
  ],
  [
    "a preflight that allows some headers",
    "guestbook",
    "OPTIONS /api/guestbook: has Access-Control-Allow-Headers: Content-Type",
    `${guestbook}/http.ts`,
    '"*, Authorization, Content',
    '"Content',
  ],
  [
    "a corpus that does not say what it lacks",
    "agreement",
    "/llms-full.txt: is not named in",
    `${documents}/corpus.ts`,
    "end of /llms-full.txt",
    "end of the full text",
  ],
  [
    "words of all pages counted",
    "agreement",
    "/api/corpus.json: `counts.words` is",
    "build/model/create-site-model.ts",
    "words: corpus.reduce(",
    "words: pages.reduce(",
  ],
  [
    "the corpus's text cut",
    "same-for-all",
    "/about/: the corpus's text says",
    "build/content/twin.ts",
    "markdown, ...page.own }",
    "markdown, ...page.own, text: page.text.slice(0, 20) }",
  ],
  [
    "lines of the corpus that end too early",
    "digests",
    "has a character that ends a line",
    "build/lib/text.ts",
    "[\\u0085\\u2028\\u2029]",
    "[\\u0085]",
  ],
  [
    "a greeting that is said to be German",
    "agreement",
    "the language of /greeting/ is de; en was",
    "build/content/defaults/greeting.md",
    "language: en\n",
    "",
  ],
  [
    "the page of a folder in the feed",
    "agreement",
    /feed\.xml: the date of entry 1 is 2026-11-24/,
    "build/content/feeds.ts",
    " && !isFolderPage(page, sections)",
    "",
  ],
  [
    "a feed that changed when the site did",
    "agreement",
    "/feed.xml: `updated` is 2026-11-26",
    `${documents}/feed.ts`,
    "getNewestCollectionItemDate(changes) : new Date(model.updated)",
    "new Date(model.updated) : new Date(model.updated)",
  ],
  [
    "a parameter without an example",
    "openapi",
    /with its example, \S+, answers 404; 200/,
    `${documents}/openapi.ts`,
    "example: exampleName(model),",
    "",
  ],
  [
    "crawlers kept out",
    "free-to-use",
    "/robots.txt: keeps out Googlebot",
    `${documents}/robots.ts`,
    'isAllowed ? "Allow: /"',
    '!isAllowed ? "Allow: /"',
  ],
  [
    "realms with other words",
    "agreement",
    "/api/realms.json: realms, of which number 1",
    `${documents}/realms.ts`,
    "summary: page.description,",
    "summary: page.title,",
  ],
  [
    "a page that no search finds",
    "agreement",
    "/search/index.json: page",
    `${documents}/search-index.ts`,
    "searchedPages(model);",
    "searchedPages(model).slice(1);",
  ],
  [
    "another date in the structured data",
    "pages",
    "has in its structured data datePublished",
    `${layouts}/json-ld.ts`,
    "datePublished: page.published",
    "datePublished: page.updated",
  ],
  [
    "a navigation without its beginning",
    "pages",
    "has the words of .site-nav: Notes Garten",
    `${layouts}/header.ts`,
    "navigation.map(({ path, title })",
    "navigation.slice(1).map(({ path, title })",
  ],
  [
    "a greeting that offers less",
    "agreement",
    "/api/greeting.json: affordances, of which number 1 is",
    `${documents}/greeting.ts`,
    "affordances: greeting_affordances,",
    "affordances: greeting_affordances.slice(1),",
  ],
  [
    "rooms that offer other things",
    "pages",
    "/realms/halle/: does not offer Lies POST /api/guestbook",
    `${documents}/realms.ts`,
    "summary: page.description,",
    'summary: page.description,\n      affordances: page.realm?.affordances.map((each) => ({ ...each, method: "POST" })) ?? [],',
  ],
  [
    "promises with other words",
    "manifest",
    "/manifesto.md: does not say of `no-identity` 1 Nobody",
    `${documents}/promises.ts`,
    "      ...promise,",
    "      ...promise,\n      text: promise.title,",
  ],
  [
    "another description above the text",
    "pages",
    "/about/: has the words of .standfirst: Über uns; Wer hier wohnt was",
    `${layouts}/page.ts`,
    'class="standfirst">${page.description}',
    'class="standfirst">${page.title}',
  ],
  [
    "a status with another meaning",
    "pages",
    "/realms/hof/: has the words of .status: growing In use everything",
    `${layouts}/sidebar.ts`,
    "<p>${realmStatuses[status]}</p>",
    "<p>${realmStatuses.open}</p>",
  ],
  [
    "a plan that leads elsewhere",
    "pages",
    '/: has links in .plan: ["/guestbook/","/guestbook/"]; ["/guestbook/","/realms/hof/"]',
    `${layouts}/plan.ts`,
    'href="${subjectOf(page)}"',
    'href="${subjectOf(shown[0]?.page ?? page)}"',
  ],
  [
    "other dates in lists",
    "pages",
    'has beside the link to /notes/zweite/ the date ["2026-11-01","20 November 2026"]; ["2026-11-20"',
    "build/insertions/lists.ts",
    'datetime="${published.slice(0, 10)}"',
    'datetime="${published.slice(0, 8)}01"',
  ],
  [
    "another date beside the text",
    "pages",
    "/notes/zweite/: has the words of .dates: 20 November 2026 updated 20 November 2026; 20 N",
    `${layouts}/sidebar.ts`,
    "updated ${renderTime(updated)}",
    "updated ${renderTime(published ?? updated)}",
  ],
  [
    "breadcrumbs that lead home",
    "pages",
    '/garten/apfel/: has links in .crumbs: ["/","/"]; ["/","/garten/"]',
    `${layouts}/header.ts`,
    '<li><a href="${above.path}">',
    '<li><a href="/">',
  ],
  [
    "another name in the structured data",
    "pages",
    "/about/: has in its structured data name: Ein Haus & Garten; Über uns was",
    `${layouts}/json-ld.ts`,
    "name: page.title,\n    isPartOf",
    "name: facts.name,\n    isPartOf",
  ],
  [
    "a trail that leads nowhere else",
    "pages",
    "/about/: has in its structured data trail: 1 Willkommen",
    `${layouts}/json-ld.ts`,
    "item: step.url",
    "item: page.url",
  ],
  [
    "a page of unknown addresses with fewer links",
    "missing",
    '/no-such-page/: does not contain `<li><a href="/llms.txt">',
    `${layouts}/error-and-template-pages.ts`,
    '<li><a href="/llms.txt">Every page, as a list</a></li>\n',
    "",
  ],
  [
    "another number of entries",
    "guestbook",
    "/guestbook/: counts 2; 3 was",
    `${guestbook}/render.ts`,
    '${count.toLocaleString("en")}</span> ${count',
    "${entries.length - 1}</span> ${count",
  ],
  [
    "a redirect that leads home",
    "guestbook",
    "/guestbook?from=here: has Location: /?from=here; /guestbook/?from=here was",
    `${guestbook}/guestbook.ts`,
    "location: `/guestbook/${search}`",
    "location: `/${search}`",
  ],
  [
    "a form that loses what was written",
    "guestbook-refusals",
    "sent a form with two faults: does not contain `“Not” &lt;signed&gt;</textarea>`",
    `${guestbook}/page.ts`,
    "values = keepText(value);",
    'values = keepText({ ...value, message: "" });',
  ],
  [
    "addresses that carry a page in themselves",
    "guestbook-refusals",
    "sent an address of data:: does not contain",
    `${guestbook}/entry.ts`,
    '["javascript", "data", "vbscript"',
    '["javascript", "vbscript"',
  ],
  [
    "bodies that are compressed",
    "guestbook-refusals",
    "sent a compressed body: answers 400; 415 was expected",
    `${guestbook}/request.ts`,
    '["", "identity"]',
    '["", "identity", "gzip"]',
  ],
  [
    "llms.txt that does not say how one signs",
    "guestbook",
    "/llms.txt: does not contain ``POST ",
    `${documents}/llms.ts`,
    "line + signing",
    "line",
  ],
  [
    "words that no search finds",
    "agreement",
    "/search/index.json: does not find / by “zweite”",
    `${documents}/search-index.ts`,
    "inChunks(invertedIndex(searched))",
    "inChunks(invertedIndex(searched).slice(0, -20))",
  ],
  [
    "neighbours that are none",
    "pages",
    "/garten/birne/: has links in .neighbours:",
    `${layouts}/page-ways.ts`,
    "folder.members[at - 1])}",
    "folder.members[at - 2])}",
  ],
  [
    "a folder in reverse",
    "pages",
    '/garten/apfel/: has links in .folder: ["/garten/birne/","/garten/apfel/"]; ["/garten/apfel/"',
    `${layouts}/page-ways.ts`,
    "${near.map((page)",
    "${near.toReversed().map((page)",
  ],
  [
    "a state of another version",
    "agreement",
    "/api/state.json: `digest` begins with 000000000000;",
    `${documents}/state.ts`,
    "    ...model,",
    '    ...model,\n    digest: "0".repeat(64),',
  ],
];

let copy: string;
let content: string;
beforeAll(() => {
  copy = copyOfProject(temporaryFolder());
  content = folderOf(plantedContent);
});

test.each(table)("%s is seen by %s", async (_, fails, says, file, piece, by) => {
  const report = await reportOf(copy, content, [file, piece, by]);
  expect(told(report, fails)).toMatch(says);
});

const told = ({ checks }: Report, check: string) =>
  (checks.find(({ id }) => id === check)?.findings ?? [])
    .map(({ where, what }) => `${where}: ${what}`)
    .join("\n");

test("an entry whose address is said to be another is seen by signing", async () => {
  const fault = [
    `${guestbook}/api.ts`,
    "location: origin + entryPath(entry)",
    "location: origin",
  ] as const;
  const report = await reportOf(copy, content, fault, { write: true });
  expect(told(report, "signing")).toMatch(/\/api\/guestbook: has Location: \S+; \S+#/);
});

test("a closed guestbook that names no time to wait is seen by guestbook-refusals", async () => {
  const fault = [`${guestbook}/http.ts`, '{ "retry-after": String(retryAfter) }', "{}"] as const;
  const report = await reportOf(copy, content, fault, { isClosed: true });
  expect(told(report, "guestbook-refusals")).toContain(
    "has Retry-After: (none); 3600 was expected",
  );
});

test("without a fault, the same site holds", async () => {
  const { checks } = await reportOf(copy, content, ["package.json", "{", "{"]);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
});
