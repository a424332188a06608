import { isGenerated, lastChange, type Page } from "../content/page.ts";
import { markdownOf } from "../content/twin.ts";
import type { DocumentFamily, TextDocument } from "../model/site-model.ts";
import { documentFacts } from "./api-document.ts";

/** The Markdown twin of each page. Its bytes are made with the page, and read when written. */
export const twins: DocumentFamily = {
  ...documentFacts("markdown"),
  exampleName: () => "guestbook",
  files: ({ pages }) =>
    pages.map((page) => ({
      path: decodeURIComponent(page.markdown_path),
      sha256: page.sha256,
      get content() {
        return page.twin;
      },
    })),
};

/**
 * The full text of the whole site: the corpus, then the software's pages. Each page begins with its
 * address, and a line `---` separates pages.
 */
export const llmsFull: TextDocument = {
  ...documentFacts("llms_full"),
  render({ pages, corpus, facts }) {
    const part = (page: Page): Buffer[] => {
      const markdown = page.own ? Buffer.from(page.own.markdown) : markdownOf(page);
      return [separator, Buffer.from(head(page, facts.license.id)), markdown];
    };
    // Generated lists only name other pages.
    const rest = pages.filter((page) => isGenerated(page) && page.list === null);
    return [
      ...corpus.flatMap(part),
      ...(rest.length > 0 ? [separator, Buffer.from(`${fromSoftware}\n`)] : []),
      ...rest.flatMap(part),
    ].slice(1);
  },
};

const separator = Buffer.from("\n---\n\n");

/** The line that ends the corpus. */
const fromSoftware =
  "The pages below this line come with the software of this site, and are not in its corpus.";

function head(page: Page, license: string): string {
  const { title, url: canonical_url, markdown_url, sha256 } = page;
  const last_updated = lastChange(page);
  const fields = { title, canonical_url, markdown_url, last_updated, sha256, license };
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join("\n")}\n---\n\n`;
}
