import { type Html, html, sayHtml, trusted } from "../lib/html.ts";
import { say } from "../lib/phrases.ts";
import { localizeSite, type SiteModel } from "../model/site-model.ts";
import { titleIn } from "../words/words.ts";
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
export function renderTemplatePage({ path, content, data }: TemplateContent, model: SiteModel) {
  const { facts, base_url } = model;
  const text = (key: string): string | null =>
    typeof data[key] === "string" ? (data[key] as string) : null;
  const description = text("description");
  const site = localizeSite(text("language") ?? facts.language, model);
  return renderPlain({ path }, site, {
    kind: "template",
    title: text("title") ?? facts.name,
    head: html`${description && html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${base_url + path}">\n`,
    description,
    content: trusted(content),
  });
}

/** The page for an address without a page; in English if the site's language lacks some words of it. */
export function renderAbsence(model: SiteModel, reason: "not_found" | "gone"): string {
  const isEnglish = model.words.english.some((name) => name.startsWith("absent."));
  const site = isEnglish ? localizeSite("en", model) : model;
  const { words } = site;
  const search = model.byPath.get("/search/");
  const link = html`<a href="/search/">${sayHtml(words, "absent.search_link")}</a>`;
  const content = html`${search && html`<p>${sayHtml(words, "absent.search", { link })}</p>\n`}<ul>
<li><a href="/">${sayHtml(words, "absent.home")}</a></li>
<li><a href="/llms.txt">${sayHtml(words, "absent.pages")}</a></li>
<li><a href="/sitemap.xml">${sayHtml(words, "absent.sitemap")}</a></li>
<li><a href="/api/index.json">${sayHtml(words, "absent.documents")}</a></li>
</ul>`;
  return renderPlain(null, site, {
    kind: "absent",
    title: say(words, `absent.${reason}_title`),
    description: say(words, `absent.${reason}`),
    content,
  });
}

/** The parts of a page without Markdown; `head` is its own part of `<head>`. */
type PlainPage = Pick<Shell, "kind"> & {
  head?: Html;
  title: string;
  description: string | null;
  content: Html;
};

/** @param place null for the pages of addresses that lead nowhere */
function renderPlain(place: { path: string } | null, model: SiteModel, page: PlainPage): string {
  const { kind, title, head, description, content } = page;
  const { name, language } = model.facts;
  const parts = sharedPartsOf(model);
  return renderShell({
    words: model.words,
    kind,
    head: html`${parts.head}<title>${title === name ? title : `${title} · ${name}`}</title>\n${head}`,
    header: renderHeader(place, model),
    main: html`<article class="page">
<header class="page-header">
<h1>${title === name ? titleIn(name, language, model.words) : title}</h1>
${description && html`<p class="standfirst">${description}</p>\n`}</header>
<div class="body">
${content}
</div>
</article>`,
    footer: parts.footer,
  });
}
