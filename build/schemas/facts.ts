import type { Static } from "typebox";
import { flag, languageTag, list, matching, nonEmpty, Type, url } from "./fields.ts";

/**
 * What the license and the owner allow. Every statement of permissions is derived from this one
 * value.
 */
export const Permissions = Type.Object(
  {
    search: flag("May be indexed and shown in search results."),
    ai_input: flag("May be read by a model as input, quoted and used for an answer."),
    ai_train: flag("May be used to train or tune a model."),
  },
  { description: "What anyone may do with the content, without asking." },
);
export type Permissions = Static<typeof Permissions>;

export const License = Type.Object(
  {
    id: matching(
      "^[A-Za-z0-9.+\\-]+$",
      "SPDX license identifier, such as `CC-BY-4.0`; `LicenseRef-` and a name for terms of your own.",
      "CC-BY-4.0",
    ),
    name: nonEmpty(
      "The license's name for people.",
      "Creative Commons Attribution 4.0 International",
    ),
    url: url("Address of the license's text.", "https://creativecommons.org/licenses/by/4.0/"),
  },
  { description: "The license of the content." },
);
export type License = Static<typeof License>;

export const Author = Type.Object(
  {
    name: nonEmpty("Who publishes the site.", "Ada Example"),
    url: Type.Optional(url("A page about them.")),
    email: Type.Optional(
      matching("^[^\\s@]+@[^\\s@]+$", "Where to write to: an e-mail address.", "ada@example.org"),
    ),
  },
  { description: "Who publishes the site." },
);
export type Author = Static<typeof Author>;

const navigationPath = matching(
  "^/[^?#]*$",
  "An address of this site from the root, such as `/about/`.",
  "/about/",
);

/** The facts of a site: the one file an owner edits to make the site theirs (`facts.yaml`). */
export const Facts = Type.Object({
  name: nonEmpty("The site's name.", "A House"),
  tagline: nonEmpty("The site in half a sentence.", "Notes on doors"),
  description: nonEmpty("The site in one or two sentences.", "What I learn about doors."),
  language: languageTag("Language of the content, as BCP 47."),
  base_url: url(
    "Where the site will be served, without a slash at the end.",
    "https://example.org",
  ),
  since: Type.String({
    format: "date",
    description:
      "The day the site began; it serves wherever a format demands a date and a page has none.",
    examples: ["2026-11-20"],
  }),
  author: Author,
  repository: Type.Optional(
    url("Where the site's source can be read.", "https://example.org/source"),
  ),
  edit_url: Type.Optional(
    url(
      "Where a git host edits the content folder; each written page links to its file there.",
      "https://example.org/edit/main/site",
    ),
  ),
  license: License,
  permissions: Permissions,
  lists: Type.Optional(
    list(
      "The lists that the build makes where the author wrote none: of `folders`, of `tags`; both by default.",
      Type.Enum(["folders", "tags"]),
    ),
  ),
  navigation: Type.Optional(
    list(
      "The main navigation: addresses, each with a `title` if it is not to be the page's own. Without it the first " +
        "four folders and pages at the top of the content folder, by `order` and then by name, and the guestbook.",
      Type.Union(
        [
          navigationPath,
          Type.Object({
            title: nonEmpty("What the entry is called.", "About"),
            path: navigationPath,
          }),
        ],
        {
          description:
            "an address from the root, such as `/about/`, or `{ title: About, path: /about/ }`",
        },
      ),
    ),
  ),
  principles: Type.Optional(
    list(
      "What the site holds itself to, one sentence each.",
      nonEmpty("A sentence.", "Doors stay open."),
    ),
  ),
});
export type Facts = Static<typeof Facts>;
