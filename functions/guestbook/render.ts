import { dateInWords } from "../../build/lib/dates.ts";
import { type Html, html, trusted } from "../../build/lib/html.ts";
import type { EntryPage } from "./book.ts";
import {
  type Entry,
  entriesPerPage,
  type Fault,
  type Field,
  fieldLimits,
  keyField,
  linkAddress,
  notice,
  type Signature,
} from "./entry.ts";
import { guestbookFeed } from "./http.ts";
import { type Position, positionOf } from "./keys.ts";

/** Shown in place of the entries when the page is only about the form. */
export const wayToEntries = html`<p class="back"><a href="/guestbook/#entries">Back to the entries</a></p>`;

/** Shown in place of the entries when a query for them is refused. */
export function renderRefusal(faults: readonly Fault[]): Html {
  return html`<section class="entries" aria-labelledby="entries">
<h2 id="entries">Entries</h2>
<div class="unavailable" role="status">${faults.map(({ detail }) => html`<p>${detail}</p>`)}</div>
<p class="newer"><a href="/guestbook/#entries">Back to the newest entries</a></p>
</section>`;
}

/**
 * A page of entries, with links to others.
 * @param isOpen Whether there is a form to sign.
 * @param signed Whether it answers a signature, and so begins with that entry.
 */
export function renderEntries(page: EntryPage, isOpen: boolean, signed: boolean): Html {
  const { count, entries } = page;
  return html`<section class="entries" aria-labelledby="entries">
<h2 id="entries"><span class="count">${count.toLocaleString("en")}</span> ${count === 1 ? "entry" : "entries"}</h2>
<p class="notice">Written by strangers, newest first. <a href="${guestbookFeed}" type="application/atom+xml">Follow by feed</a>${isOpen && count > 0 && html` · <a href="#sign">Add yours</a>`}</p>
${page.start > 0 && html`<p class="newer"><a href="/guestbook/#entries">Back to the newest entries</a></p>`}
${count === 0 && html`<p class="empty">Nobody has signed yet.${isOpen && html` <a href="#sign">The first line is yours.</a>`}</p>`}
<ol class="entry-list">${entries.map((entry, index) => html`<li>${signed && index === 0 && html`<p class="thanks">Signed. Thank you!</p>`}${renderEntry(entry)}</li>`)}</ol>
${renderWays(page)}
</section>`;
}

/**
 * Links to other entries, made from the keys alone: the next older and newer ones, and each year. A
 * crawler reaches all entries by the links to older ones, so it need not follow the others.
 */
function renderWays({ positions, start, next }: EntryPage): Html | false {
  if (positions.length <= entriesPerPage) return false;
  const newer = positions[start - entriesPerPage];
  const link = (text: string, position: Position, rel: string): Html =>
    html`<a rel="${rel}" href="/guestbook/?from=${position}#entries">${text}</a> `;
  const newestOfYears = positions.filter(
    (position, at) => position.slice(0, 4) !== positions[at - 1]?.slice(0, 4),
  );
  return html`<nav class="ways-on" aria-label="More entries">
<p class="older">${start > 0 && (newer === undefined || start === entriesPerPage ? html`<a rel="prev" href="/guestbook/#entries">Newer entries</a> ` : link("Newer entries", newer, "prev nofollow"))}${next !== null && link("Older entries", next, "next")}</p>
<p>By year: ${newestOfYears.map((position) => link(position.slice(0, 4), position, "nofollow"))}</p>
</nav>`;
}

/**
 * One entry as a quotation: neither its markup nor its direction can affect the text around it. The
 * User-Agent is long and says little, so it is folded.
 */
