import { html, trusted } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";
import { renderHeader } from "./header.ts";
import { renderShell } from "./html-document.ts";
import { sharedPartsOf } from "./shared-parts.ts";

/** The output of an author's own template, for the site's layout. */
interface TemplateContent {
  /** Root-relative address. */
  path: string;
  content: string;
  /** The template's data, of which `title`, `description` and `language` are used. */
  data: Readonly<Record<string, unknown>>;
}

/** A page of the author's own template as a complete HTML document. It has no Markdown twin to name. */
export function renderTemplatePage({ path, content, data }: TemplateContent, model: SiteModel): string {
  const { facts, base_url } = model;
  const text = (key: string): string | null => (typeof data[key] === "string" ? (data[key] as string) : null);
  const [title, description] = [text("title") ?? facts.name, text("description")];
  const summary = description !== null && html`<meta name="description" content="${description}">\n`;
  const parts = sharedPartsOf(model);
  return renderShell({
    language: text("language") ?? facts.language,
    kind: "template",
    head: html`${parts.head}<title>${title === facts.name ? title : `${title} · ${facts.name}`}</title>
${summary}<link rel="canonical" href="${base_url + path}">
`,
    header: renderHeader({ path }, model, parts),
    main: html`<article class="page">
<header class="entrance">
<h1>${title}</h1>
${description !== null && html`<p class="standfirst">${description}</p>\n`}</header>
<div class="body">
${trusted(content)}
</div>
</article>`,
    footer: parts.footer,
  });
}
