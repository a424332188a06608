import { realmStatuses } from "../schemas/fields.ts";
import { ownDocument } from "./api-document.ts";

export const realms = ownDocument({
  id: "realms",
  data: (model) => ({
    count: model.counts.realms,
    statuses: realmStatuses,
    realms: model.realms.map((page) => ({
      ...page,
      ...page.realm,
      name: page.title,
      summary: page.description,
    })),
  }),
});
