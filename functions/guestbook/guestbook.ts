import type { Config, Context } from "@netlify/functions";
import { answerApi, type Visit } from "./api.ts";
import { createBlobCache, withCache } from "./blob-cache.ts";
import { compactInBackground } from "./compact.ts";
import { answerPage } from "./page.ts";
import { respondProblem } from "./problems.ts";
import { respond, respondOptions, withoutBody } from "./responses.ts";
import { openStore, storeName } from "./store.ts";

/**
 * How long one call to the store may take before the answer is 503, in milliseconds: four calls, as many as a post
 * makes at most, fit into the ten seconds that the host gives a function.
 */
const timeout = 2400;

/** The same for work after the answer, which moves more at a time and for which nobody waits. */
const backgroundTimeout = 10_000;

/** What this process keeps of the store from one request to the next. */
const cache = createBlobCache();

/** Read by the host before it runs anything, so these must stay literals. */
export const config: Config = { path: ["/api/guestbook", "/guestbook/", "/guestbook"] };

/**
 * The guestbook: its API at `/api/guestbook`, its page at `/guestbook/`.
 * Whatever happens it answers, because the host's own error page has neither CORS headers nor a reason.
 */
export default async function guestbook(request: Request, context: Context): Promise<Response> {
  try {
    const response = await answer(request, context);
    return request.method === "HEAD" ? withoutBody(response) : response;
  } catch (error) {
    console.error(`guestbook: ${error instanceof Error ? error.name : "unknown error"}`);
    return respondProblem("internal-error", new URL(request.url).origin, { detail: "The guestbook failed to answer." });
  }
}

async function answer(request: Request, context: Context): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (request.method === "OPTIONS") return respondOptions();
  if (pathname === "/guestbook") return respond(301, null, { location: `/guestbook/${search}` });
  const name = storeName(context.deploy?.context);
  const later = (work: Promise<unknown>) => context.waitUntil(work.catch(() => undefined));
  const visit: Visit = {
    request,
    open: () => withCache(openStore(name, { timeout }), cache),
    isClosed: process.env["GUESTBOOK"] === "closed",
    clock: Date.now,
    later,
    compact: () => later(compactInBackground(() => openStore(name, { timeout: backgroundTimeout }))),
  };
  return pathname === "/guestbook/" ? answerPage(visit) : answerApi(visit);
}
