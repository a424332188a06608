import type { Static } from "typebox";
import {
  Affordance,
  flag,
  languageTag,
  list,
  matching,
  nonEmpty,
  realmStatuses,
  realmStatusNames,
  Type,
  text,
} from "./fields.ts";

const day = (description: string) =>
  Type.String({ format: "content-date", description, examples: ["2026-11-20"] });

/** An affordance as an author writes it: `href` may be root-relative. */
const AuthoredAffordance = Type.Object({
  ...Affordance.properties,
  method: Type.Enum(["GET", "POST"], { description: "HTTP method, `GET` or `POST`." }),
  href: nonEmpty("Address: a file or page of this site, or an absolute one elsewhere.", "/about/"),
  media_type: matching(
    "^[a-z]+/[a-z0-9.+\\-]+$",
    "Media type of what is answered (`GET`) or sent (`POST`), such as `text/html` or `application/json`.",
    "text/html",
  ),
});

const AuthoredPromise = Type.Object({
  id: nonEmpty("Which check proves it.", "no-identity"),
  title: nonEmpty("The promise in a few words.", "No account"),
  text: nonEmpty("The promise in full.", "Nobody is asked who they are."),
});

/** Everything an author may write above a page. The descriptions are the authors' reference. */
export const FrontMatter = Type.Partial(
  Type.Object({
    title: nonEmpty(
      "The page's title. Without it the first level-one heading serves, then the file's name.",
      "How doors are made",
    ),
    short_title: nonEmpty("A shorter title for the navigation, where the title is long.", "Doors"),
    description: nonEmpty(
      "The page in one sentence, for lists and search results. Without it the first sentence serves.",
      "From the tree to the hinge.",
    ),
    type: text(
      "What kind of page it is: `note`, `realm` (a project or a service), `manifesto`, `greeting`, `guestbook`; anything else is a plain page.",
      "note",
    ),
    date: day(
      "The day it was published, which puts the page into the feed: `YYYY-MM-DD` or a full RFC 3339 time. Other usual " +
        "forms are read too. Notes need one; without it a date at the beginning of the file's name serves.",
    ),
    updated: day(
      "The day of its last real change. A page that is kept current and is no post has this and no `date`.",
    ),
    language: languageTag(
      "Language of this page, where it differs from the site's (BCP 47, such as `de`).",
    ),
    tags: list(
      "Subjects, as a list, or as text with commas between them.",
      nonEmpty("A subject.", "doors"),
    ),
    keywords: list(
      "Words by which the search should find the page, and which need not stand on it; a list as with tags.",
      nonEmpty("A word.", "gates"),
    ),
    order: Type.Number({
      description:
        "Place among the pages and folders beside it, lowest first, and so in the main navigation. Those without one " +
        "come after, by name.",
      examples: [1],
    }),
    draft: flag("`true` keeps the page out of every build; only the local server shows it."),
    gone: flag(
      "`true` says that the page was removed for good: its address and that of its Markdown answer 410.",
    ),
    aliases: list(
      "Addresses the page had before, such as `/old-name/`; each leads here for good (301), and its Markdown, " +
        "`/old-name.md`, to the Markdown. An item without a slash before it is another name for links in double " +
        "brackets.",
      matching(
        "^/[^\\s?#]*$",
        "An address from the root, without spaces, such as `/old-name/`.",
        "/old-name/",
      ),
    ),
    feed_id: matching(
      "^(?:/(?:[^\\s?#]+/)?|[A-Za-z][A-Za-z0-9+.\\-]*:\\S+)$",
      "The id under which feed readers know the page, where that is not its address: after a move the former address, " +
        "such as `/old-name/`, or the whole id that another program gave it. Without it a moved page is new to them.",
      "/old-name/",
    ),
    permalink: matching(
      "^/([^\\s?#]+/)?$",
      "The page's address in place of the one that its file has: from the root, with a slash at both ends, such as " +
        "`/my-page/`. `false` keeps the page out.",
      "/my-page/",
    ),
    status: Type.Enum(realmStatusNames, {
      description: `Status of a realm. ${Object.entries(realmStatuses)
        .map(([name, text]) => `\`${name}\`: ${text}`)
        .join(" ")}`,
    }),
    since: day("The day a realm began."),
    affordances: list(
      "What one can do with a realm, here or elsewhere (or on arrival, in the greeting): a list of actions, each with " +
        "these five fields.",
      AuthoredAffordance,
    ),
    promises: list("The seven promises of a manifesto, in order.", AuthoredPromise),
  }),
);
export type FrontMatter = Static<typeof FrontMatter>;

/** Keys that a type of page requires. */
export const requiredByType: Record<string, readonly (keyof FrontMatter)[]> = {
  note: ["date"],
  realm: ["status"],
  manifesto: ["promises"],
};
