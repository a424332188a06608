import { feedPath } from "../content/feeds.ts";
import { isGenerated } from "../content/page.ts";
import { dateTime } from "../lib/dates.ts";
import { Author, License, Permissions } from "../schemas/facts.ts";
import {
  count,
  digest,
  flag,
  list,
  pageFields,
  path,
  Type,
  tags,
  text,
  timestamp,
  url,
  version,
  words,
} from "../schemas/fields.ts";
import { described, object, objects, ownDocument } from "./api-document.ts";

export const site = ownDocument({
  ...described("site"),
  fields: {
    name: text("The site's name.", "A House"),
    tagline: text("The site in half a sentence.", "Notes on doors"),
    description: text("The site in one or two sentences.", "What I learn about doors."),
    language: text("Language of the site, BCP 47.", "en"),
    author: Author,
    license: License,
    permissions: Permissions,
    principles: list("What the site holds itself to.", text("A sentence.", "Doors stay open.")),
    navigation: objects("The main navigation as a tree.", {
      title: text("Label.", "Home"),
      path: path("Root-relative address."),
      url: url("Absolute address."),
      children: list("Items below it, of the same shape.", Type.Unknown({ examples: [{}] })),
    }),
    pages: objects("Every page, sorted by address.", {
      ...pageFields,
      tags: tags(),
      words: words(),
      sha256: digest("SHA-256 of the Markdown twin's bytes."),
      generated: Type.Optional(
        Type.Literal(true, {
          description:
            "The build made it: a list, or a page that comes with the software and was not replaced. " +
            "It is not in the corpus.",
        }),
      ),
      partly_generated: Type.Optional(
        flag("Whether a reference of the software is inserted, which is not in the corpus."),
      ),
      feed: Type.Optional(
        url("Atom feed of the section or tag whose page it is, if that has dated pages."),
      ),
    }),
    metadata: object("What is true of the site as a whole.", {
      base_url: url("Where the site is served."),
      version: version(),
      since: timestamp("When the site began."),
      updated: timestamp("Date of the newest content."),
      page_count: count("Number of pages.", 20),
      feed: url("Atom feed.", "/feed.xml"),
      sitemap: url("Sitemap.", "/sitemap.xml"),
    }),
  },
  data: ({ facts, base_url, version, updated, navigation, pages, feeds, counts }) => ({
    principles: [],
    ...facts,
    navigation,
    pages: pages.map((page) => ({
      ...page,
      ...page.own,
      generated: isGenerated(page) || undefined,
      partly_generated: page.own ? true : undefined,
      feed: feeds.has(page.path) ? base_url + feedPath(page.path) : undefined,
    })),
    metadata: {
      base_url,
      version,
      since: dateTime(facts.since),
      updated,
      page_count: counts.pages,
      feed: `${base_url}/feed.xml`,
      sitemap: `${base_url}/sitemap.xml`,
    },
  }),
});
