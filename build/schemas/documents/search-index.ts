import { Type } from "typebox";
import { documentSchema, path, text } from "../fields.ts";

export const SearchIndexDocument = documentSchema("Search index", "What the site's own search page searches.", {
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
