import { type Html, html } from "../../build/lib/html.ts";
import { fieldLimits, type Signature } from "./entry.ts";
import type { Fault, Field } from "./validate.ts";

/** What the form is shown with. */
export interface FormState {
  /** The text to keep in the fields. */
  values: Readonly<Signature>;
  faults: readonly Fault[];
}

/** The form, and above its fields the faults of what was sent. */
export function renderForm({ values, faults }: FormState): Html {
  const faultsOf = (field: Field) =>
    faults.filter((fault) => fault.field === field).map((fault) => fault.detail);
  return html`<form class="guestbook-form" method="post" action="/guestbook/" accept-charset="utf-8" aria-labelledby="sign">
<h2 id="sign">Sign the guestbook</h2>
${faults.length > 0 && renderSummary(faults, values)}
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

/** Announced and focused when the page loads, each fault a link to its field. */
function renderSummary(faults: readonly Fault[], values: Signature): Html {
  const isTextKept = Object.values(values).some((text) => text !== "");
  const isMarked = Object.values(values).some((text) => text.includes("\uFFFD"));
  const count = faults.length === 1 ? "One thing is" : `${faults.length} things are`;
  return html`<div class="fault-summary" role="alert" tabindex="-1" autofocus>
<p>Not confirmed: ${count} to be looked at.${isTextKept && " Your text is kept below."}${isMarked && " � stands for a character that cannot be shown."}</p>
<ul>${faults.map((fault) => html`<li>${fault.field === null ? renderDetail(fault.detail) : html`<a href="#${fault.field}">${fault.detail}</a>`}</li>`)}</ul>
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

/** A sentence about a fault, whose backticks mark code. */
export function renderDetail(detail: string): Html[] {
  return detail
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
