import { dayValues } from "../../build/lib/dates.ts";
import { type Html, html, sayHtml, trusted } from "../../build/lib/html.ts";
import { inThousands, say, type Words } from "../../build/lib/phrases.ts";
import type { EntryPage } from "./book.ts";
import {
  type Entry,
  entriesPerPage,
  type Field,
  fieldLimits,
  keyField,
  linkAddress,
  type RequestFault,
  type Signature,
} from "./entry.ts";
import { guestbookFeed } from "./http.ts";
import { type Position, positionOf } from "./keys.ts";

/** Shown in place of the entries when the page is only about the form. */
export function wayToEntries(words: Words): Html {
  return html`<p class="back"><a href="/guestbook/#entries">${sayHtml(words, "guestbook.back")}</a></p>`;
}

/** A fault, in the page's language unless only programs make it. */
function tellFault({ detail, name, values = {} }: RequestFault, words: Words): Html {
  const said = Object.entries(values).map(([key, value]) => {
    const phrase = `fault.${value}`;
    return [key, phrase in words.phrases ? say(words, phrase) : value];
  });
  const told = name
    ? sayHtml(words, `fault.${name}`, Object.fromEntries(said))
    : html`<span lang="en" dir="ltr">${detail}</span>`;
  return trusted(told.value.replace(/`([^`]+)`/g, "<code>$1</code>"));
}

/** Shown in place of the entries when a query for them is refused. */
export function renderRefusal(faults: readonly RequestFault[], words: Words): Html {
  return html`<section class="entries" aria-labelledby="entries">
<h2 id="entries">${sayHtml(words, "guestbook.entries")}</h2>
<div class="unavailable" role="status">${faults.map((fault) => html`<p>${tellFault(fault, words)}</p>`)}</div>
<p class="newer"><a href="/guestbook/#entries">${sayHtml(words, "guestbook.back_to_newest")}</a></p>
</section>`;
}

/**
 * A page of entries, with links to others.
 * @param isOpen Whether there is a form to sign.
 * @param signed Whether it answers a signature, and so begins with that entry.
 */
export function renderEntries(page: EntryPage, words: Words, isOpen: boolean, signed: boolean) {
  const { count, entries } = page;
  const number = html`<span class="count">${inThousands(count, words)}</span>`;
  return html`<section class="entries" aria-labelledby="entries">
<h2 id="entries">${sayHtml(words, "guestbook.entries_counted", { count, number })}</h2>
<p class="notice">${sayHtml(words, "guestbook.strangers")} <a href="${guestbookFeed}" type="application/atom+xml">${sayHtml(words, "guestbook.follow")}</a>${isOpen && count > 0 && html` · <a href="#sign">${sayHtml(words, "guestbook.add")}</a>`}</p>
${page.start > 0 && html`<p class="newer"><a href="/guestbook/#entries">${sayHtml(words, "guestbook.back_to_newest")}</a></p>`}
${count === 0 && html`<p class="empty">${sayHtml(words, "guestbook.empty")}${isOpen && html` <a href="#sign">${sayHtml(words, "guestbook.first")}</a>`}</p>`}
<ol class="entry-list">${entries.map((entry, index) => html`<li>${signed && index === 0 && html`<p class="thanks">${sayHtml(words, "guestbook.thanks")}</p>`}${renderEntry(entry, words)}</li>`)}</ol>
${renderWays(page, words)}
</section>`;
}

/**
 * Links to other entries, made from the keys alone: the next older and newer ones, and each year. A
 * crawler reaches all entries by the links to older ones, so it need not follow the others.
 */
function renderWays({ positions, start, next }: EntryPage, words: Words): Html | false {
  if (positions.length <= entriesPerPage) return false;
  const newer = positions[start - entriesPerPage];
  const link = (text: string | Html, position: Position, rel: string): Html =>
    html`<a rel="${rel}" href="/guestbook/?from=${position}#entries">${text}</a> `;
  const newestOfYears = positions.filter(
    (position, at) => position.slice(0, 4) !== positions[at - 1]?.slice(0, 4),
  );
  const later = sayHtml(words, "guestbook.newer");
  return html`<nav class="ways-on" aria-label="${say(words, "guestbook.more")}">
<p class="older">${start > 0 && (newer === undefined || start === entriesPerPage ? html`<a rel="prev" href="/guestbook/#entries">${later}</a> ` : link(later, newer, "prev nofollow"))}${next !== null && link(sayHtml(words, "guestbook.older"), next, "next")}</p>
<p>${sayHtml(words, "guestbook.by_year")} ${newestOfYears.map((position) => link(position.slice(0, 4), position, "nofollow"))}</p>
</nav>`;
}

/**
 * One entry as a quotation: neither its markup nor its direction can affect the text around it, and
 * its language is unknown. The User-Agent is long and says little, so it is folded.
 */
function renderEntry(entry: Entry, words: Words): Html {
  const link = linkAddress(entry.url);
  return html`<article class="entry" id="${entry.id}">
<h3 class="entry-name">${entry.name === "" ? sayHtml(words, "guestbook.someone") : html`<bdi lang="">${entry.name}</bdi>`}</h3>
<blockquote class="entry-text" lang="" dir="auto">${renderText(entry.message)}</blockquote>
<div class="entry-meta"><a class="entry-address" rel="nofollow" href="${entryPath(entry)}"><time datetime="${entry.ts}">${sayHtml(words, "date.day", dayValues(entry.ts, words))}</time></a>${
    entry.url !== "" &&
    html` <span class="entry-url">${link === null ? html`<bdi lang="">${entry.url}</bdi>` : html`<a href="${link}" rel="nofollow ugc noopener"><bdi>${shortAddress(link)}</bdi></a>`}</span>`
  }
${entry.user_agent !== "" && html`<details class="entry-agent"><summary>${sayHtml(words, "guestbook.sent_by")}</summary><p><bdi lang="">${entry.user_agent}</bdi></p></details>`}</div>
</article>`;
}

/** An address for display: the host, and the beginning of the rest. */
function shortAddress(link: string): string {
  const { host, pathname, search, hash } = new URL(link);
  return host + shortened((pathname + search + hash).replace(/^\/$/, ""), 24);
}

/**
 * An entry's address on the site, which still works when newer entries push it off the first page.
 * No cache has an older page at this address, because its query is new with the entry.
 * @param signed Whether it is for the person who signed just now: only that page thanks.
 */
export function entryPath(entry: Pick<Entry, "id" | "ts">, signed = false): string {
  return `/guestbook/?from=${positionOf(entry)}${signed ? `&${signedKey}=1` : ""}#${entry.id}`;
}

