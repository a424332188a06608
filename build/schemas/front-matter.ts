import type { Static } from "typebox";
import {
  Affordance,
  languageTag,
  realmStatusNames,
  Type,
  withDescriptions,
  words,
} from "./fields.ts";

const path = Type.String({ pattern: "^/[^\\s?#]*$" });
const day = Type.String({ format: "content-date" });

/** An affordance as an author writes it: `href` may be root-relative. */
const AuthoredAffordance = Type.Object({
  ...Affordance.properties,
  method: Type.Enum(["GET", "POST"]),
  href: words,
  media_type: Type.String({ pattern: "^[a-z]+/[a-z0-9.+\\-]+$" }),
});

/** All keys of a page's front matter. Their descriptions are the authors' reference. */
export const FrontMatter = withDescriptions(
  "front_matter",
  Type.Partial(
    Type.Object({
      title: words,
      short_title: words,
      description: words,
      type: Type.String(),
      date: day,
      updated: day,
      language: languageTag,
      translation_of: path,
      tags: Type.Array(words),
      keywords: Type.Array(words),
      order: Type.Number(),
      draft: Type.Boolean(),
      gone: Type.Boolean(),
      aliases: Type.Array(path),
      feed_id: Type.String({
        pattern: "^(?:/(?:[^\\s?#]+/)?|[A-Za-z][A-Za-z0-9+.\\-]*:\\S+)$",
      }),
      permalink: Type.String({ pattern: "^/([^\\s?#]+/)?$" }),
      status: Type.Enum(realmStatusNames),
      since: day,
      affordances: Type.Array(AuthoredAffordance),
      promises: Type.Array(Type.Object({ id: words, title: words, text: words })),
    }),
  ),
);
export type FrontMatter = Static<typeof FrontMatter>;

/** Keys that a type of page requires. */
export const requiredByType = new Map<string, readonly (keyof FrontMatter)[]>([
  ["note", ["date"]],
  ["realm", ["status"]],
  ["manifesto", ["promises"]],
]);
