import type { WebHandler } from "./node-http.ts";

/** The names of this computer for itself. */
const names = "(?:localhost|127\\.0\\.0\\.1|\\[::1\\])";
const ownHost = new RegExp(`^${names}(?::\\d+)?$`, "i");
const ownOrigin = new RegExp(`^https?://${names}(?::\\d+)?$`);

/** The header `Server` of every answer of `npm start`, by which `npm run verify` knows it. */
export const startServer = "open-house (npm start)";

/**
 * Keeps what a handler answers on this computer: drafts are in it. Any page that is open in a
 * browser can ask a server on this computer, so one whose origin is elsewhere is not allowed to
 * read the answer. Nor is anything answered to another name than this computer's own: a page
 * elsewhere may have its own name lead here, and would then be of the same origin.
 */
export function loopbackOnly(handler: WebHandler): WebHandler {
  return async (request) => {
    // The request line may name a host, too.
    const hosts = [request.headers.get("host"), URL.parse(request.url)?.host];
    const isOwn = hosts.every((host) => ownHost.test(host ?? ""));
    const answer = isOwn ? await handler(request) : misdirected();
    const headers = new Headers(answer.headers);
    const origin = request.headers.get("origin") ?? "";
    if (ownOrigin.test(origin)) headers.set("access-control-allow-origin", origin);
    else headers.delete("access-control-allow-origin");
    headers.append("vary", "Origin");
    headers.set("cross-origin-resource-policy", "same-site");
    headers.set("server", startServer);
    return new Response(answer.body, { status: answer.status, headers });
  };
}

/** The answer to a request that names another host. */
function misdirected(): Response {
  const text =
    "`npm start` shows drafts, so it answers at localhost, 127.0.0.1 and [::1] only. " +
    "`npm run preview`, which has no drafts, answers at any name.\n";
  return new Response(text, {
    status: 421,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
