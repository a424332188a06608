import type { Page } from "../content/page.ts";
import { markdownOf } from "../content/twin.ts";
import type { DocumentFamily, TextDocument } from "../model/site-model.ts";

/**
 * The Markdown twin of each page. Its bytes are made with the page; they are only read where the
 * file is written.
 */
export const twins: DocumentFamily = {
  kind: "family",
  id: "markdown",
  path: "/{page}.md",
  media_type: "text/markdown",
  title: "Markdown twins",
  purpose:
    "Every page as Markdown: its address with .md in place of the slash at the end; the home page is /index.md.",
  group: "format",
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
 * The full text of the corpus. Each page begins with its address, and a line `---` separates pages.
 */
export const llmsFull: TextDocument = {
  kind: "text",
  id: "llms_full",
  path: "/llms-full.txt",
  media_type: "text/plain",
  title: "llms-full.txt",
  purpose:
    "The full text of all that was written here in one file, each page with its address, date, digest and license.",
  group: "format",
  render: ({ corpus, facts }) =>
    corpus
      .flatMap((page) => [between, Buffer.from(head(page, facts.license.id)), markdownOf(page)])
      .slice(1),
};

const between = Buffer.from("\n---\n\n");

function head(
  { title, url, markdown_url, updated, published, sha256 }: Page,
  license: string,
): string {
  const fields = {
    title,
    canonical_url: url,
    markdown_url,
    last_updated: updated ?? published,
    sha256,
    license,
  };
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join("\n")}\n---\n\n`;
}
