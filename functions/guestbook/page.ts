import { html, type Html } from "../../build/html/html.ts";
import type { Signature } from "./entry.ts";
import { fieldLimits } from "./limits.ts";
import { entryTemplate, renderEntry, thousands } from "./page-entry.ts";
import type { EntryPage } from "./read.ts";
import type { Fault, Field } from "./validate.ts";

/** What the page shows between the build's shell: a form or a reason there is none, and entries or a reason there are none. */
export interface GuestbookPage {
  form: FormState | "closed";
  entries: EntryPage | "unavailable" | "not_asked";
  /** Whether the page begins with an older entry than the newest. */
  older: boolean;
}

export interface FormState {
  /** The text to keep in the fields. */
  values: Signature;
  faults: readonly Fault[];
}

export const emptyForm: FormState = { values: { message: "", name: "", url: "" }, faults: [] };

export function renderPage({ form, entries, older }: GuestbookPage): Html {
  return html`
${form === "closed" ? html`<p class="closed" role="status">Signing is closed for now. What was written stays here to read.</p>` : renderForm(form)}
${entries === "not_asked" ? html`<p><a href="/guestbook/#entries">Back to the entries</a></p>` : renderEntries(entries, older)}
${entryTemplate()}`;
}

/**
 * Tells a browser's agent what the form is for, as the declarative part of WebMCP has it (W3C community group draft,
 * https://webmachinelearning.github.io/webmcp/); browsers that do not know the attributes pass them over. Without
 * `toolautosubmit`: an agent fills the form in, and a person looks at it and sends it.
 */
const forAgents = {
  name: "sign_guestbook",
  description:
    "Signs this site’s guestbook with a message and, if wanted, a name and an address. The entry is public at once and for everyone.",
} as const;

function renderForm({ values, faults }: FormState): Html {
  const faultsOf = (field: Field) => faults.filter((fault) => fault.field === field).map((fault) => fault.detail);
  return html`<form class="guestbook-form" method="post" action="/guestbook/" accept-charset="utf-8" aria-labelledby="sign" toolname="${forAgents.name}" tooldescription="${forAgents.description}">
<h2 id="sign">Sign the guestbook</h2>
${faults.length > 0 && renderSummary(faults)}
<div class="field">
<label for="message">Message</label>
<p class="hint" id="message-hint">Up to ${thousands(fieldLimits.message)} characters. <span class="remaining" data-limit="${fieldLimits.message}" aria-live="polite"></span></p>
${renderFaults("message", faultsOf("message"))}<textarea id="message" name="message" rows="6" dir="auto" ${required("message", faultsOf("message"))}>
${values.message}</textarea>
</div>
<div class="field">
<label for="name">Name <span class="optional">(if you like)</span></label>
<p class="hint" id="name-hint">Any name, or none. Up to ${fieldLimits.name} characters.</p>
${renderFaults("name", faultsOf("name"))}<input id="name" name="name" type="text" dir="auto" autocomplete="nickname" value="${values.name}" ${described("name", faultsOf("name"))}>
</div>
<div class="field">
<label for="url">Address <span class="optional">(if you like)</span></label>
<p class="hint" id="url-hint">A page of yours, or where to find you. Up to ${fieldLimits.url} characters.</p>
${renderFaults("url", faultsOf("url"))}<input id="url" name="url" type="text" inputmode="url" autocapitalize="none" spellcheck="false" autocomplete="url" value="${values.url}" ${described("url", faultsOf("url"))}>
</div>
<p class="terms" id="terms">What you write is public at once, and signed with the time and your browser’s User-Agent; your network address is not kept. It is not part of this site’s corpus, nor under its permission to train.</p>
<p class="actions"><button type="submit">Sign</button> <span class="form-status" role="status"></span></p>
</form>`;
}

/** Announced and focused when the page loads, each fault a link to its field. */
function renderSummary(faults: readonly Fault[]): Html {
  const count = faults.length === 1 ? "One thing is" : `${faults.length} things are`;
  return html`<div class="fault-summary" role="alert" tabindex="-1" autofocus>
<p>Not signed yet: ${count} to be mended. Your text is kept below.</p>
<ul>${faults.map((fault) => html`<li>${fault.field === null ? fault.detail : html`<a href="#${fault.field}">${fault.detail}</a>`}</li>`)}</ul>
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

function required(field: Field, details: readonly string[]): Html {
  return html`required ${described(field, details)}`;
}

function renderEntries(page: EntryPage | "unavailable", older: boolean): Html {
  if (page === "unavailable") {
    return html`<section class="entries" aria-labelledby="entries">
<h2 id="entries">Entries</h2>
<p class="unavailable" role="status">The entries cannot be read just now. Nothing is lost; please try again in a moment.</p>
</section>`;
  }
  const { count, entries, next } = page;
  return html`<section class="entries" aria-labelledby="entries">
<h2 id="entries"><span class="count">${thousands(count)}</span> ${count === 1 ? "entry" : "entries"}</h2>
<p class="notice">Written by strangers, newest first.</p>
${older && html`<p class="newer"><a href="/guestbook/#entries">Back to the newest entries</a></p>`}
${count === 0 && html`<p class="empty">Nobody has signed yet. The first line is yours.</p>`}
<ol class="entry-list">${entries.map((entry) => html`<li>${renderEntry(entry)}</li>`)}</ol>
${next !== null && html`<p class="older"><a rel="next" href="/guestbook/?from=${next}#entries">Older entries</a></p>`}
</section>`;
}
