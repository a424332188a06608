import type { Page } from "../content/page.ts";
import { renderTime } from "../lib/dates.ts";
import { type Html, html, sayHtml } from "../lib/html.ts";
import { say, type Words } from "../lib/phrases.ts";
import type { SiteModel } from "../model/site-model.ts";
import type { PageType } from "../schemas/fields.ts";
import { renderBreadcrumbs } from "./header.ts";
import { renderFolder } from "./page-ways.ts";
import { doorIcons } from "./plan.ts";

/** The least that a page needs to get a table of contents. */
const longPage = { sections: 3, words: 250 };

/**
 * Types of pages that show no dates unless they are drafts, because they mostly lead to other
 * pages.
 */
const undatedKinds: readonly PageType[] = ["home", "list", "guestbook", "search"];

/**
 * The sidebar: breadcrumbs, status, dates, links for programs, the pages of the folder, and on long
 * pages a table of contents. `data-markdown-ignore` makes tools that compare a page with its
 * Markdown skip it; status and dates are in the front matter of the Markdown.
 */
export function renderSidebar(page: Page, model: SiteModel, ancestors: readonly Page[]): Html {
  const { words } = model;
  return html`<div class="sidebar" data-markdown-ignore>
${renderBreadcrumbs(ancestors, model)}${page.realm && renderStatus(page.realm, words)}${renderDates(page, words)}${renderProgramsLine(page, words)}
${renderFolder(page, model)}${renderContents(page, words)}</div>`;
}

/**
 * The links for programs on every page, in a footer, because they are not part of the page's text.
 */
function renderProgramsLine(page: Page, words: Words): Html {
  const markdown = html`<a href="${page.markdown_path}" type="text/markdown">${sayHtml(words, "page.programs_markdown")}</a>`;
  const index = html`<a href="/llms.txt">llms.txt</a>`;
  return html`<footer class="programs" data-markdown-ignore><p>${sayHtml(words, "page.programs", { markdown, index })}</p></footer>`;
}

function renderStatus({ status, since }: NonNullable<Page["realm"]>, words: Words): Html {
  const name = html`<strong>${sayHtml(words, `status.${status}`)}</strong>`;
  const dated = since && { status: name, date: renderTime(since, words) };
  return html`<div class="status">
<p>${doorIcons[status]}${dated ? sayHtml(words, "page.since", dated) : name}</p>
<p>${sayHtml(words, `status.${status}_meaning`)}</p>
</div>
`;
}

function renderDates({ type, published, updated, draft }: Page, words: Words): Html | null {
  const changed = updated !== null && updated.slice(0, 10) !== published?.slice(0, 10);
  if (!draft && (undatedKinds.includes(type) || (!published && !changed))) return null;
  const mark = draft && html`<strong class="draft">${sayHtml(words, "page.draft")}</strong> `;
  const day = published && renderTime(published, words);
  const first = day && (type === "note" ? day : sayHtml(words, "page.published", { date: day }));
  const last = changed && sayHtml(words, "page.updated", { date: renderTime(updated, words) });
  const comma = first && last && say(words, "text.comma");
  return html`<p class="dates">${mark}${first}${comma}${last && html`<span>${last}</span>`}</p>
`;
}

/**
 * Links to a page's headings of the highest level, and below them to the API page's endpoints and
 * the manifesto's promises.
 */
function renderContents({ headings, words: length, type }: Page, words: Words): Html | null {
  if (type === "home" || type === "list" || type === "search" || length < longPage.words)
    return null;
  const top = Math.min(...headings.map((heading) => heading.level));
  if (headings.filter(({ level }) => level === top).length < longPage.sections) return null;
  const shown = headings.filter(
    ({ level }) => level === top || type === "api" || (type === "manifesto" && level === top + 1),
  );
  return html`<nav class="contents" aria-label="${say(words, "page.contents")}">
<p aria-hidden="true">${sayHtml(words, "page.contents")}</p>
<ol>
${shown.map(({ id, text, level }) => html`<li${level > top && html` class="below"`}><a href="#${encodeURIComponent(id)}">${text}</a></li>\n`)}</ol>
</nav>
`;
}
