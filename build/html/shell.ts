import { html, type Html } from "./html.ts";

/** The parts of a document, in the order they stand. */
export interface Shell {
  language: string;
  /** The page's kind, for the style: `body.type-…`. */
  kind: string;
  head: Html;
  header: Html;
  main: Html;
  footer: Html;
}

/** A complete HTML document. The house's own words are English, whatever language the page is in. */
export function renderShell({ language, kind, head, header, main, footer }: Shell): string {
  return `<!doctype html>
<html lang="${html`${language}`}">
<head>
${head}</head>
<body class="type-${html`${kind}`}">
<a class="skip" href="#main">Skip to the content</a>
${header}
<main id="main" tabindex="-1">
${main}
</main>
${footer}
</body>
</html>
`;
}
