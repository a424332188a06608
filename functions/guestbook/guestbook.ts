import type { Config, Context } from "@netlify/functions";
import { answerApi, type RequestContext, toRefusal } from "./api.ts";
import { createBlobCache } from "./book.ts";
import {
  type BareAnswer,
  guestbookFeed,
  optionsOf,
  problemAnswer,
  Refusal,
  respond,
  routedPath,
} from "./http.ts";
import { answerFeed, answerPage } from "./page.ts";
import { openStore, storeName } from "./store.ts";

/**
 * How long one call to the store may take, in milliseconds: the four of a keyed post fit into the
 * host's ten seconds.
 */
const timeout = 2400;

/** This process's cache of the store, kept between requests. */
const cache = createBlobCache();

/** The host reads these before it runs any code, so they must be literals. */
export const config: Config = {
  path: ["/api/guestbook", "/api/guestbook.xml", "/guestbook/", "/guestbook"],
};

const all = "GET, HEAD, POST, OPTIONS";

/** The handlers by path, with the methods of each, which are also the value of `Allow`. */
const routes: Readonly<
  Record<string, { methods: string; answer(context: RequestContext): Promise<BareAnswer> }>
> = {
  "/api/guestbook": { methods: all, answer: answerApi },
  [guestbookFeed]: { methods: "GET, HEAD, OPTIONS", answer: answerFeed },
  "/guestbook": { methods: all, answer: answerPage },
};

/**
 * The guestbook: its API, its feed and its page. It answers even after an error, because the host's
 * own error page has neither CORS headers nor a reason.
 */
export default async function guestbook(request: Request, context: Context): Promise<Response> {
  const answer = await route(request, context).catch((error: unknown) =>
    problemAnswer(toRefusal(error, request), new URL(request.url).origin),
  );
  const response = respond(answer);
  return request.method === "HEAD" ? new Response(null, response) : response;
}

async function route(request: Request, host: Context): Promise<BareAnswer> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const path = routedPath(pathname);
  const { methods, answer } = routes[path] ?? { methods: all, answer: answerApi };
  if (method === "OPTIONS") return optionsOf(methods);
  if (path === "/guestbook" && !pathname.endsWith("/")) {
    // 308 keeps the method and the body.
    const status = method === "GET" || method === "HEAD" ? 301 : 308;
    return { status, headers: { location: `/guestbook/${search}` } };
  }
  if (!methods.split(", ").includes(method))
    throw new Refusal("method-not-allowed", {
      detail: methods === all ? "Read with GET, sign with POST." : "Read with GET.",
      headers: { allow: methods },
    });
  return answer({
    request,
    host,
    openStore: () => openStore(storeName(host.deploy?.context), { timeout }),
    cache,
    isClosed: process.env["GUESTBOOK"] === "closed",
  });
}
