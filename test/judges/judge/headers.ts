/** What an answer tells besides its body. */
export interface Answer {
  status: number;
  headers: Headers;
}

/** `site`: the site's own content, under its permission. `strangers`: the guestbook, which is not. */
export type Whose = "site" | "strangers";

const everywhere: readonly [name: string, value: RegExp][] = [
  ["access-control-allow-origin", /^\*$/],
  ["access-control-expose-headers", /\bETag\b.*\bLink\b|\bLink\b.*\bETag\b/i],
  ["x-content-type-options", /^nosniff$/],
  ["referrer-policy", /^no-referrer$/],
  [
    "content-security-policy",
    /^default-src 'none';(?!.*(unsafe|\*|https?:))(?=.*base-uri 'none')(?=.*frame-ancestors 'none')(?=.*form-action 'self')/,
  ],
];

const ours: readonly [name: string, value: RegExp][] = [
  ["content-usage", /^train-ai=[yn], search=[yn]$/],
  ["tdm-reservation", /^[01]$/],
  ["link", /rel="api-catalog"/],
  ["link", /<\/llms\.txt>; rel="describedby"/],
  ["link", /rel="service-desc"/],
  ["link", /rel="license"/],
];

/** What visitors wrote is theirs: it is reserved, and no preference permits training on it. */
const theirs: readonly [name: string, value: string][] = [
  ["content-usage", "train-ai=n"],
  ["tdm-reservation", "1"],
];

/** Headers that would ask who somebody is, follow them, or tell them to come less often. */
const never = [
  "set-cookie",
  "www-authenticate",
  "retry-after",
  "ratelimit",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "nel",
  "report-to",
  "reporting-endpoints",
];

/** What is wrong with an answer's headers. `media_type` is the Content-Type it must have; null for an answer without content. */
export function headerComplaints({ status, headers }: Answer, whose: Whose, media_type: string | null): string[] {
  const complaints: string[] = [];
  for (const [name, value] of whose === "site" ? [...everywhere, ...ours] : everywhere) {
    if (!value.test(headers.get(name) ?? "")) complaints.push(`${name} is ${headers.get(name) ?? "missing"}`);
  }
  if (whose === "strangers")
    for (const [name, value] of theirs)
      if (headers.get(name) !== value) complaints.push(`${name} claims strangers' words`);
  for (const name of never)
    if (headers.has(name) && !(name === "retry-after" && status === 503)) complaints.push(`${name} has no place here`);
  const type = headers.get("content-type")?.toLowerCase() ?? null;
  if (media_type !== null && type !== media_type.toLowerCase())
    complaints.push(`content-type is ${type}, not ${media_type}`);
  return complaints;
}
