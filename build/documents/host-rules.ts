import { contentUsage, tdmReservation } from "../model/permissions.ts";
import { redirectRules } from "../model/redirect-rules.ts";
import type { Document, TextDocument } from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

/**
 * Header rules in the host's `_headers` syntax, from the facts (permission, site-wide links) and
 * each document (media type, caching). Rules that are the same for all sites are in netlify.toml.
 */
export const headers: TextDocument = {
  ...documentFacts("headers"),
  render: ({ facts, catalogue }) => {
    const links = [
      '</.well-known/api-catalog>; rel="api-catalog"',
      '</llms.txt>; rel="describedby"; type="text/plain"',
      '</api/openapi.json>; rel="service-desc"',
      `<${facts.license.url}>; rel="license"`,
    ];
    const site = [
      `Content-Usage: ${contentUsage(facts.permissions)}`,
      `tdm-reservation: ${tdmReservation(facts.permissions)}`,
      `Link: ${links.join(", ")}`,
      ...(facts.permissions.search ? [] : ["X-Robots-Tag: noindex"]),
    ];
    const documents = catalogue.filter(({ id }) => id !== "headers" && id !== "redirects");
    const rules = [rule("/*", site), ...documents.map((document) => ruleOf(document, documents))];
    return rules.filter((text) => text !== "").join("\n");
  },
};

/**
 * A document's header rule, without lines that a family's pattern already sets for its path. Hosts
 * differ in which of two rules for one header wins, so one rule sets each header of a path. So no
 * document has a `Link` to its schema, which `$schema` and index.json name, but only the site's.
 */
function ruleOf(document: Document, all: readonly Document[]): string {
  const families = all.filter(
    (other) => other !== document && "files" in other && isMatched(document, other),
  );
  const inherited = new Set(families.flatMap(headersOf));
  const lines = headersOf(document).filter((line) => !inherited.has(line));
  return rule(pattern(document.path), lines);
}

function headersOf({ media_type, cache_control }: Document): string[] {
  // JSON has no such parameter: it is always UTF-8 (RFC 8259).
  const hasCharset = media_type.startsWith("text/") || media_type.endsWith("xml");
  return [
    `Content-Type: ${media_type}${hasCharset ? "; charset=utf-8" : ""}`,
    ...(cache_control ? [`Cache-Control: ${cache_control}`] : []),
  ];
}

/** Whether a family's pattern matches a path. `*` matches any characters, slashes included. */
function isMatched({ path }: Document, family: Document): boolean {
  const all = pattern(family.path).split("*").map(RegExp.escape).join(".*");
  return new RegExp(`^${all}$`).test(path);
}

function rule(path: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${path}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function pattern(path: string): string {
  return path.replace(/\{[^}]+\}/g, "*");
}

/** Redirect rules in the host's `_redirects` syntax, for former addresses and removed pages. */
export const redirects: TextDocument = {
  ...documentFacts("redirects"),
  render: ({ pages, gone }) => redirectRules(pages, gone),
};
