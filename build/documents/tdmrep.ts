import type { JsonDocument } from "../catalogue/document.ts";
import { tdmReservation } from "../permission.ts";

/** W3C TDM Reservation Protocol: https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240202/ */
export const tdmrep: JsonDocument = {
  kind: "json",
  id: "tdmrep",
  path: "/.well-known/tdmrep.json",
  media_type: "application/json",
  title: "TDM reservation",
  purpose: "Whether text and data mining is reserved, in the W3C's protocol.",
  group: "format",
  data: ({ facts }) => [{ location: "/", "tdm-reservation": tdmReservation(facts.permissions) }],
};
