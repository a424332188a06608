import { perPage } from "../content/cache.ts";
import type { Page } from "../content/page.ts";
import type { JsonDocument } from "../model/site-model.ts";
import { documentSchema, path, text } from "../schemas/fields.ts";
import { Type } from "../schemas/type.ts";

const SearchIndexDocument = documentSchema("Search index", "What the site's own search page searches.", {
  full_text: Type.Boolean({ description: "Whether the text of the pages is in it." }),
  pages: Type.Array(
    Type.Object({
      path: path("Root-relative address."),
      title: text("Title."),
      description: text("The page in one sentence."),
      about: text("Headings and tags."),
      text: Type.Optional(text("The page as plain text.")),
    }),
    { description: "Every page but the search page." },
  ),
});

/**
 * Up to this many words, the index contains the text of all pages; beyond, only titles, descriptions, headings and
 * tags, so that it stays small.
 */
const fullTextWords = 60_000;

/** The index that the search page loads when somebody searches. */
export const searchIndex: JsonDocument = {
  kind: "json",
  id: "search_index",
  path: "/search/index.json",
  media_type: "application/json",
  title: "Search index",
  purpose:
    "What the site's own search page searches: titles, descriptions, headings and, on a small site, " +
    "the text of every page.",
  group: "format",
  schema: SearchIndexDocument,
  data: ({ pages, counts }) => {
    const full = counts.words <= fullTextWords;
    const searched = pages.filter(({ type }) => type !== "search");
    return {
      full_text: full,
      pages: searched.map((page) => perPage(full ? fullText : titlesOnly, page, () => record(page, full))),
    };
  },
};

const fullText = {};
const titlesOnly = {};

function record({ path, title, description, headings, tags, text }: Page, full: boolean) {
  const about = [...headings.map((heading) => heading.text), ...tags].join(" · ");
  return { path, title, description, about, ...(full ? { text: text.replace(/\s+/g, " ") } : {}) };
}
