import type { WebHandler } from "./node-http.ts";

/** The names by which this computer calls itself. */
const names = "(?:localhost|127\\.0\\.0\\.1|\\[::1\\])";
const ownHost = new RegExp(`^${names}(?::\\d+)?$`, "i");
const ownOrigin = new RegExp(`^https?://${names}(?::\\d+)?$`);

/** The header `Server` of `npm start`, by which `npm run verify` recognises it. */
export const startServer = "open-house (npm start)";

/**
 * Keeps a handler's answers on this computer, because they have drafts. Any page in a browser can
 * send requests to this computer, so pages of another origin may not read the answers. Requests to
 * other names than this computer's are refused: by DNS rebinding, a foreign page can point its own
 * name here, and its origin would be the same.
 */
export function loopbackOnly(handler: WebHandler): WebHandler {
  return async (request) => {
    // The request line may name a host as well.
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
    "`npm start` shows drafts, so it answers only to localhost, 127.0.0.1 and [::1]. " +
    "`npm run preview`, which has no drafts, answers to any name.\n";
  return new Response(text, {
    status: 421,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
