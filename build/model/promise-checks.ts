const elsewhere = { Origin: "https://elsewhere.example" };
const anyOrigin = { "Access-Control-Allow-Origin": "*" };
const json = { "Content-Type": "application/json" };

/** A GET request and what its answer must be. */
function get(path: string, expect: Expectation, headers?: CheckRequest["headers"]): CheckRequest {
  return { method: "GET", path, ...(headers && { headers }), expect };
}

/**
 * One check for each of the seven promises, in their order. manifest.json and the manifesto's page publish them, and
 * `npm run verify` runs them; the further tests that verify makes are in build/verify/checks.
 */
export const promiseChecks: readonly PromiseCheck[] = [
  {
    id: "no-identity",
    requests: ["/", "/api/site.json", "/api/guestbook"].map((path) =>
      get(path, { status: 200, header_absent: ["Set-Cookie", "WWW-Authenticate"] }),
    ),
    holds: "Every answer is 200 without credentials, and none carries Set-Cookie or WWW-Authenticate.",
    command:
      "curl -sI {base_url}/ {base_url}/api/site.json {base_url}/api/guestbook | grep -iE '^(http|set-cookie|www-authenticate)'  # prints 200 three times, and nothing else",
  },
  {
    id: "no-watching",
    requests: [
      get("/", {
        status: 200,
        header_contains: { "Content-Security-Policy": "default-src 'none'" },
        header_absent: ["Set-Cookie"],
        body_absent: ["<script>", "<script src", '<script type="module"', ' src="http', ' src="//', "<iframe"],
      }),
    ],
    holds:
      "The page loads nothing from another origin and runs no script; its Content-Security-Policy forbids the former. " +
      "Three pages have a script, each from this origin: the guestbook, the search and the API page.",
    command: `curl -sf {base_url}/ | grep -oiE '</html>|<script( type="module")?( src=|>)| src="(https?:)?//'  # prints </html>, and nothing else`,
  },
  {
    id: "no-limits",
    requests: [
      {
        method: "GET",
        path: "/api/state.json",
        times: 40,
        expect: {
          status: 200,
          header_absent: [
            "Retry-After",
            "RateLimit",
            "RateLimit-Policy",
            "RateLimit-Limit",
            "RateLimit-Remaining",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
          ],
        },
      },
    ],
    holds: "Forty requests in a row are all answered 200, none 429, and no answer carries a rate-limit header.",
    command:
      "for i in $(seq 40); do curl -so /dev/null -w '%{http_code}\\n' {base_url}/api/state.json; done | sort | uniq -c  # prints 40 200",
  },
  {
    id: "same-for-all",
    requests: ["Mozilla/5.0", "GPTBot/1.0", "curl/8.14.1"].map((agent, index) =>
      get("/api/corpus.json", { status: 200, ...(index > 0 && { same_body_as: 0 }) }, { "User-Agent": agent }),
    ),
    holds:
      "The same address gives the same bytes to a browser, a crawler and a command; HTML, Markdown and corpus hold " +
      "the same words.",
    command:
      "for agent in Mozilla/5.0 GPTBot/1.0 ''; do curl -sf -A \"$agent\" {base_url}/api/corpus.json | cksum; done | uniq -c  # prints one line: 3, a checksum, the size",
  },
  {
    id: "open-origin",
    requests: [
      get("/", { status: 200, header_equals: anyOrigin }, elsewhere),
      get("/api/site.json", { status: 200, header_equals: anyOrigin }, elsewhere),
      get("/api/no-such-thing", { status: 404, header_equals: anyOrigin }, elsewhere),
      {
        method: "OPTIONS",
        path: "/api/guestbook",
        headers: {
          ...elsewhere,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type",
        },
        expect: {
          status: 204,
          header_equals: anyOrigin,
          header_contains: { "Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type" },
        },
      },
    ],
    holds: "Every answer carries Access-Control-Allow-Origin: *, errors too.",
    command:
      "for path in / /api/site.json /api/no-such-thing /api/guestbook; do curl -sI {base_url}$path | grep -i '^access-control-allow-origin'; done  # prints access-control-allow-origin: * four times",
  },
  {
    id: "free-to-use",
    requests: [
      get("/robots.txt", { status: 200, body_contains: ["Content-Signal: {content_signal}"] }),
      get("/", {
        status: 200,
        header_equals: { "Content-Usage": "{content_usage}", "TDM-Reservation": "{tdm_reservation}" },
        header_contains: { Link: '<{license_url}>; rel="license"' },
      }),
      get("/.well-known/tdmrep.json", {
        status: 200,
        body_contains: ['"location":"/","tdm-reservation":{tdm_reservation}'],
      }),
      get("/api/index.json", {
        status: 200,
        body_contains: ['"permissions":{permissions}', '"url":"{license_url}"'],
      }),
    ],
    holds:
      "robots.txt, response headers, tdmrep.json, the JSON documents and the pages name the same license and the " +
      "same permissions.",
    command:
      "curl -s {base_url}/robots.txt | grep -m1 ^Content-Signal; curl -sI {base_url}/ | grep -iE '^(content-usage|tdm-reservation)'  # prints Content-Signal: {content_signal}, then content-usage: {content_usage}, then tdm-reservation: {tdm_reservation}",
  },
  {
    id: "kept-words",
    requests: [
      get("/api/guestbook", { status: 200, body_contains: ['"count":', '"entries":'] }),
      // What could not be kept as it is must be refused, not altered. Nothing is written by it.
      {
        method: "POST",
        path: "/api/guestbook",
        headers: json,
        // If a host removes the character on the way, `name` and `url` still keep the request from becoming an entry.
        body: '{"message":"Turned around: \\u202e","name":7,"url":7}',
        expect: {
          status: 400,
          header_equals: { "Content-Type": "application/problem+json" },
          body_contains: ["#/message"],
        },
      },
      {
        method: "POST",
        path: "/api/guestbook",
        headers: json,
        // Without an Idempotency-Key: if everybody sent the same one, it would name an entry that the owner may have
        // removed.
        body: '{"message":"I came to see whether this is kept."}',
        writes: true,
        expect: { status: 201, body_contains: ["I came to see whether this is kept."] },
      },
    ],
    holds:
      "An entry that is answered 201 is in the list afterwards, word for word and under its id; text that could not " +
      "be kept as it is gets 400.",
    command:
      'id=$(curl -s -H \'Content-Type: application/json\' -d \'{"message":"I came to see whether this is kept."}\' {base_url}/api/guestbook | grep -o \'"id": *"[a-z2-7]*"\'); for i in $(seq 65); do curl -s {base_url}/api/guestbook | grep -oF "${id:?was not given}" && break; sleep 2; done  # signs the guestbook, for all to see; prints the id of the entry when it is in the list',
  },
];

/**
 * What must be true of an answer. A small closed vocabulary, so that a program can test it without running published
 * code.
 */
export interface Expectation {
  status?: number;
  /** Names of headers the answer must not carry. */
  header_absent?: readonly string[];
  /** Headers by name, with their exact value. */
  header_equals?: Readonly<Record<string, string>>;
  /** Headers by name, with text their value must contain, whatever the case. */
  header_contains?: Readonly<Record<string, string>>;
  /** Pieces of text the body must contain. */
  body_contains?: readonly string[];
  /** Pieces of text the body must not contain, whatever the case. */
  body_absent?: readonly string[];
  /** Number (from 0) of an earlier request of the same check, whose answer had the same bytes. */
  same_body_as?: number;
}

/** A request that anyone can make to test a promise. */
export interface CheckRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** How often it is made in a row; once by default. */
  times?: number;
  /** True where the request stores something. `verify` makes such requests only with `--write`. */
  writes?: boolean;
  expect: Expectation;
}

/**
 * How a promise can be tested: requests, what must hold, and a shell command that ends in a comment on what it prints.
 */
export interface PromiseCheck {
  id: string;
  requests: readonly CheckRequest[];
  /** What must be true, as a sentence. */
  holds: string;
  command: string;
}
