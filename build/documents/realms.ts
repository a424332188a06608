import { realmStatuses, realmStatusNames, Type } from "../schemas/fields.ts";
import { ownDocument } from "./api-document.ts";

export const realms = ownDocument({
  id: "realms",
  schemas: {
    statuses: Type.Object(
      Object.fromEntries(
        realmStatusNames.map((name) => [
          name,
          Type.String({
            description: `What \`${name}\` means.`,
            examples: [realmStatuses[name]],
          }),
        ]),
      ),
      { description: "What each status means." },
    ),
    status: Type.Enum(realmStatusNames, { description: "State of the realm." }),
  },
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
