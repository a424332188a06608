import type { Page } from "../content/page.ts";
import { type Html, trusted } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";

/** The beginning of the first list by date. */
const dated =
  /<ul class="listed columns(">\n<li><a href="([^"]+)">)(?=[^<]*<\/a> <div class="when)/;

/** A home page's text with the first page of its list by date as the lead: larger, with a picture. */
export function withLead(text: string, { byPath }: SiteModel): Html {
  const lead = (_: string, start: string, path: string): string =>
    `<ul class="listed columns lead${start}${pictureOf(byPath.get(path))}`;
  return trusted(text.replace(dated, lead));
}

/** The first picture of a page, without its words: it is part of a link with the page's title. */
function pictureOf(page: Page | undefined): string {
  const [picture = ""] = /<img [^>]*>/.exec(page?.html ?? "") ?? [];
  const [source, ...size] = picture.match(/ (?:src|width|height)="[^"]*"/g) ?? [];
  return source ? `<img alt=""${source}${size.join("")} data-markdown-ignore>` : "";
}