function renderEntry(entry: Entry): Html {
  const link = linkAddress(entry.url);
  return html`<article class="entry" id="${entry.id}">
<h3 class="entry-name"><bdi>${entry.name || "Someone"}</bdi></h3>
<blockquote class="entry-text" dir="auto">${renderText(entry.message)}</blockquote>
<div class="entry-meta"><a class="entry-address" rel="nofollow" href="${entryPath(entry)}"><time datetime="${entry.ts}">${dateInWords(entry.ts)}</time></a>${
    entry.url !== "" &&
    html` <span class="entry-url">${link === null ? html`<bdi>${entry.url}</bdi>` : html`<a href="${link}" rel="nofollow ugc noopener"><bdi>${shortAddress(link)}</bdi></a>`}</span>`
  }
${entry.user_agent !== "" && html`<details class="entry-agent"><summary>Sent by</summary><p><bdi>${entry.user_agent}</bdi></p></details>`}</div>
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
export function renderFeed(entries: readonly Entry[], origin: string): string {
  const { value } =
    html`${trusted('<?xml version="1.0" encoding="UTF-8"?>\n')}<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin}${guestbookFeed}</id>
<title>Guestbook of ${new URL(origin).host}</title>
<subtitle>${notice}</subtitle>
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
<author><name>${entry.name || "Someone"}</name>${url && html`<uri>${url}</uri>`}</author>
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
  faults: readonly Fault[];
}

/** The form; above its fields the faults in what was sent. */
export function renderForm(form: FormState | "closed"): Html {
  if (form === "closed")
    return html`<p class="closed" role="status">Signing is closed for now. You can still read the entries.</p>`;
  const { values, faults } = form;
  const faultsOf = (field: Field) =>
    faults.filter((fault) => fault.field === field).map((fault) => fault.detail);
  return html`<form class="guestbook-form" method="post" action="/guestbook/" accept-charset="utf-8" aria-labelledby="sign">
<h2 id="sign">Sign the guestbook</h2>
${faults.length > 0 && renderSummary(faults, values)}${values[keyField] !== "" && html`<input type="hidden" name="${keyField}" value="${values[keyField]}">`}
<div class="field">
<label for="message">Message</label>
<p class="hint" id="message-hint">Up to ${fieldLimits.message} characters. <span class="remaining" data-limit="${fieldLimits.message}" aria-live="polite"></span></p>
${renderFaults("message", faultsOf("message"))}<textarea id="message" name="message" rows="5" dir="auto" required ${described("message", faultsOf("message"))}>
${values.message}</textarea>
</div>
<div class="field">
<label for="name">Name <span class="optional">(if you like)</span></label>
<p class="hint" id="name-hint">Up to ${fieldLimits.name} characters.</p>
${renderFaults("name", faultsOf("name"))}<input id="name" name="name" type="text" dir="auto" autocomplete="nickname" value="${values.name}" ${described("name", faultsOf("name"))}>
</div>
<div class="field">
<label for="url">Address <span class="optional">(if you like)</span></label>
<p class="hint" id="url-hint">Where to find you. Up to ${fieldLimits.url} characters.</p>
${renderFaults("url", faultsOf("url"))}<input id="url" name="url" type="text" inputmode="url" autocapitalize="none" spellcheck="false" autocomplete="url" value="${values.url}" ${described("url", faultsOf("url"))}>
</div>
<p class="terms" id="terms">What you write is public at once, and signed with the time and your browser’s User-Agent; your network address is not kept. It is not part of this site’s corpus, nor under its permission to train.</p>
<p class="actions"><button type="submit">Sign</button></p>
</form>`;
}

/** A summary, announced and focused when the page loads; each fault links to its field. */
function renderSummary(faults: readonly Fault[], values: Signature): Html {
  const isTextKept = values.message + values.name + values.url !== "";
  const count = faults.length === 1 ? "One thing is" : `${faults.length} things are`;
  return html`<div class="fault-summary" role="alert" tabindex="-1" autofocus>
<p>Not confirmed: ${count} to be looked at.${isTextKept && " Your text is kept below."}</p>
<ul>${faults.map((fault) => html`<li>${fault.field === undefined ? fault.detail : html`<a href="#${fault.field}">${fault.detail}</a>`}</li>`)}</ul>
</div>`;
}

function renderFaults(field: Field, details: readonly string[]): Html | false {
  return (
    details.length > 0 &&
    html`<p class="fault" id="${field}-fault">${details.join(" ")}</p>
`
  );
}

function described(field: Field, details: readonly string[]): Html {
  const ids = details.length > 0 ? `${field}-fault ${field}-hint` : `${field}-hint`;
  return html`aria-describedby="${ids}"${details.length > 0 && html` aria-invalid="true"`}`;
}
