/**
 * The headers that netlify.toml sets, which the host applies to files only. A test holds them
 * equal.
 */
export const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Methods that are answered; also the value of `Allow`. */
export const allowedMethods = "GET, HEAD, POST, OPTIONS";

const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Accept-Post, Allow, Content-Usage, ETag, Link, Location, Retry-After, TDM-Reservation",
} as const;

/**
 * Entries belong to those who wrote them: this site permits no training on them. TDMRep; IETF AI
 * Preferences.
 */
const termsHeaders = { "tdm-reservation": "1", "content-usage": "train-ai=n" } as const;

/**
 * Where the build publishes what describes this API. A test holds it and the schemas equal to the
 * catalogue's.
 */
export const openapiPath = "/api/openapi.json";

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

/** The tag under which the host's cache keeps every answer that shows entries. */
const cacheTag = "guestbook";

/**
 * For answers that show entries: browsers ask again each time. The host's cache keeps a copy for a
 * minute and may give it once more while it fetches the next; a new entry purges it by its tag.
 * (With purging, five seconds would cost twelve times as many calls and keep no promise better;
 * `npm run bench -- guestbook` compares them.) Only the query keys named here make a copy of their
 * own.
 */
const cachedHeaders = {
  "cache-control": "public, max-age=0, must-revalidate",
  "netlify-cdn-cache-control": "public, durable, max-age=60, stale-while-revalidate=60",
  "netlify-cache-tag": cacheTag,
  "netlify-vary": "query=from|limit|signed",
} as const;

/**
 * Makes the host's cache ask for the entries again. Best effort: the host allows two purges of a
 * tag in five seconds, and what is not purged is out of date for two minutes at most. So nobody who
 * signs is sent to an address that may have been cached before. Where there is no host, as locally,
 * there is nothing to purge.
 * @returns Whether the host said that it did.
 */
export async function purge(access?: {
  siteID: string;
  token: string;
  apiURL?: string;
}): Promise<boolean> {
  if (access === undefined && process.env["NETLIFY_PURGE_API_TOKEN"] === undefined) return false;
  try {
    // Late, because the build uses this file too.
    const { purgeCache } = await import("@netlify/functions");
    await purgeCache({ tags: [cacheTag], ...access });
    return true;
  } catch {
    return false;
  }
}

/**
 * A path as the host's router compares it with those of a function: without a slash at its end, in
 * lower case.
 */
export function routedPath(path: string): string {
  return path.replace(/(?<=.)\/$/, "").toLowerCase();
}

type HeaderMap = Readonly<Record<string, string>>;

/**
 * A response with the headers of every answer of the guestbook. Unless told otherwise it is kept by
 * no cache.
 */
export function respond(status: number, body: string | null, headers: HeaderMap): Response {
  return new Response(body, {
    status,
    headers: {
      "cache-control": "no-store",
      ...corsHeaders,
      ...securityHeaders,
      ...termsHeaders,
      ...headers,
    },
  });
}

/** The answer to `OPTIONS`, preflight or not. */
export function respondOptions(): Response {
  return respond(204, null, {
    allow: allowedMethods,
    link: apiLinks(null),
    "access-control-allow-methods": allowedMethods,
    // The star is every header but `Authorization`; older programs look for the names.
    "access-control-allow-headers":
      "*, Authorization, Content-Type, Idempotency-Key, If-None-Match",
    "access-control-max-age": "86400",
  });
}

/**
 * An answer that caches may keep, with its entity tag.
 * @param text Null where the reader has it: the answer is 304.
 */
export function respondCached(etag: string, text: string | null, headers: HeaderMap): Response {
  const all = { ...cachedHeaders, ...headers, etag };
  if (text !== null) return respond(200, text, all);
  const { "content-type": _, ...kept } = all as Record<string, string>;
  return respond(304, null, kept);
}

/**
 * Whether `If-None-Match` names an entity tag, compared weakly (RFC 9110, section 13.1.2).
 * The host's edge appends `-df` inside the tags of what it compressed and asks again with that.
 */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const tags = header.match(/"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/-df"$/, '"') === etag);
}
