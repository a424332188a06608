import { Type } from "typebox";
import { Author, License, Permissions } from "../facts.ts";
import { count, dateTime, digest, documentSchema, path, tags, text, url, version, words } from "../fields.ts";
import { pageFields } from "../page-fields.ts";

const NavigationItem = Type.Object({
  title: text("Label."),
  path: path("Root-relative address."),
  url: url("Absolute address."),
  children: Type.Array(Type.Unknown(), { description: "Items below it, of the same shape." }),
});

export const SiteDocument = documentSchema("Site", "The site and a list of all its pages.", {
  name: text("The site's name."),
  tagline: text("The site in half a sentence."),
  description: text("The site in one or two sentences."),
  language: text("Language of the site, BCP 47."),
  author: Author,
  license: License,
  permissions: Permissions,
  principles: Type.Array(Type.String(), { description: "What the site holds itself to." }),
  navigation: Type.Array(NavigationItem, { description: "The main navigation as a tree." }),
  pages: Type.Array(
    Type.Object({
      ...pageFields,
      tags: tags(),
      words: words(),
      sha256: digest("SHA-256 of the Markdown twin's bytes."),
    }),
    { description: "Every page, sorted by address." },
  ),
  metadata: Type.Object(
    {
      base_url: url("Where the site is served."),
      version: version(),
      since: dateTime("When the site began."),
      updated: dateTime("Date of the newest content."),
      page_count: count("Number of pages."),
      feed: url("Atom feed."),
      sitemap: url("Sitemap."),
    },
    { description: "What is true of the site as a whole." },
  ),
});
