import type { Static } from "typebox";
import type { OwnWords } from "../lib/phrases.ts";
import { address, languageTag, Type, withDescriptions, words } from "./fields.ts";

/** The uses that license and owner allow, from which every statement of permissions is derived. */
export const Permissions = withDescriptions(
  "permissions",
  Type.Object({ search: Type.Boolean(), ai_input: Type.Boolean(), ai_train: Type.Boolean() }),
);
export type Permissions = Static<typeof Permissions>;

export const License = withDescriptions(
  "license",
  Type.Object({ id: Type.String({ pattern: "^[A-Za-z0-9.+\\-]+$" }), name: words, url: address }),
);
export type License = Static<typeof License>;

export const Author = withDescriptions(
  "author",
  Type.Object({
    name: words,
    url: Type.Optional(address),
    email: Type.Optional(Type.String({ pattern: "^[^\\s@]+@[^\\s@]+$" })),
  }),
);
export type Author = Static<typeof Author>;

const path = Type.String({ pattern: "^/[^?#]*$" });

/** The facts of a site (`facts.yaml`), the one file that an owner edits to make the site theirs. */
export const Facts = withDescriptions(
  "facts",
  Type.Object({
    name: words,
    tagline: words,
    description: words,
    language: languageTag,
    base_url: address,
    since: Type.String({ format: "date" }),
    author: Author,
    repository: Type.Optional(address),
    edit_url: Type.Optional(address),
    license: License,
    permissions: Permissions,
    lists: Type.Optional(Type.Array(Type.Enum(["folders", "tags"]))),
    navigation: Type.Optional(Type.Array(Type.Union([path, Type.Object({ title: words, path })]))),
    principles: Type.Optional(Type.Array(words)),
  }),
);
export type Facts = Static<typeof Facts> & { own_words?: OwnWords | undefined };
