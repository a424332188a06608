import type { Config, Context } from "@netlify/functions";
import { answerApi, type RequestContext } from "./api.ts";
import { answerPage } from "./page.ts";
import { respondProblem } from "./problems.ts";
import { createBlobCache } from "./read.ts";
import { respond, respondOptions, routedPath } from "./responses.ts";
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

/**
 * The guestbook: its API at `/api/guestbook`, its page at `/guestbook/`. Whatever happens it
 * answers, because the host's own error page has neither CORS headers nor a reason.
 */
export default async function guestbook(request: Request, context: Context): Promise<Response> {
  try {
    const response = await answer(request, context);
    return request.method === "HEAD" ? new Response(null, response) : response;
  } catch (error) {
    console.error(`guestbook: ${error instanceof Error ? error.name : "unknown error"}`);
    return respondProblem("internal-error", new URL(request.url).origin, {
      detail: "The guestbook failed to answer.",
    });
  }
}

async function answer(request: Request, host: Context): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (request.method === "OPTIONS") return respondOptions();
  const isPage = routedPath(pathname) === "/guestbook";
  if (isPage && !pathname.endsWith("/")) {
    // 308 keeps the method and the body.
    const status = ["GET", "HEAD"].includes(request.method) ? 301 : 308;
    return respond(status, null, { location: `/guestbook/${search}` });
  }
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
