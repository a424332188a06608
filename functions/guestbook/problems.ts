import { bodyLimit } from "./entry.ts";
import { allowedMethods, apiLinks, respond } from "./responses.ts";
import type { Fault } from "./validate.ts";

/** What is said to a retry of an entry that is gone; its text is not repeated. */
export const removedDetail =
  "This entry was removed by the owner, and nothing was stored; send it with another Idempotency-Key to sign again.";

/**
 * Every kind of problem the guestbook answers with, by the fragment of its `type`, under which
 * `/api/` gives its explanation: what it means and what to do.
 */
export const problems = {
  "invalid-entry": {
    status: 400,
    title: "The entry breaks a rule",
    explanation: "`errors` names every fault at once. Mend them all and send the entry again.",
  },
  "malformed-request": {
    status: 400,
    title: "The request cannot be read",
    explanation:
      "The body is not JSON in UTF-8, or a query parameter is not understood: `errors` names each fault.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This method is not answered here",
    explanation: "`Allow` names the methods that are.",
  },
  "entry-removed": {
    status: 410,
    title: "The entry was removed",
    explanation:
      "The owner removed what this `Idempotency-Key` and body made. With another key it is a new entry.",
  },
  "too-large": {
    status: 413,
    title: "The body is too large",
    explanation: `A request body may have ${bodyLimit} bytes.`,
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body has another media type than expected",
    explanation:
      "`Accept-Post` names the media type to send, in UTF-8 and without a `Content-Encoding`.",
  },
  "signing-closed": {
    status: 503,
    title: "Signing is closed",
    explanation: "The owner has closed the guestbook for new entries. Reading stays open.",
  },
  "store-unavailable": {
    status: 503,
    title: "The store does not answer",
    explanation:
      "Nothing is known to have been stored, and nothing that was stored is lost. Wait as `Retry-After` says; with " +
      "an `Idempotency-Key` a retry is safe.",
  },
  "internal-error": {
    status: 500,
    title: "Something went wrong here",
    explanation: "A fault of the guestbook's own, not of the request.",
  },
} as const satisfies Record<string, { status: number; title: string; explanation: string }>;

export type ProblemName = keyof typeof problems;

interface ProblemDetails {
  detail: string;
  /** Every fault, where there are some to be named. */
  faults?: readonly Fault[];
  /** Seconds after which asking again makes sense. */
  retryAfter?: number;
  headers?: Readonly<Record<string, string>>;
}

/** RFC 9457 problem details as they are sent; `retry_after` is for readers that see no headers. */
export type Problem = ReturnType<typeof toProblem>;

/**
 * Makes a problem of a request's faults. Each says where it is: a JSON Pointer as a URI fragment,
 * or a query parameter.
 * @param origin Makes its `type` absolute.
 */
export function toProblem(
  name: ProblemName,
  origin: string,
  { detail, faults, retryAfter }: ProblemDetails,
) {
  const { status, title } = problems[name];
  const errors = faults?.map(({ field, parameter, detail }) => ({
    pointer: field === null ? "#" : `#/${field}`,
    ...(parameter === undefined ? {} : { parameter }),
    detail,
  }));
  const optional = {
    ...(errors && { errors }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
  return { type: `${origin}/api/#${name}`, title, status, detail, ...optional };
}

/**
 * Thrown where a request cannot be answered as asked: the API answers with a problem in JSON, the
 * page shows it.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly problem: ProblemName;
  readonly details: ProblemDetails;
  constructor(problem: ProblemName, details: ProblemDetails) {
    super(details.detail);
    this.problem = problem;
    this.details = details;
  }
}

/** The refusal of what has faults, with all their sentences as its detail. */
export function refuseFaults(problem: ProblemName, faults: readonly Fault[]): Refusal {
  return new Refusal(problem, { detail: faults.map(({ detail }) => detail).join(" "), faults });
}

/** Headers that a kind of problem must carry, in JSON and in HTML alike. */
export function problemHeaders(
  name: ProblemName,
  { retryAfter, headers }: ProblemDetails,
): Record<string, string> {
  return {
    ...(problems[name].status === 405 ? { allow: allowedMethods } : {}),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...headers,
  };
}

/** The problem as a response in JSON. */
export function respondProblem(
  name: ProblemName,
  origin: string,
  details: ProblemDetails,
): Response {
  const body = JSON.stringify(toProblem(name, origin, details), null, 2) + "\n";
  const headers = { "content-type": "application/problem+json", link: apiLinks("problem") };
  return respond(problems[name].status, body, { ...headers, ...problemHeaders(name, details) });
}
