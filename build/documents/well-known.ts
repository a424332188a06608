import { documentOf } from "../model/create-site-model.ts";
import { strangersLocations, strangersReservation, tdmReservation } from "../model/permissions.ts";
import type { JsonDocument } from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

/** The API catalog of RFC 9727, as a linkset of RFC 9264. */
export const apiCatalog: JsonDocument = {
  ...documentFacts("api_catalog"),
  data: ({ base_url, catalogue, operations }) => {
    const link = (path: string, type?: string) => ({ href: base_url + path, type });
    const files = catalogue.filter(({ group, path }) => group === "api" && !path.includes("{"));
    const endpoints = [...files, ...operations].map(({ path }) => path);
    const index = {
      anchor: `${base_url}/api/index.json`,
      "service-desc": [link("/api/openapi.json", documentOf({ catalogue }, "openapi").media_type)],
      "service-doc": [link("/api/", "text/html")],
      "service-meta": [
        link("/ai-manifest.json", "application/json"),
        link("/llms.txt", "text/plain"),
      ],
      status: [link("/api/state.json", "application/json")],
      item: [...new Set(endpoints)].map((path) => link(path)),
    };
    const catalog = {
      anchor: `${base_url}/.well-known/api-catalog`,
      item: [link("/api/index.json"), link("/api/guestbook")],
    };
    return { linkset: [catalog, index] };
  },
};

/**
 * W3C TDM Reservation Protocol:
 * https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/ The first rule that matches
 * an address counts, so the guestbook's rules come before the site's. They are also longer, for
 * readers that take the longest match as in robots.txt.
 */
export const tdmrep: JsonDocument = {
  ...documentFacts("tdmrep"),
  data: (model) => [
    ...strangersLocations(model).map((location) => ({
      location,
      "tdm-reservation": strangersReservation,
    })),
    { location: "/", "tdm-reservation": tdmReservation(model.facts.permissions) },
  ],
};
