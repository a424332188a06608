import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import type { SharedParts } from "./shared-parts.ts";
import { renderDoor } from "./status-icon.ts";

const relatedAtMost = 3;

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

/** Links to the pages before and after a page, and to realms that share its tags. */
export function renderNeighbours(page: Page, parts: SharedParts): Html | null {
  const related = relatedRealms(page, parts);
  const beside = renderBeside(page, parts);
  if (related.length === 0 && beside === null) return null;
  return html`${
    related.length > 0 &&
    html`<nav class="related" aria-label="Related rooms">
<h2>Related rooms</h2>
<ul>
${related.map(renderRelated)}</ul>
</nav>
`
  }${beside}`;
}

function renderRelated({ realm, path, title, description }: Page): Html {
  const icon = realm && renderDoor(realm.status);
  return html`<li>${icon}<a href="${path}">${title}</a> <span>${description}</span></li>\n`;
}

function renderBeside(page: Page, parts: SharedParts): Html | null {
  const [before, after] = pagesBeside(page, parts);
  if (!before && !after) return null;
  // In a list by date the page after is the earlier one.
  const newestFirst = parts.rows.get(page)?.newestFirst === true;
  const [left, right] = newestFirst ? [after, before] : [before, after];
  const [previous, next, name] = besideNames[kindOfRow(page, newestFirst)];
  return html`<nav class="beside" aria-label="${name}">
${left && html`<a rel="prev" href="${left.path}"><span>${previous}</span> ${left.title}</a>\n`}${
  right && html`<a rel="next" href="${right.path}"><span>${next}</span> ${right.title}</a>\n`
}</nav>
`;
}

/**
 * What is written at the links to the pages before and after one, by the kind of their list; and what both together are
 * called.
 */
const besideNames = {
  note: ["Earlier note", "Later note", "Earlier and later notes"],
  realm: ["Previous room", "Next room", "Previous and next room"],
  dated: ["Earlier", "Later", "Earlier and later pages"],
  plain: ["Previous", "Next", "Previous and next page"],
} as const;

function kindOfRow({ type }: Page, newestFirst: boolean): keyof typeof besideNames {
  if (type === "note" || type === "realm") return type;
  return newestFirst ? "dated" : "plain";
}

/** The pages before and after a page in its list: of a note all notes, of a realm all realms, else its folder. */
function pagesBeside(page: Page, { rows }: SharedParts): [before: Page | undefined, after: Page | undefined] {
  const { row, index } = rows.get(page) ?? {};
  return row === undefined || index === undefined ? [undefined, undefined] : [row[index - 1], row[index + 1]];
}

/** Realms that share the most tags with a page, in their own order where equal. */
function relatedRealms(page: Page, parts: SharedParts): Page[] {
  if (page.type !== "realm" && page.type !== "note") return [];
  const shared = new Map<Page, number>();
  for (const tag of page.tags) {
    for (const realm of parts.realmsByTag.get(tag) ?? []) {
      if (realm.path !== page.path) shared.set(realm, (shared.get(realm) ?? 0) + 1);
    }
  }
  const place = (realm: Page) => parts.rows.get(realm)?.index ?? 0;
  return [...shared]
    .sort(([a, tagsOfA], [b, tagsOfB]) => tagsOfB - tagsOfA || place(a) - place(b))
    .slice(0, relatedAtMost)
    .map(([realm]) => realm);
}
