import type { Static } from "typebox";
import { languagePattern, list, nonEmpty, Type, url } from "./fields.ts";

/**
 * What the license and the owner allow. Every statement of permissions is derived from this one
 * value.
 */
export const Permissions = Type.Object(
  {
    search: Type.Boolean({ description: "May be indexed and shown in search results." }),
    ai_input: Type.Boolean({
      description: "May be read by a model as input, quoted and used for an answer.",
    }),
    ai_train: Type.Boolean({ description: "May be used to train or tune a model." }),
  },
  { description: "What anyone may do with the content, without asking." },
);
export type Permissions = Static<typeof Permissions>;

export const License = Type.Object(
  {
    id: Type.String({
      pattern: "^[A-Za-z0-9.+\\-]+$",
      description:
        "SPDX license identifier, such as `CC-BY-4.0`; `LicenseRef-` and a name for terms of your own.",
    }),
    name: nonEmpty("The license's name for people."),
    url: url("Address of the license's text."),
  },
  { description: "The license of the content." },
);
export type License = Static<typeof License>;

export const Author = Type.Object(
  {
    name: nonEmpty("Who publishes the site."),
    url: Type.Optional(url("A page about them.")),
    email: Type.Optional(
      Type.String({
        pattern: "^[^\\s@]+@[^\\s@]+$",
        description: "Where to write to: an e-mail address.",
      }),
    ),
  },
  { description: "Who publishes the site." },
);
export type Author = Static<typeof Author>;

const navigationPath = Type.String({
  pattern: "^/[^?#]*$",
  description: "An address of this site from the root, such as `/about/`.",
});

/** The facts of a site: the one file an owner edits to make the site theirs (`facts.yaml`). */
export const Facts = Type.Object({
  name: nonEmpty("The site's name."),
  tagline: nonEmpty("The site in half a sentence."),
  description: nonEmpty("The site in one or two sentences."),
  language: Type.String({
    pattern: languagePattern,
    description: "Language of the content, as BCP 47.",
  }),
  base_url: url("Where the site will be served, without a slash at the end."),
  since: Type.String({
    format: "date",
    description:
      "The day the site began; it serves wherever a format demands a date and a page has none.",
  }),
  author: Author,
  repository: Type.Optional(url("Where the site's source can be read.")),
  license: License,
  permissions: Permissions,
  lists: Type.Optional(
    list(
      "Which lists the build makes where the author has none: of `folders` and of `tags`. Without it both.",
      Type.Enum(["folders", "tags"]),
    ),
  ),
  navigation: Type.Optional(
    Type.Array(
      Type.Union(
        [
          navigationPath,
          Type.Object({
            title: nonEmpty("What the entry is called."),
            path: navigationPath,
          }),
        ],
        {
          description:
            "an address from the root, such as `/about/`, or `{ title: About, path: /about/ }`",
        },
      ),
      {
        description:
          "The main navigation: addresses, each with a `title` if it is not to be the page's own. Without it the first " +
          "four folders and pages at the top of the content folder, by `order` and then by name, and the guestbook.",
      },
    ),
  ),
  principles: Type.Optional(
    list("What the site holds itself to, one sentence each.", Type.String({ minLength: 1 })),
  ),
});
export type Facts = Static<typeof Facts>;
