import { type Html, html, trusted } from "../lib/html.ts";
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
<header class="page-header">
<h1>${title}</h1>
${description !== null && html`<p class="standfirst">${description}</p>\n`}</header>
<div class="body">
${trusted(content)}
</div>
</article>`,
    footer: parts.footer,
  });
}

/** The page for an address that leads nowhere (404). */
export function renderNotFound(model: SiteModel): string {
  return renderAbsence(
    model,
    "There is no such page",
    html`<p class="standfirst">Nothing answers at this address. It may be misspelt, or it was never given out.</p>`,
  );
}

/** The page for an address whose page was taken down on purpose (410). */
export function renderGone(model: SiteModel): string {
  return renderAbsence(
    model,
    "This page was taken down",
    html`<p class="standfirst">${
      "There was a page at this address. It was removed on purpose and will not come back, " +
      "so a bookmark or a copy of it can go as well."
    }</p>`,
  );
}

function renderAbsence(model: SiteModel, title: string, reason: Html): string {
  const parts = sharedPartsOf(model);
  const search = model.byPath.get("/search/");
  return renderShell({
    language: "en",
    kind: "absent",
    head: html`${parts.head}<title>${title} · ${model.facts.name}</title>\n`,
    header: renderHeader(null, model, parts),
    main: html`<article class="page">
<header class="page-header">
<h1>${title}</h1>
${reason}
</header>
<div class="body">
${search && html`<p>You can <a href="${search.path}">search the site</a>.</p>\n`}<ul>
<li><a href="/">The home page</a></li>
<li><a href="/llms.txt">Every page, as a list</a></li>
<li><a href="/sitemap.xml">The sitemap</a></li>
<li><a href="/api/index.json">Every document, for programs</a></li>
</ul>
</div>
</article>`,
    footer: parts.footer,
  });
}
