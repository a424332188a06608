import type { JsonDocument } from "../catalogue/document.ts";
import { perPage } from "../content/memory.ts";
import type { Page } from "../content/page.ts";
import { SearchIndexDocument } from "../schemas/documents/search-index.ts";

/** Up to this many words a site is searched in full; beyond, by titles, descriptions, headings and tags, so that the index stays light. */
const fullTextWords = 60_000;

/** What the search page loads, once somebody searches. */
export const searchIndex: JsonDocument = {
  kind: "json",
  id: "search_index",
  path: "/search/index.json",
  media_type: "application/json",
  title: "Search index",
  purpose:
    "What the site's own search page searches: titles, descriptions, headings and, on a small site, the text of every page.",
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
