import { type Html, html, trusted } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";
import { renderHeader } from "./header.ts";
import { renderShell, type Shell } from "./html-document.ts";
import { sharedPartsOf } from "./shared-parts.ts";

/** The output of an author's own template, for the site's layout. */
interface TemplateContent {
  /** Root-relative address. */
  path: string;
  content: string;
  /** The template's data, of which `title`, `description` and `language` are used. */
  data: Readonly<Record<string, unknown>>;
}

/** A page from an author's template as a complete HTML document, which has no Markdown twin. */
export function renderTemplatePage(
  { path, content, data }: TemplateContent,
  model: SiteModel,
): string {
  const { facts, base_url } = model;
  const text = (key: string): string | null =>
    typeof data[key] === "string" ? (data[key] as string) : null;
  const description = text("description");
  return renderPlain({ path }, model, {
    kind: "template",
    language: text("language") ?? facts.language,
    title: text("title") ?? facts.name,
    head: html`${description && html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${base_url + path}">\n`,
    description,
    content: trusted(content),
  });
}

/** The page for an address without a page: a heading and a reason. */
export function renderAbsence(model: SiteModel, title: string, description: string): string {
  const search = model.byPath.get("/search/");
  const content = html`${search && html`<p>You can <a href="${search.path}">search the site</a>.</p>\n`}<ul>
<li><a href="/">The home page</a></li>
<li><a href="/llms.txt">Every page, as a list</a></li>
<li><a href="/sitemap.xml">The sitemap</a></li>
<li><a href="/api/index.json">Every document, for programs</a></li>
</ul>`;
  return renderPlain(null, model, { kind: "absent", language: "en", title, description, content });
}

/** The parts of a page without Markdown; `head` is its own part of `<head>`. */
type PlainPage = Pick<Shell, "kind" | "language"> & {
  head?: Html;
  title: string;
  description: string | null;
  content: Html;
};

/** @param place null for the pages of addresses that lead nowhere */
function renderPlain(place: { path: string } | null, model: SiteModel, page: PlainPage): string {
  const { kind, language, title, head, description, content } = page;
  const { name } = model.facts;
  const parts = sharedPartsOf(model);
  return renderShell({
    language,
    kind,
    head: html`${parts.head}<title>${title === name ? title : `${title} · ${name}`}</title>\n${head}`,
    header: renderHeader(place, model),
    main: html`<article class="page">
<header class="page-header">
<h1>${title}</h1>
${description && html`<p class="standfirst">${description}</p>\n`}</header>
<div class="body">
${content}
</div>
</article>`,
    footer: parts.footer,
  });
}
