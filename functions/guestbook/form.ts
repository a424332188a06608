import { closedRetryAfter } from "./api.ts";
import { encodedProblem, hasMediaType, isEncoded, readForm } from "./body.ts";
import type { Signature } from "./entry.ts";
import { bodyLimit } from "./limits.ts";
import { emptyForm, entryPath, type FormState } from "./page.ts";
import { readForPage, respondFaultyPage, respondPage } from "./page-api.ts";
import type { ProblemDetails, ProblemName } from "./problems.ts";
import { EntryRemovedError, StoreError } from "./problems.ts";
import { respond } from "./responses.ts";
import { unifyLineEnds, withMarks } from "./text.ts";
import { type Fault, fields, validate } from "./validate.ts";
import {
  accept,
  orStoreError,
  purge,
  removedDetail,
  storeRetryAfter,
  tidyAfterReading,
  tidyAfterSigning,
  type Visit,
} from "./visit.ts";

const formType = "application/x-www-form-urlencoded";

/** Answers `/guestbook/`: the page, and what its form sends. */
export async function answerPage(visit: Visit): Promise<Response> {
  const { method } = visit.request;
  if (method === "GET" || method === "HEAD") return show(visit);
  if (method === "POST") return post(visit);
  return faulty("method-not-allowed", { detail: "Read this page with GET, sign with POST." }, emptyForm);
}

async function show(visit: Visit): Promise<Response> {
  const query = new URL(visit.request.url).searchParams;
  const form = visit.isClosed ? "closed" : emptyForm;
  const older = query.has("from");
  const entries = await orStoreError(async () => readForPage(visit.open(), query));
  if (entries instanceof StoreError) {
    return respondFaultyPage(
      "store-unavailable",
      { detail: "", retryAfter: storeRetryAfter },
      { form, entries: "unavailable", older },
    );
  }
  if (Array.isArray(entries))
    return respondFaultyPage("malformed-request", { detail: "" }, { form, entries: "not_asked", older });
  tidyAfterReading(visit, entries.listing);
  return respondPage(visit.request, { form, entries, older });
}

async function post(visit: Visit): Promise<Response> {
  const { request } = visit;
  if (visit.isClosed) return faulty("signing-closed", { detail: "", retryAfter: closedRetryAfter }, "closed");
  if (!hasMediaType(request, formType)) {
    return faulty(
      "unsupported-media-type",
      { detail: `The form’s text must come as ${formType} in UTF-8.`, headers: { "accept-post": formType } },
      emptyForm,
    );
  }
  if (isEncoded(request)) return faulty("unsupported-media-type", encodedProblem(formType), emptyForm);
  const { value, fault } = await readForm(request);
  if (fault?.kind === "too_large")
    return faulty(
      "too-large",
      { detail: `The text is too long: all of it together may have ${bodyLimit} bytes.` },
      emptyForm,
    );
  if (fault !== undefined) return faulty("malformed-request", { detail: fault.detail }, emptyForm);

  const { signature, faults } = validate(value);
  const values = kept(value);
  if (faults !== undefined)
    return respondFaultyPage(
      "invalid-entry",
      { detail: "" },
      { form: { values, faults }, entries: "not_asked", older: false },
    );
  const entry = await accept(visit, signature);
  if (entry instanceof EntryRemovedError) return faulty("entry-removed", { detail: removedDetail }, emptyForm);
  if (entry instanceof StoreError) {
    const detail = "The entry could not be stored just now. Please try again in a moment.";
    return faulty("store-unavailable", { detail, retryAfter: storeRetryAfter }, { values, faults: [] });
  }
  tidyAfterSigning(visit, entry.id, purge());
  // The page itself may be in the host's cache without this entry; the page from this entry on was never asked for
  // before.
  return respond(303, null, { location: entryPath(entry) });
}

/** The page with one fault of the request as a whole. */
function faulty(name: ProblemName, details: ProblemDetails, form: FormState | "closed"): Promise<Response> {
  const fault: Fault = { field: null, detail: details.detail };
  const shown = form === "closed" ? form : { values: form.values, faults: [fault] };
  return respondFaultyPage(name, details, { form: shown, entries: "not_asked", older: false });
}

/**
 * What was typed, to be put back into the fields. A character that may not be shown is not sent back either: U+FFFD
 * shows its place.
 */
function kept(value: unknown): Signature {
  const given = value as Partial<Signature>;
  const [message = "", name = "", url = ""] = fields.map((field) => withMarks(unifyLineEnds(given[field] ?? "")));
  return { message, name, url };
}
