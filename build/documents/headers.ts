import type { Document, TextDocument } from "../catalogue/document.ts";
import { contentUsage, tdmReservation } from "../permission.ts";

/**
 * Header rules in the host's `_headers` syntax: what follows from the facts (permission, site-wide links) and from each document
 * (media type, links, caching). What is the same for every site stands in netlify.toml.
 */
export const headers: TextDocument = {
  kind: "text",
  id: "headers",
  path: "/_headers",
  media_type: "text/plain",
  title: "Header rules",
  purpose: "Header rules for the host.",
  group: "plumbing",
  render: ({ facts, catalogue }) => {
    const siteLinks = [
      link("/.well-known/api-catalog", "api-catalog"),
      link("/llms.txt", "describedby", "text/plain"),
      link("/api/openapi.json", "service-desc"),
      `<${facts.license.url}>; rel="license"`,
    ];
    const site = [
      `Content-Usage: ${contentUsage(facts.permissions)}`,
      `tdm-reservation: ${tdmReservation(facts.permissions)}`,
      `Link: ${siteLinks.join(", ")}`,
      ...(facts.permissions.search ? [] : ["X-Robots-Tag: noindex"]),
    ];
    return [
      rule("/*", site),
      ...catalogue
        .filter(({ id }) => id !== "headers" && id !== "redirects")
        .map((document) => rule(pattern(document.path), own(document, siteLinks))),
    ].join("\n");
  },
};

/** A later rule's value replaces an earlier one of the same name, so a document's links repeat the site's. */
function own(
  { media_type, links, cache_control, kind, ...document }: Document,
  siteLinks: readonly string[],
): string[] {
  const related = [
    ...(links ?? []).map(([rel, path]) => link(path, rel)),
    ...(kind === "json" && "schema" in document && document.schema
      ? [link(`/api/schemas/${document.id.replaceAll("_", "-")}.json`, "describedby", "application/schema+json")]
      : []),
  ];
  return [
    `Content-Type: ${withCharset(media_type)}`,
    ...(related.length > 0 ? [`Link: ${[...siteLinks, ...related].join(", ")}`] : []),
    ...(cache_control ? [`Cache-Control: ${cache_control}`] : []),
  ];
}

function rule(path: string, lines: readonly string[]): string {
  return `${path}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** Text is UTF-8, and says so where its media type knows the parameter. JSON is UTF-8 by definition (RFC 8259). */
export function withCharset(media_type: string): string {
  return media_type.startsWith("text/") || media_type.endsWith("xml") ? `${media_type}; charset=utf-8` : media_type;
}

function pattern(path: string): string {
  return path.replace(/\{[^}]+\}/g, "*");
}

function link(path: string, rel: string, type?: string): string {
  return `<${path}>; rel="${rel}"${type ? `; type="${type}"` : ""}`;
}
