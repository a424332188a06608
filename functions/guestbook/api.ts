import { accept, removedDetail } from "./accept.ts";
import { encodedProblem, hasMediaType, isEncoded, readJson } from "./body.ts";
import { apiLinks, respond } from "./headers.ts";
import { EntryRemovedError, StoreError } from "./errors.ts";
import { bodyLimit } from "./limits.ts";
import { readForApi, respondList } from "./list-api.ts";
import { entryPath } from "./page-entry.ts";
import { respondProblem, type ProblemDetails, type ProblemName } from "./problems.ts";
import { purge } from "./purge.ts";
import { validate } from "./validate.ts";
import { orStoreError, storeRetryAfter, tidyAfterReading, tidyAfterSigning, type Visit } from "./visit.ts";

/** Seconds after which asking again makes sense while signing is closed. */
export const closedRetryAfter = 3600;

/** Answers `/api/guestbook`. */
export async function answerApi(visit: Visit): Promise<Response> {
  const { method } = visit.request;
  if (method === "GET" || method === "HEAD") return list(visit);
  if (method === "POST") return post(visit);
  return problem(visit, "method-not-allowed", { detail: "Read with GET, sign with POST." });
}

async function list(visit: Visit): Promise<Response> {
  const { request } = visit;
  const page = await orStoreError(async () => readForApi(visit.open(), new URL(request.url).searchParams));
  if (page instanceof StoreError)
    return problem(visit, "store-unavailable", {
      detail: "The entries cannot be read just now.",
      retryAfter: storeRetryAfter,
    });
  if (Array.isArray(page))
    return problem(visit, "malformed-request", { detail: page.map((each) => each.detail).join(" "), faults: page });
  tidyAfterReading(visit, page.listing);
  return respondList(request, page);
}

async function post(visit: Visit): Promise<Response> {
  const { request } = visit;
  if (visit.isClosed)
    return problem(visit, "signing-closed", {
      detail: "The guestbook takes no new entries at present; it can still be read.",
      retryAfter: closedRetryAfter,
    });
  if (!hasMediaType(request, "application/json")) {
    return problem(visit, "unsupported-media-type", {
      detail: "Send JSON, in UTF-8, as `application/json`.",
      headers: { "accept-post": "application/json" },
    });
  }
  if (isEncoded(request)) return problem(visit, "unsupported-media-type", encodedProblem("application/json"));
  const { value, fault } = await readJson(request);
  if (fault?.kind === "too_large")
    return problem(visit, "too-large", { detail: `The body may have at most ${bodyLimit} bytes.` });
  if (fault !== undefined)
    return problem(visit, "malformed-request", {
      detail: fault.detail,
      faults: [{ field: null, detail: fault.detail }],
    });
  const { signature, faults } = validate(value);
  if (faults !== undefined) {
    return problem(visit, "invalid-entry", { detail: faults.map((each) => each.detail).join(" "), faults });
  }
  const entry = await accept(visit, signature);
  if (entry instanceof EntryRemovedError) return problem(visit, "entry-removed", { detail: removedDetail });
  if (entry instanceof StoreError) {
    return problem(visit, "store-unavailable", {
      detail: "The entry could not be stored just now. Please try again.",
      retryAfter: storeRetryAfter,
    });
  }
  tidyAfterSigning(visit, entry.id, purge());
  return respond(201, JSON.stringify(entry), {
    "content-type": "application/json",
    location: new URL(request.url).origin + entryPath(entry),
    link: apiLinks("entry"),
  });
}

function problem(visit: Visit, name: ProblemName, details: ProblemDetails): Response {
  return respondProblem(name, new URL(visit.request.url).origin, details);
}
