import type { Page } from "../content/page.ts";
import { type Html, trusted } from "../lib/html.ts";
import { beforeStatus, columnsClass, dateTag, statusTag } from "../markdown/insertion-marks.ts";
import type { SiteModel } from "../model/site-model.ts";
import { type RealmStatus, realmStatusNames } from "../schemas/fields.ts";
import { doorIcons } from "./plan.ts";

const statusTags = new RegExp(statusTag(`(${realmStatusNames.join("|")})`), "g");

/** A page's text, with icons for statuses. */
export function renderBody({ html }: Page): Html {
  const iconFor = (_: string, status: RealmStatus) => `<div class="state">${doorIcons[status]} `;
  return trusted(html.includes(beforeStatus) ? html.replace(statusTags, iconFor) : html);
}

/** The first list by date, up to its first item. */
const firstDated = new RegExp(
  `<ul class="${columnsClass}(">\n<li><a href="([^"]+)">)(?=[^\n]*</a> ${dateTag})`,
);

/** A home page's text with the first page of its list by date as the lead: larger, with a picture. */
export function withLead(text: string, { byPath }: SiteModel): Html {
  const lead = (_: string, start: string, path: string): string =>
    `<ul class="${columnsClass} lead${start}${pictureOf(byPath.get(path))}`;
  return trusted(text.replace(firstDated, lead));
}

/**
 * The first picture of a page, without alternative text, because it is in a link with the page's
 * title.
 */
function pictureOf(page: Page | undefined): string {
  const [picture = ""] = /<img [^>]*>/.exec(page?.html ?? "") ?? [];
  const [source, ...size] = picture.match(/ (?:src|width|height)="[^"]*"/g) ?? [];
  return source ? `<img alt=""${source}${size.join("")} data-markdown-ignore>` : "";
}
