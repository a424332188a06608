import type { Config, Context } from "@netlify/functions";
import { answerApi, type RequestContext } from "./api.ts";
import { createBlobCache } from "./book.ts";
import { optionsOf, problemAnswer, Refusal, respond, routedPath } from "./http.ts";
import { answerPage } from "./page.ts";
import { openStore, storeName } from "./store.ts";

/**
 * How long one call to the store may take, in milliseconds: the four of a keyed post fit into the
 * host's ten seconds.
 */
const timeout = 2400;

/** What this process keeps of the store from one request to the next. */
const cache = createBlobCache();

/** Read by the host before it runs anything, so these must stay literals. */
export const config: Config = { path: ["/api/guestbook", "/guestbook/", "/guestbook"] };

/** Methods that are answered; also the value of `Allow`. */
const methods = "GET, HEAD, POST, OPTIONS";

/**
 * The guestbook: its API at `/api/guestbook`, its page at `/guestbook/`. Whatever happens it
 * answers, because the host's own error page has neither CORS headers nor a reason.
 */
export default async function guestbook(request: Request, context: Context): Promise<Response> {
  const response = await answer(request, context).catch((error: unknown) => {
    if (!(error instanceof Refusal))
      console.error(`guestbook: ${error instanceof Error ? error.name : "unknown error"}`);
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal("internal-error", { detail: "The guestbook failed to answer." });
    return respond(problemAnswer(refusal, new URL(request.url).origin));
  });
  return request.method === "HEAD" ? new Response(null, response) : response;
}

async function answer(request: Request, host: Context): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  if (method === "OPTIONS") return respond(optionsOf(methods));
  const isPage = routedPath(pathname) === "/guestbook";
  if (isPage && !pathname.endsWith("/")) {
    // 308 keeps the method and the body.
    const status = method === "GET" || method === "HEAD" ? 301 : 308;
    return respond({ status, headers: { location: `/guestbook/${search}` } });
  }
  if (!methods.split(", ").includes(method))
    throw new Refusal("method-not-allowed", {
      detail: "Read with GET, sign with POST.",
      headers: { allow: methods },
    });
  const context: RequestContext = {
    request,
    openStore: () => openStore(storeName(host.deploy?.context), { timeout }),
    cache,
    isClosed: process.env["GUESTBOOK"] === "closed",
    deployId: host.deploy?.id ?? "",
    clock: Date.now,
    waitUntil: (work) => host.waitUntil(work.catch(() => undefined)),
  };
  return isPage ? answerPage(context) : answerApi(context);
}