/**
 * The newest entries as an Atom feed, their texts as text. Its `updated` is that of the newest
 * entry; an empty guestbook has no entry, but the format demands a date.
 * @param origin Makes addresses absolute.
 */
export function renderFeed(entries: readonly Entry[], origin: string, words: Words): string {
  const languageOf = (name: string) =>
    html` xml:lang="${words.english.includes(name) ? "en" : words.language}"`;
  const { value } =
    html`${trusted('<?xml version="1.0" encoding="UTF-8"?>\n')}<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin}${guestbookFeed}</id>
<title${languageOf("guestbook.title")}>${say(words, "guestbook.title")} · ${new URL(origin).host}</title>
<subtitle${languageOf("fault.notice")}>${say(words, "fault.notice")}</subtitle>
<link rel="self" type="application/atom+xml" href="${origin}${guestbookFeed}"/>
<link rel="alternate" type="text/html" href="${origin}/guestbook/"/>
<updated>${entries[0]?.ts ?? "1970-01-01T00:00:00.000Z"}</updated>
${entries.map((entry) => {
  const url = linkAddress(entry.url);
  return html`<entry>
<id>${origin}${entryPath(entry)}</id>
<title>${shortened(entry.message.replace(/\s+/g, " "), 80)}</title>
<link rel="alternate" type="text/html" href="${origin}${entryPath(entry)}"/>
<published>${entry.ts}</published>
<updated>${entry.ts}</updated>
<author${entry.name === "" && languageOf("guestbook.someone")}><name>${entry.name || say(words, "guestbook.someone")}</name>${url && html`<uri>${url}</uri>`}</author>
<content type="text">${entry.message}</content>
</entry>
`;
})}</feed>
`;
  // Two characters that are allowed in entries are not allowed in XML 1.0 (section 2.2).
  return value.replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
}

