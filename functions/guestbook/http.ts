import type { RequestFault } from "./entry.ts";
import type { Credentials } from "./store.ts";

/**
 * The headers of every answer of the site. For files they are in netlify.toml, which the host
 * applies only to files; test/serve/netlify.test.ts compares them.
 */
export const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
  "cross-origin-resource-policy": "cross-origin",
} as const;

const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Accept-Post, Allow, Content-Usage, ETag, Link, Location, Retry-After, TDM-Reservation",
} as const;

/**
 * Entries belong to those who wrote them: this site does not permit training on them (TDMRep; IETF
 * AI Preferences).
 */
const termsHeaders = { "tdm-reservation": "1", "content-usage": "train-ai=n" } as const;

/** The tag under which the host's cache keeps every answer that shows entries. */
const cacheTag = "guestbook";

/**
 * For answers that show entries. Browsers ask again each time; the host's cache keeps a copy for a
 * minute, and may use it once more while it fetches the next. A new entry purges the copy by its
 * tag. (With purging, five seconds would cost twelve times as many calls and keep no promise
 * better; `npm run bench -- guestbook` compares them.) Only these query keys have separate copies.
 */
const cachedHeaders = {
  "cache-control": "public, max-age=0, must-revalidate",
  "netlify-cdn-cache-control": "public, durable, max-age=60, stale-while-revalidate=60",
  "netlify-cache-tag": cacheTag,
  "netlify-vary": "query=from|limit|signed",
} as const;

type HeaderMap = Readonly<Record<string, string>>;

/** An answer, without the headers that all answers of the guestbook have. */
export interface BareAnswer {
  /** By default 200, or 304 with an entity tag and no body. */
  status?: number;
  /** The body's media type. */
  type?: string;
  body?: string | null;
  /** Caches may keep only answers with an entity tag. */
  etag?: string;
  headers?: HeaderMap;
}

/** Makes the response of an answer, as for every response of the guestbook. */
export function respond({ status = 200, type, body = null, etag, headers }: BareAnswer): Response {
  return new Response(body, {
    status: etag !== undefined && body === null ? 304 : status,
    headers: {
      ...(etag === undefined ? { "cache-control": "no-store" } : { ...cachedHeaders, etag }),
      ...corsHeaders,
      ...securityHeaders,
      ...termsHeaders,
      ...(type === undefined || body === null ? {} : { "content-type": type }),
      ...headers,
    },
  });
}

/** The answer to `OPTIONS`, preflight or not. @param methods The methods that the path answers. */
export function optionsOf(methods: string): BareAnswer {
  return {
    status: 204,
    headers: {
      allow: methods,
      link: apiLinks(null),
      "access-control-allow-methods": methods,
      // The star means every header except `Authorization`; older programs need the names.
      "access-control-allow-headers":
        "*, Authorization, Content-Type, Idempotency-Key, If-None-Match",
      "access-control-max-age": "86400",
    },
  };
}

/**
 * The address of this API's description. A test compares it, and the schemas', with the catalogue.
 */
export const openapiPath = "/api/openapi.json";

/** The address of the feed of the newest entries. */
export const guestbookFeed = "/api/guestbook.xml";

/**
 * The `Link` of an answer of the API (RFC 8288): the description of the whole API for programs
 * (`service-desc`, RFC 8631), the schema that its body follows (`describedby`) if it has one, and
 * the address of the next page if there is one.
 */
export function apiLinks(schema: "guestbook" | "entry" | "problem" | null, next?: string): string {
  const links = [`<${openapiPath}>; rel="service-desc"; type="application/vnd.oai.openapi+json"`];
  if (schema !== null)
    links.push(`</api/schemas/${schema}.json>; rel="describedby"; type="application/schema+json"`);
  if (next !== undefined) links.push(`<${next}>; rel="next"`);
  return links.join(", ");
}

/**
 * Whether `If-None-Match` names an entity tag, compared weakly (RFC 9110, section 13.1.2). The
 * host's edge appends `-df` inside the tags of compressed answers, and sends these tags back.
 */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const tags = header.match(/"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/-df"$/, '"') === etag);
}

