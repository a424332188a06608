import { markdownOf } from "../content/twin.ts";
import { License, Permissions } from "../schemas/facts.ts";
import { Affordance, list, text, url } from "../schemas/fields.ts";
import { described, objects, ownDocument } from "./api-document.ts";
import { promiseFields } from "./promises.ts";

export const greeting = ownDocument({
  ...described("greeting"),
  fields: {
    title: text("Title.", "Welcome"),
    greeting: text("The greeting as plain text.", "Come in."),
    markdown: text("The same as Markdown.", "# Welcome\n\nCome in.\n"),
    url: url("The greeting's page.", "/greeting/"),
    promises: objects("The promises in short.", promiseFields),
    affordances: list("What you may do here.", Affordance),
    license: License,
    permissions: Permissions,
  },
  data: ({ greeting, promises, greeting_affordances, facts }) => ({
    ...facts,
    title: greeting.title,
    greeting: greeting.text,
    markdown: markdownOf(greeting).toString(),
    url: greeting.url,
    promises,
    affordances: greeting_affordances,
  }),
});
