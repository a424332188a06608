import type { DocumentFamily } from "../model/site-model.ts";

export const twins: DocumentFamily = {
  kind: "family",
  id: "markdown",
  path: "/{page}.md",
  media_type: "text/markdown",
  title: "Markdown twins",
  purpose: "Every page as Markdown: its address with .md in place of the slash at the end; the home page is /index.md.",
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