/**
 * A path as the host's router compares it with a function's paths: without a slash at its end, in
 * lower case.
 */
export function routedPath(path: string): string {
  return path.replace(/(?<=.)\/$/, "").toLowerCase();
}

/**
 * Makes the host's cache ask for the entries again, if it can: the host allows two purges of a tag
 * in five seconds, and copies that are not purged are out of date for two minutes at most. So a
 * person who signs is sent to an address without a cached copy. Locally there is nothing to purge.
 * @returns whether the host confirmed it
 */
export async function purge(access?: Credentials): Promise<boolean> {
  if (access === undefined && process.env["NETLIFY_PURGE_API_TOKEN"] === undefined) return false;
  try {
    // Imported late, because the build uses this file too.
    const { purgeCache } = await import("@netlify/functions");
    await purgeCache({ tags: [cacheTag], ...access });
    return true;
  } catch {
    return false;
  }
}

// Refusals.

/**
 * Every kind of problem the guestbook answers with, by the fragment of its `type`. `/api/` has its
 * meaning and advice there, from build/schemas/problems.yaml.
 */
export const problems = {
  "invalid-entry": { status: 400, title: "The entry breaks a rule" },
  "malformed-request": { status: 400, title: "The request cannot be read" },
  "method-not-allowed": { status: 405, title: "This method is not answered here" },
  "entry-removed": { status: 410, title: "The entry was removed" },
  "too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The body has another media type than expected" },
  "signing-closed": { status: 503, title: "Signing is closed" },
  "store-unavailable": { status: 503, title: "The store does not answer" },
  "internal-error": { status: 500, title: "Something went wrong here" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemName = keyof typeof problems;

interface ProblemDetails extends Pick<RequestFault, "detail" | "name" | "values"> {
  /** All faults, if some can be named. */
  faults?: readonly RequestFault[];
  /** Seconds after which asking again makes sense. */
  retryAfter?: number;
  headers?: HeaderMap;
}

/**
 * Makes a problem (RFC 9457) of a request's faults. Each names its place: a JSON Pointer as a URI
 * fragment, or a query parameter. `retry_after` is for readers that see no headers.
 * @param origin Makes its `type` absolute.
 */
export function toProblem(
  name: ProblemName,
  origin: string,
  { detail, faults, retryAfter }: ProblemDetails,
) {
  const { status, title } = problems[name];
  const errors = faults?.map(({ field, parameter, detail }) => ({
    pointer: field === undefined ? "#" : `#/${field}`,
    parameter,
    detail,
  }));
  const type = `${origin}/api/#${name}`;
  return { type, title, status, detail, errors, retry_after: retryAfter };
}

/**
 * Thrown for a request that must be refused: the API answers with a JSON problem, the page shows
 * it.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly problem: ProblemName;
  readonly details: ProblemDetails;
  /** @param details By default its detail is the sentences of its faults. */
  constructor(problem: ProblemName, details: Partial<ProblemDetails>) {
    const { faults = [], detail = faults.map(({ detail }) => detail).join(" ") } = details;
    super(detail);
    this.problem = problem;
    this.details = { ...details, detail };
  }
}

/**
 * The problem as an answer in JSON.
 * @param origin As in `toProblem`.
 */
export function problemAnswer(refusal: Refusal, origin: string): BareAnswer {
  const problem = toProblem(refusal.problem, origin, refusal.details);
  const body = JSON.stringify(problem, null, 2) + "\n";
  const headers = { link: apiLinks("problem") };
  return withRefusal(refusal, { type: "application/problem+json", body, headers });
}

/** An answer with a refusal's status and headers, for JSON and HTML alike. */
export function withRefusal({ problem, details }: Refusal, answer: BareAnswer): BareAnswer {
  const { retryAfter } = details;
  const wait = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  const headers = { ...answer.headers, ...wait, ...details.headers };
  return { ...answer, status: problems[problem].status, headers };
}
