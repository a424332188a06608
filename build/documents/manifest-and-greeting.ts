import { markdownOf } from "../content/twin.ts";
import { checkFor } from "../model/promises.ts";
import { ownDocument } from "./api-document.ts";

export const manifest = ownDocument({
  id: "manifest",
  data: ({ manifesto, promises, base_url, facts }) => ({
    covenant: { ...manifesto, markdown: markdownOf(manifesto).toString(), ...manifesto.covenant },
    promises: promises.map((promise) => ({
      ...promise,
      check: checkFor(promise.check, { ...facts, base_url }),
    })),
  }),
});

export const greeting = ownDocument({
  id: "greeting",
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
