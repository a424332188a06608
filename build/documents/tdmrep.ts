import { strangersLocations, strangersReservation, tdmReservation } from "../model/permissions.ts";
import type { JsonDocument } from "../model/site-model.ts";

/**
 * W3C TDM Reservation Protocol: https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 * The first rule that matches an address counts, so those of the guestbook come before the site's. They are longer too,
 * for readers that take the longest match, as in robots.txt.
 */
export const tdmrep: JsonDocument = {
  kind: "json",
  id: "tdmrep",
  path: "/.well-known/tdmrep.json",
  media_type: "application/json",
  title: "TDM reservation",
  purpose:
    "Whether text and data mining is reserved, in the W3C's protocol: for the site's own content, " +
    "and apart from it for the guestbook.",
  group: "format",
  data: (model) => [
    ...strangersLocations(model).map((location) => ({ location, "tdm-reservation": strangersReservation })),
    { location: "/", "tdm-reservation": tdmReservation(model.facts.permissions) },
  ],
};
