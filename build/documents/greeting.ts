import type { JsonDocument } from "../catalogue/document.ts";
import { GreetingDocument } from "../schemas/documents/greeting.ts";

export const greeting: JsonDocument = {
  kind: "json",
  id: "greeting",
  path: "/api/greeting.json",
  media_type: "application/json",
  title: "Greeting",
  purpose: "A welcome for arriving agents: what this is, what is promised and what may be done here.",
  group: "api",
  schema: GreetingDocument,
  data: ({ greeting, promises, greeting_affordances, facts }) => ({
    title: greeting.title,
    greeting: greeting.text,
    markdown: greeting.markdown,
    url: greeting.url,
    promises: promises.map(({ number, id, title }) => ({ number, id, title })),
    affordances: greeting_affordances,
    license: facts.license,
    permissions: facts.permissions,
  }),
};
