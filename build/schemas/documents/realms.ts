import { Type } from "typebox";
import { Affordance } from "../affordance.ts";
import { count, documentSchema, maybeDateTime, tags, text, url } from "../fields.ts";
import { realmStatusNames } from "../realm-status.ts";

export const RealmsDocument = documentSchema("Realms", "The places of this house and what can be done in each.", {
  count: count("Number of realms."),
  statuses: Type.Object(Object.fromEntries(realmStatusNames.map((name) => [name, Type.String()])), {
    description: "What each status means.",
  }),
  realms: Type.Array(
    Type.Object({
      id: text("The realm's address without its outer slashes."),
      name: text("Name."),
      summary: text("The realm in one sentence."),
      status: Type.Enum(realmStatusNames, { description: "State of the realm." }),
      since: maybeDateTime("When it opened."),
      updated: maybeDateTime("When its page last changed in earnest."),
      url: url("The realm's page."),
      markdown_url: url("The same as Markdown."),
      tags: tags(),
      affordances: Type.Array(Affordance, { description: "What a visitor can do here." }),
    }),
    { description: "Every realm, in the order of the house." },
  ),
});
