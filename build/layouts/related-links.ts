import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";
import type { SharedParts } from "./shared-parts.ts";
import { renderDoor } from "./status-icon.ts";

const relatedAtMost = 3;

/** Links to the notes or realms before and after a page, and to realms that share its tags. */
export function renderNeighbours(page: Page, model: SiteModel, parts: SharedParts): Html | null {
  const related = relatedRealms(page, parts);
  const beside = renderBeside(page, model, parts);
  if (related.length === 0 && beside === null) return null;
  return html`${
    related.length > 0 &&
    html`<nav class="related" aria-label="Related places">
<h2>Places like this</h2>
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

function renderBeside(page: Page, model: SiteModel, parts: SharedParts): Html | null {
  const [before, after] = pagesBeside(page, model, parts);
  if (!before && !after) return null;
  // Notes are sorted newest first, so the one after is the earlier one.
  const note = page.type === "note";
  const [left, right] = note ? [after, before] : [before, after];
  const [previous, next] = note ? ["Earlier note", "Later note"] : ["One door back", "Next door"];
  return html`<nav class="beside" aria-label="${note ? "Earlier and later notes" : "Next door"}">
${left && html`<a rel="prev" href="${left.path}"><span>${previous}</span> ${left.title}</a>\n`}${
  right && html`<a rel="next" href="${right.path}"><span>${next}</span> ${right.title}</a>\n`
}</nav>
`;
}

/** The notes or realms before and after a note or realm, in their own order. */
export function pagesBeside(
  page: Page,
  { notes, realms }: SiteModel,
  parts: SharedParts,
): [before: Page | undefined, after: Page | undefined] {
  const row = page.type === "note" ? notes : page.type === "realm" ? realms : [];
  const place = parts.place.get(page.path);
  return place === undefined || row[place] !== page ? [undefined, undefined] : [row[place - 1], row[place + 1]];
}

/** Realms that share the most tags with a page, in their own order where equal. */
export function relatedRealms(page: Page, parts: SharedParts): Page[] {
  if (page.type !== "realm" && page.type !== "note") return [];
  const shared = new Map<Page, number>();
  for (const tag of page.tags) {
    for (const realm of parts.realmsByTag.get(tag) ?? []) {
      if (realm.path !== page.path) shared.set(realm, (shared.get(realm) ?? 0) + 1);
    }
  }
  const place = (realm: Page) => parts.place.get(realm.path) ?? 0;
  return [...shared]
    .sort(([a, tagsOfA], [b, tagsOfB]) => tagsOfB - tagsOfA || place(a) - place(b))
    .slice(0, relatedAtMost)
    .map(([realm]) => realm);
}
