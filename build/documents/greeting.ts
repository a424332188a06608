import { markdownOf } from "../content/twin.ts";
import { ownDocument } from "./api-document.ts";

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
