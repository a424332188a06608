import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import type { SharedParts } from "./shared-parts.ts";

/** The tags of a page, as links to their pages. They stand below the text, where one looks for what to read next. */
export function renderTags({ tags }: Page, { tagPath }: SharedParts): Html | null {
  if (tags.length === 0) return null;
  const item = (tag: string): Html => {
    const path = tagPath(tag);
    return path === undefined ? html`<li>${tag}</li>` : html`<li><a rel="tag" href="${path}">${tag}</a></li>`;
  };
  return html`<ul class="tags" aria-label="Tags">${tags.map(item)}</ul>
`;
}

/** Links to the pages before and after a page in its list: of a note all notes, of a realm all realms, else its folder. */
export function renderNeighbours(page: Page, { rows }: SharedParts): Html | null {
  const place = rows.get(page);
  const [before, after] = place === undefined ? [] : [place.row[place.index - 1], place.row[place.index + 1]];
  if (place === undefined || (!before && !after)) return null;
  // In a list by date the page after is the earlier one.
  const [left, right, previous, next] = place.newestFirst
    ? [after, before, "Earlier", "Later"]
    : [before, after, "Previous", "Next"];
  return html`<nav class="neighbours" aria-label="${previous} and ${next.toLowerCase()} pages">
${left && html`<a rel="prev" href="${left.path}"><span>${previous}</span> ${left.title}</a>\n`}${
  right && html`<a rel="next" href="${right.path}"><span>${next}</span> ${right.title}</a>\n`
}</nav>
`;
}
