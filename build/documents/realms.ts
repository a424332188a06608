import {
  Affordance,
  count,
  list,
  maybeDateTime,
  realmStatuses,
  realmStatusNames,
  Type,
  tags,
  text,
  url,
} from "../schemas/fields.ts";
import { described, objects, ownDocument } from "./api-document.ts";

export const realms = ownDocument({
  ...described("realms"),
  fields: {
    count: count("Number of realms."),
    statuses: Type.Object(
      Object.fromEntries(
        realmStatusNames.map((name) => [
          name,
          text(`What \`${name}\` means.`, realmStatuses[name]),
        ]),
      ),
      { description: "What each status means." },
    ),
    realms: objects("Every realm, in the order of the site.", {
      id: text("The realm's address without its outer slashes.", "realms/sign"),
      name: text("Name.", "Sign"),
      summary: text("The realm in one sentence.", "A guestbook for all."),
      status: Type.Enum(realmStatusNames, { description: "State of the realm." }),
      since: maybeDateTime("When it began."),
      updated: maybeDateTime("When its page last changed in earnest."),
      url: url("The realm's page."),
      markdown_url: url("The same as Markdown.", "/index.md"),
      tags: tags(),
      affordances: list("What one can do there, here or elsewhere.", Affordance),
    }),
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
