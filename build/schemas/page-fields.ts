import { maybeDateTime, text, url } from "./fields.ts";
import { pageTypes } from "./page-type.ts";

/** What every list of pages says of a page. */
export const pageFields = {
  id: text("The page's address without its outer slashes; `index` is the home page."),
  type: text(`What kind of page it is: ${pageTypes.slice(0, -1).join(", ")} or ${pageTypes.at(-1)}.`),
  url: url("The page as HTML."),
  markdown_url: url("The page as Markdown: its twin."),
  title: text("Title."),
  description: text("The page in one sentence."),
  language: text("BCP 47."),
  published: maybeDateTime("When it was published; null where the page is undated, which may be all of them."),
  updated: maybeDateTime("When it last changed in earnest; null where that was never said, which may be everywhere."),
};
