import type { Static } from "typebox";
import {
  Affordance,
  languagePattern,
  list,
  nonEmpty,
  realmStatuses,
  realmStatusNames,
  Type,
  text,
} from "./fields.ts";

const day = (description: string) => Type.String({ format: "content-date", description });

/** An affordance as an author writes it: `href` may be root-relative. */
const AuthoredAffordance = Type.Object({
  ...Affordance.properties,
  method: Type.Enum(["GET", "POST"], { description: "HTTP method, `GET` or `POST`." }),
  href: nonEmpty("Address: a file or page of this site, or an absolute one elsewhere."),
  media_type: Type.String({
    pattern: "^[a-z]+/[a-z0-9.+\\-]+$",
    description:
      "Media type of what is answered (`GET`) or sent (`POST`), such as `text/html` or `application/json`.",
  }),
});

const AuthoredPromise = Type.Object({
  id: nonEmpty("Which check proves it."),
  title: nonEmpty("The promise in a few words."),
  text: nonEmpty("The promise in full."),
});

/** Everything an author may write above a page. The descriptions are the authors' reference. */
export const FrontMatter = Type.Object({
  title: Type.Optional(
    nonEmpty(
      "The page's title. Without it the first level-one heading serves, then the file's name.",
    ),
  ),
  short_title: Type.Optional(
    nonEmpty("A shorter title for the navigation, where the title is long."),
  ),
  description: Type.Optional(
    nonEmpty(
      "The page in one sentence, for lists and search results. Without it the first sentence serves.",
    ),
  ),
  type: Type.Optional(
    text(
      "What kind of page it is: `note`, `realm` (a project or a service), `manifesto`, `greeting`, `guestbook`; anything else is a plain page.",
    ),
  ),
  date: Type.Optional(
    day(
      "The day it was published, which puts the page into the feed: `YYYY-MM-DD` or a full RFC 3339 time. Other usual " +
        "forms are read too. Notes need one; without it a date at the beginning of the file's name serves.",
    ),
  ),
  updated: Type.Optional(
    day(
      "The day of its last real change. A page that is kept current and is no post has this and no `date`.",
    ),
  ),
  language: Type.Optional(
    Type.String({
      pattern: languagePattern,
      description:
        "Language of this page, where it differs from the site's (BCP 47, such as `de`).",
    }),
  ),
  tags: Type.Optional(
    list("Subjects, as a list, or as text with commas between them.", nonEmpty("A subject.")),
  ),
  keywords: Type.Optional(
    list(
      "Words by which the search should find the page, and which need not stand on it; a list as with tags.",
      Type.String({ minLength: 1 }),
    ),
  ),
  order: Type.Optional(
    Type.Number({
      description:
        "Place among the pages and folders beside it, lowest first, and so in the main navigation. Those without one " +
        "come after, by name.",
    }),
  ),
  draft: Type.Optional(
    Type.Boolean({
      description: "`true` keeps the page out of every build; only the local server shows it.",
    }),
  ),
  gone: Type.Optional(
    Type.Boolean({
      description:
        "`true` says that the page was removed for good: its address and that of its Markdown answer 410.",
    }),
  ),
  aliases: Type.Optional(
    Type.Array(
      Type.String({
        pattern: "^/[^\\s?#]*$",
        description: "An address from the root, without spaces, such as `/old-name/`.",
      }),
      {
        description:
          "Addresses the page had before, such as `/old-name/`; each leads here for good (301), and its Markdown, " +
          "`/old-name.md`, to the Markdown. An item without a slash before it is another name for links in double " +
          "brackets.",
      },
    ),
  ),
  feed_id: Type.Optional(
    Type.String({
      pattern: "^(?:/(?:[^\\s?#]+/)?|[A-Za-z][A-Za-z0-9+.\\-]*:\\S+)$",
      description:
        "The id under which feed readers know the page, where that is not its address: after a move the former address, " +
        "such as `/old-name/`, or the whole id that another program gave it. Without it a moved page is new to them.",
    }),
  ),
  permalink: Type.Optional(
    Type.String({
      pattern: "^/([^\\s?#]+/)?$",
      description:
        "The page's address in place of the one that its file has: from the root, with a slash at both ends, such as " +
        "`/my-page/`. `false` keeps the page out.",
    }),
  ),
  status: Type.Optional(
    Type.Enum(realmStatusNames, {
      description: `Status of a realm. ${Object.entries(realmStatuses)
        .map(([name, text]) => `\`${name}\`: ${text}`)
        .join(" ")}`,
    }),
  ),
  since: Type.Optional(day("The day a realm began.")),
  affordances: Type.Optional(
    list(
      "What one can do with a realm, here or elsewhere (or on arrival, in the greeting): a list of actions, each with " +
        "these five fields.",
      AuthoredAffordance,
    ),
  ),
  promises: Type.Optional(list("The seven promises of a manifesto, in order.", AuthoredPromise)),
});
export type FrontMatter = Static<typeof FrontMatter>;

/** Keys that a type of page requires. */
export const requiredByType: Record<string, readonly (keyof FrontMatter)[]> = {
  note: ["date"],
  realm: ["status"],
  manifesto: ["promises"],
};
