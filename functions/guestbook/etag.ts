import { createHash } from "node:crypto";

/** A strong entity tag of a body. */
export function etagOf(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
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
