import type { DocumentFamily } from "../catalogue/document.ts";

export const twins: DocumentFamily = {
  kind: "family",
  id: "markdown",
  path: "/{page}.md",
  media_type: "text/markdown",
  title: "Markdown twins",
  purpose: "Every page as Markdown: its address with .md in place of the slash at the end; the home page is /index.md.",
  group: "format",
  files: ({ pages }) => pages.map(({ markdown_path, twin, sha256 }) => ({ path: decodeURIComponent(markdown_path), content: twin, sha256 })),
};
