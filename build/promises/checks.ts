/** A request anyone can make to see a promise hold. */
export interface CheckRequest {
  method: "GET" | "HEAD" | "OPTIONS" | "POST";
  path: string;
  headers?: Record<string, string>;
}

/** How a promise can be tested: what to ask, what must hold, and one line to paste into a terminal. */
export interface PromiseCheck {
  id: string;
  requests: readonly CheckRequest[];
  holds: string;
  /** `{base_url}` stands for the address of the house. */
  command: string;
}

/** One check for each of the seven promises, in their order. `npm run verify` runs these. */
export const promiseChecks: readonly PromiseCheck[] = [
  {
    id: "no-identity",
    requests: [
      { method: "GET", path: "/" },
      { method: "GET", path: "/api/index.json" },
      { method: "GET", path: "/api/guestbook" },
    ],
    holds: "Every answer is 200 without credentials, and none carries Set-Cookie or WWW-Authenticate.",
    command: "curl -sI {base_url}/api/site.json | grep -ciE '^(set-cookie|www-authenticate):'  # prints 0",
  },
  {
    id: "no-watching",
    requests: [{ method: "GET", path: "/" }],
    holds: "The page loads nothing from another origin and runs no script; its Content-Security-Policy forbids both.",
    command: "curl -s {base_url}/ | grep -ciE '<script[^>]*src=|src=\"(https?:)?//'  # prints 0",
  },
  {
    id: "no-limits",
    requests: [{ method: "GET", path: "/api/state.json" }],
    holds: "Forty requests in a row are all answered 200, none 429, and no answer carries a rate-limit header.",
    command: "for i in $(seq 40); do curl -so /dev/null -w '%{http_code}\\n' {base_url}/api/state.json; done | sort | uniq -c  # prints 40 200",
  },
  {
    id: "same-for-all",
    requests: [
      { method: "GET", path: "/api/corpus.json", headers: { "User-Agent": "Mozilla/5.0" } },
      { method: "GET", path: "/api/corpus.json", headers: { "User-Agent": "GPTBot/1.0" } },
    ],
    holds: "The same address gives the same bytes to a browser, a crawler and a client without a name; HTML, Markdown and corpus hold the same words.",
    command: "for agent in Mozilla/5.0 GPTBot/1.0 ''; do curl -s -A \"$agent\" {base_url}/api/corpus.json | sha256sum; done | uniq | wc -l  # prints 1",
  },
  {
    id: "open-origin",
    requests: [
      { method: "GET", path: "/api/site.json", headers: { Origin: "https://elsewhere.example" } },
      { method: "OPTIONS", path: "/api/guestbook", headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "POST" } },
      { method: "GET", path: "/api/no-such-document", headers: { Origin: "https://elsewhere.example" } },
    ],
    holds: "Every answer carries Access-Control-Allow-Origin: *, errors too.",
    command: "curl -sI -H 'Origin: https://elsewhere.example' {base_url}/api/site.json | grep -i '^access-control-allow-origin: \\*'",
  },
  {
    id: "free-to-use",
    requests: [
      { method: "GET", path: "/robots.txt" },
      { method: "GET", path: "/.well-known/tdmrep.json" },
      { method: "GET", path: "/api/index.json" },
    ],
    holds: "robots.txt, response headers, tdmrep.json, the JSON documents and the pages name the same license and the same permissions.",
    command: "curl -s {base_url}/robots.txt | grep -m1 Content-Signal; curl -sI {base_url}/ | grep -iE '^(content-usage|tdm-reservation):'",
  },
  {
    id: "kept-words",
    requests: [{ method: "GET", path: "/api/guestbook" }],
    holds: "An entry answered 201 is in the list afterwards, word for word, with its id.",
    command: "curl -s {base_url}/api/guestbook | head -c 600",
  },
];