/** The beginning of a text, in code points, with an ellipsis where more follows. */
function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** The query key of an address that thanks. */
export const signedKey = "signed";

/** Blank lines separate paragraphs, single line ends break lines. */
function renderText(text: string): Html[] {
  const renderLine = (line: string, index: number) => html`${index > 0 && html`<br>`}${line}`;
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => html`<p>${paragraph.split("\n").map(renderLine)}</p>`);
}

/** What the form shows. */
export interface FormState {
  /** The text to keep in the fields. */
  values: Readonly<Signature & { [keyField]: string }>;
  faults: readonly RequestFault[];
}

/** Attributes of the fields in one line. */
const inputs = {
  name: html`lang="" dir="auto" autocomplete="nickname"`,
  url: html`dir="ltr" inputmode="url" autocapitalize="none" spellcheck="false" autocomplete="url"`,
};

/** The form; above its fields the faults in what was sent. */
export function renderForm(form: FormState | "closed", words: Words): Html {
  if (form === "closed")
    return html`<p class="closed" role="status">${sayHtml(words, "guestbook.closed")}</p>`;
  const { values, faults } = form;
  const field = (name: Field, hint: Html | null, more: Html | null): Html => {
    const told = faults.filter((fault) => fault.field === name);
    const isFaulty = told.length > 0;
    const limit = sayHtml(words, "guestbook.limit", { count: fieldLimits[name] });
    const described = html`aria-describedby="${isFaulty && `${name}-fault `}${name}-hint"${isFaulty && html` aria-invalid="true"`}`;
    return html`<div class="field">
<label for="${name}">${sayHtml(words, `guestbook.${name}`)}${name !== "message" && html` <span class="optional">${sayHtml(words, "guestbook.optional")}</span>`}</label>
<p class="hint" id="${name}-hint">${hint}${limit}${more}</p>
${isFaulty && html`<p class="fault" id="${name}-fault">${told.map((fault, at) => [at > 0 && " ", tellFault(fault, words)])}</p>\n`}${
  name === "message"
    ? html`<textarea id="message" name="message" rows="5" lang="" dir="auto" required ${described}>\n${values.message}</textarea>`
    : html`<input id="${name}" name="${name}" type="text" ${inputs[name]} value="${values[name]}" ${described}>`
}
</div>`;
  };
  const remaining = html` <span class="remaining" data-limit="${fieldLimits.message}" data-left="${say(words, "guestbook.remaining")}" data-over="${say(words, "guestbook.too_many")}" aria-live="polite"></span>`;
  return html`<form class="guestbook-form" method="post" action="/guestbook/" accept-charset="utf-8" aria-labelledby="sign">
<h2 id="sign">${sayHtml(words, "guestbook.sign_heading")}</h2>
${faults.length > 0 && renderSummary(faults, values, words)}${values[keyField] !== "" && html`<input type="hidden" name="${keyField}" value="${values[keyField]}">`}
${field("message", null, remaining)}
${field("name", null, null)}
${field("url", html`${sayHtml(words, "guestbook.url_hint")} `, null)}
<p class="terms" id="terms">${sayHtml(words, "guestbook.terms")}</p>
<p class="actions"><button type="submit">${sayHtml(words, "guestbook.sign")}</button></p>
</form>`;
}

/** A summary, announced and focused when the page loads; each fault links to its field. */
function renderSummary(faults: readonly RequestFault[], values: Signature, words: Words): Html {
  const isTextKept = values.message + values.name + values.url !== "";
  const item = (fault: RequestFault): Html => {
    const text = tellFault(fault, words);
    return html`<li>${fault.field === undefined ? text : html`<a href="#${fault.field}">${text}</a>`}</li>`;
  };
  return html`<div class="fault-summary" role="alert" tabindex="-1" autofocus>
<p>${sayHtml(words, "guestbook.faults", { count: faults.length })}${isTextKept && html` ${sayHtml(words, "guestbook.text_kept")}`}</p>
<ul>${faults.map(item)}</ul>
</div>`;
}
