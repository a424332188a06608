import type { JsonDocument } from "../catalogue/document.ts";
import { RealmsDocument } from "../schemas/documents/realms.ts";
import { realmStatuses } from "../schemas/realm-status.ts";

export const realms: JsonDocument = {
  kind: "json",
  id: "realms",
  path: "/api/realms.json",
  media_type: "application/json",
  title: "Realms",
  purpose: "The places of this house, the state of each and what can be done there.",
  group: "api",
  schema: RealmsDocument,
  data: (context) => ({
    count: context.counts.realms,
    statuses: realmStatuses,
    realms: context.realms.map(({ id, title, description, updated, url, markdown_url, tags, realm }) => ({
      id,
      name: title,
      summary: description,
      status: realm?.status,
      since: realm?.since ?? null,
      updated,
      url,
      markdown_url,
      tags,
      affordances: realm?.affordances ?? [],
    })),
  }),
};
