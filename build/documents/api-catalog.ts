import type { JsonDocument } from "../model/site-model.ts";

/** RFC 9727, as a linkset of RFC 9264. */
export const apiCatalog: JsonDocument = {
  kind: "json",
  id: "api_catalog",
  path: "/.well-known/api-catalog",
  media_type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  title: "API catalog",
  purpose: "The API where programs look for one, as RFC 9727 has it.",
  group: "format",
  data: ({ base_url, catalogue, operations }) => ({
    linkset: [
      {
        anchor: `${base_url}/.well-known/api-catalog`,
        item: [{ href: `${base_url}/api/index.json` }, { href: `${base_url}/api/guestbook` }],
      },
      {
        anchor: `${base_url}/api/index.json`,
        "service-desc": [{ href: `${base_url}/api/openapi.json`, type: openapiType(catalogue) }],
        "service-doc": [{ href: `${base_url}/api/`, type: "text/html" }],
        "service-meta": [
          { href: `${base_url}/ai-manifest.json`, type: "application/json" },
          { href: `${base_url}/llms.txt`, type: "text/plain" },
        ],
        status: [{ href: `${base_url}/api/state.json`, type: "application/json" }],
        item: [
          ...new Set([
            ...catalogue.filter(({ group, path }) => group === "api" && !path.includes("{")).map(({ path }) => path),
            ...operations.map(({ path }) => path),
          ]),
        ].map((path) => ({ href: base_url + path })),
      },
    ],
  }),
};

function openapiType(catalogue: readonly { id: string; media_type: string }[]): string {
  return catalogue.find(({ id }) => id === "openapi")?.media_type ?? "application/json";
}
