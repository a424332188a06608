import type { Page } from "../content/page.ts";
import { renderTime } from "../lib/dates.ts";
import { type Html, html } from "../lib/html.ts";
import type { PageType } from "../schemas/fields.ts";
import { realmStatuses } from "../schemas/realm.ts";
import { renderDoor } from "./door.ts";

/** From how many sections, and from how many words, a page earns a table of contents. */
const longPage = { sections: 3, words: 250 };

/** Ways in rather than writing: the day they were set up tells a reader nothing. A draft says so all the same. */
const undatedKinds: readonly PageType[] = ["home", "list", "guestbook", "search"];

/**
 * What stands in the margin: status, dates, tags, the way for programs, and on long pages the contents. It is marked as
 * made for people, as tools that compare a page with its Markdown know it: there the front matter says the same.
 */
export function renderMargin(page: Page): Html {
  return html`<div class="margin" data-markdown-ignore>
${page.realm && renderStatus(page)}${renderDates(page)}${renderTags(page.tags)}${renderProgramsLine(page)}
${renderContents(page)}</div>`;
}

/** The one visible line on every page that leads programs to what was made for them. It is no part of the page's text, and says so by being a footer. */
export function renderProgramsLine(page: Page): Html {
  return html`<footer class="programs"><p>For programs: <a href="${page.markdown_path}" type="text/markdown">this page as Markdown</a>, the house in <a href="/llms.txt">llms.txt</a></p></footer>`;
}

function renderStatus({ realm }: Page): Html | null {
  if (realm === null) return null;
  return html`<div class="status">
<p>${renderDoor(realm.status)}<strong>${realm.status}</strong>${realm.since && html` since ${renderTime(realm.since)}`}</p>
<p>${realmStatuses[realm.status]}</p>
</div>
`;
}

function renderDates({ type, published, updated, draft }: Page): Html | null {
  const changed = updated !== null && updated.slice(0, 10) !== published?.slice(0, 10);
  if (!draft && (undatedKinds.includes(type) || (!published && !changed))) return null;
  return html`<p class="dates">${draft && html`<strong class="draft">Draft, seen only here</strong> `}${published && html`${type !== "note" && "Published "}${renderTime(published)}`}${
    changed && html`${published && ", "}<span>updated ${renderTime(updated)}</span>`
  }</p>
`;
}

function renderTags(tags: readonly string[]): Html | null {
  if (tags.length === 0) return null;
  return html`<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li>${tag}</li>`)}</ul>
`;
}

function renderContents({ headings, words, type }: Page): Html | null {
  if (type === "home" || type === "list" || type === "search" || words < longPage.words) return null;
  const top = Math.min(...headings.map((heading) => heading.level));
  const sections = headings.filter((heading) => heading.level === top);
  if (sections.length < longPage.sections) return null;
  // The reference of the API is looked things up in, so its contents go one level deeper.
  const shown = type === "api" ? headings.filter((heading) => heading.level <= top + 1) : sections;
  return html`<nav class="contents" aria-label="On this page">
<p aria-hidden="true">On this page</p>
<ol>
${shown.map(({ id, text, level }) => html`<li${level > top && html` class="deeper"`}><a href="#${encodeURIComponent(id)}">${text}</a></li>\n`)}</ol>
</nav>
`;
}
