import { markdownOf } from "../content/twin.ts";
import type { JsonDocument } from "../model/site-model.ts";
import { License, Permissions } from "../schemas/facts.ts";
import { Affordance, documentSchema, text, url } from "../schemas/fields.ts";
import { Type } from "../schemas/type.ts";
import { apiDocument } from "./api-document.ts";

const GreetingDocument = documentSchema(
  "Greeting",
  "A welcome for arriving agents: what this is and what you may do here.",
  {
    title: text("Title."),
    greeting: text("The greeting as plain text."),
    markdown: text("The same as Markdown."),
    url: url("The greeting's page."),
    promises: Type.Array(
      Type.Object({
        number: Type.Integer({ description: "1 to 7." }),
        id: text("Short name."),
        title: text("The promise in a few words."),
      }),
      { description: "The promises in short." },
    ),
    affordances: Type.Array(Affordance, { description: "What you may do here." }),
    license: License,
    permissions: Permissions,
  },
);

export const greeting: JsonDocument = apiDocument({
  id: "greeting",
  title: "Greeting",
  purpose: "A welcome for arriving agents: what this is, what is promised and what may be done here.",
  schema: GreetingDocument,
  data: ({ greeting, promises, greeting_affordances, facts }) => ({
    title: greeting.title,
    greeting: greeting.text,
    markdown: markdownOf(greeting).toString(),
    url: greeting.url,
    promises: promises.map(({ number, id, title }) => ({ number, id, title })),
    affordances: greeting_affordances,
    license: facts.license,
    permissions: facts.permissions,
  }),
});
