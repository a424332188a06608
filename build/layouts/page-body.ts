import type { Page } from "../content/page.ts";
import { dayOf, wordsOfDate } from "../lib/dates.ts";
import { type Html, trusted } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";
import { type RealmStatus, realmStatusNames } from "../schemas/fields.ts";
import { doors } from "./plan.ts";

const dated = new RegExp(`</a> \\((${wordsOfDate})\\)(?:: ([^<\\n]*))?(?=</li>)`, "g");
const placed = new RegExp(
  `</a> \\(<em>(${realmStatusNames.join("|")})</em>\\)(?:: ([^<\\n]*))?(?=</li>)`,
  "g",
);

/** A list of links with numbers of pages only: tags, folders. */
const counted = /<ul>(?=\n(?:<li><a [^>]*>[^<]*<\/a> \([\d,]+ pages?\)<\/li>\n)+<\/ul>)/g;

/**
 * A list of pages with dates or statuses, or of actions, as earlier steps have marked its lines.
 */
const listed = /<ul>(?=\n<li><a [^>]*>[^<]*<\/a>:? <div class="(when|state|way))/g;

/** A list whose items hold code: one paragraph in three forms. */
const forms = /<ul>(?=\n<li>\n<p>(?:(?!<\/ul>)[^])*<pre)/;

/** A first paragraph, and after it a list of at most four links only. */
const firstWays =
  /^<p>(?:(?!<\/p>)[^])*<\/p>\n<ul>\n(?:<li><a [^>]*>[^<]*<\/a><\/li>\n){1,4}<\/ul>/;

/**
 * A page's text, with elements and classes for its style. In generated lists these are a `<time>`
 * for the date of a line `[title](path) (date): description` and an icon for the status of
 * `[title](path) (*status*): description`; the description may be missing. On the manifesto each
 * promise becomes a section, and in rooms and greetings each action gets a block for its request.
 * All are blocks, so that programs that read the HTML find the same pieces of text as in the page's
 * Markdown.
 */
export function renderBody({ type, html }: Page): Html {
  if (type === "manifesto") return trusted(html.replace(promise, section));
  if (type === "realm" || type === "greeting")
    return trusted(
      html.replace(offered, '$1: <div class="way">$2</div>').replace(listed, '<ul class="listed">'),
    );
  if (type !== "list" && type !== "home") return trusted(html);
  return trusted(
    html
      .replace(firstWays, (start) =>
        type === "home" ? start.replace("\n<ul>", '\n<ul class="ways">') : start,
      )
      .replace(counted, '<ul class="counted">')
      .replace(
        dated,
        (_, date: string, day: string, month: string, year: string, about?: string) =>
          `</a> <div class="when${about === undefined ? " alone" : ""}">` +
          `<time datetime="${dayOf(day, month, year)}">${date}</time></div>${paragraph(about)}`,
      )
      .replace(
        placed,
        (_, status: RealmStatus, about?: string) =>
          `</a> <div class="state">${doors[status]} ${status}</div>${paragraph(about)}`,
      )
      .replace(
        listed,
        (_, kind: string) => `<ul class="listed${kind === "way" ? "" : " columns"}">`,
      )
      .replace(forms, (list) => (type === "home" ? '<ul class="forms">' : list)),
  );
}

function paragraph(about: string | undefined): string {
  return about === undefined ? "" : ` <p class="about">${about}</p>`;
}

/** The first list by date, up to its first item. */
const firstDated =
  /<ul class="listed columns(">\n<li><a href="([^"]+)">)(?=[^<]*<\/a> <div class="when)/;

/** A home page's text with the first page of its list by date as the lead: larger, with a picture. */
export function withLead(text: string, { byPath }: SiteModel): Html {
  const lead = (_: string, start: string, path: string): string =>
    `<ul class="listed columns lead${start}${pictureOf(byPath.get(path))}`;
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

/** A promise as `insertions/site-facts.ts` writes it, from its numbered heading to its command. */
const promise = /<h3 id="([^"]+)">([1-7])\. ([\s\S]*?<\/pre>)/g;

/** Makes each promise a section, with its number as on a house. */
const section =
  '<section class="promise" aria-labelledby="$1">\n<h3 id="$1"><span class="plate">$2.</span> $3\n</section>';

/** A line of the list of actions: `[label](address): METHOD path gives type`. */
const offered =
  /(<li><a [^>]*>[^<]*<\/a>): (<code>[A-Z]+ [^<]*<\/code> gives <code>[^<]*<\/code>)(?=<\/li>)/g;
