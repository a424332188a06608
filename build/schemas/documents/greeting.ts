import { Type } from "typebox";
import { Affordance } from "../affordance.ts";
import { License, Permissions } from "../facts.ts";
import { documentSchema, text, url } from "../fields.ts";

export const GreetingDocument = documentSchema(
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
