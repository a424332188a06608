import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escape, type Html } from "../../build/lib/html.ts";
import { say, type Words } from "../../build/lib/phrases.ts";
import { assertOpen, type RequestContext, readEntries, signEntry, toRefusal } from "./api.ts";
import { entriesPerPage, keepText, keyField } from "./entry.ts";
import { apiLinks, type BareAnswer, Refusal, withRefusal } from "./http.ts";
import {
  entryPath,
  type FormState,
  renderEntries,
  renderFeed,
  renderForm,
  renderRefusal,
  signedKey,
  wayToEntries,
} from "./render.ts";
import { readForm } from "./request.ts";

const htmlType = "text/html; charset=utf-8";

/** Answers `/guestbook/`: shows the page, and takes its form. */
export async function answerPage(context: RequestContext): Promise<BareAnswer> {
  const shell = await readShell();
  if (shell === null) return withoutShell;
  return (context.request.method === "POST" ? sign : show)(context, ...shell);
}

/** Answers `/api/guestbook.xml` in the page's language, as Atom. @throws As of `toRefusal`. */
export async function answerFeed(context: RequestContext): Promise<BareAnswer> {
  const { origin } = new URL(context.request.url);
  const [shell, words] = (await readShell()) ?? [];
  if (!words) throw new Refusal("internal-error", { detail: "The site has not been built here." });
  const newest = { query: new URLSearchParams(), entries: entriesPerPage, bytes: Infinity };
  const { etag, page } = await readEntries(context, newest, shell);
  return {
    etag,
    type: "application/atom+xml; charset=utf-8",
    body: page && renderFeed(page.entries, origin, words),
    headers: { link: apiLinks(null) },
  };
}

async function show(context: RequestContext, shell: string, words: Words): Promise<BareAnswer> {
  const form = context.isClosed ? "closed" : { values: keepText({}), faults: [] };
  const query = new URL(context.request.url).searchParams;
  query.delete("limit"); // a page has one size
  const limits = { query, entries: entriesPerPage, bytes: Infinity };
  try {
    const { etag, page } = await readEntries(context, limits, JSON.stringify([shell, form]));
    const signed = query.has("from") && query.has(signedKey);
    const entries = page && renderEntries(page, words, !context.isClosed, signed);
    const body = entries && fill(shell, renderForm(form, words), entries);
    return { etag, type: htmlType, body };
  } catch (error) {
    const refusal = toRefusal(error, context.request);
    const body = fill(shell, renderForm(form, words), renderRefusal(faultsOf(refusal), words));
    return withRefusal(refusal, { type: htmlType, body });
  }
}

async function sign(context: RequestContext, shell: string, words: Words): Promise<BareAnswer> {
  let values = keepText({});
  try {
    assertOpen(context);
    const { value, refusal } = await readForm(context.request);
    values = keepText(value);
    if (refusal !== null) throw refusal;
    const entry = await signEntry(context, value, values[keyField]);
    // The host's cache may have the page without this entry, but not the page that begins with it.
    return { status: 303, headers: { location: entryPath(entry, true) } };
  } catch (error) {
    const refusal = toRefusal(error, context.request);
    // A text that the owner removed is not given back, nor its key.
    if (refusal.problem === "entry-removed") values = keepText({});
    const form = context.isClosed ? "closed" : { values, faults: faultsOf(refusal) };
    const title = `<title>${escape(say(words, "guestbook.not_signed"))}`;
    const named = shell.replace("<title>", () => title);
    const body = fill(named, renderForm(form, words), wayToEntries(words));
    return withRefusal(refusal, { type: htmlType, body });
  }
}

function faultsOf({ details: { faults, ...whole } }: Refusal): FormState["faults"] {
  return faults ?? [whole];
}

/** Marks the place in the built page where form and entries go, and has the words for them. */
const shellMarker = /<!--guestbook (\{.*?\})-->/;

function fill(shell: string, form: Html, entries: Html): string {
  return shell.replace(shellMarker, () => `${form.value}\n${entries.value}`);
}

/**
 * Reads the built page around the guestbook, in which the marker must be once, from the output
 * folder: `OPEN_HOUSE_OUTPUT`, or else `_site` beside `functions`, where `included_files` in
 * netlify.toml puts the page.
 * @returns null if there is no such page
 */
async function readShell(): Promise<[shell: string, words: Words] | null> {
  const output = process.env["OPEN_HOUSE_OUTPUT"] ?? join(import.meta.dirname, "../../_site");
  const text = await readFile(join(output, "guestbook/index.html"), "utf8").catch(() => null);
  const parts = text?.split(shellMarker);
  return text && parts?.length === 3 ? [text, JSON.parse(parts[1] as string) as Words] : null;
}

const withoutShell: BareAnswer = {
  status: 503,
  type: htmlType,
  headers: { "retry-after": "10" },
  body: `<!doctype html><html lang="en"><title>The guestbook’s page is missing</title>
<p>The site has not been built here, so there is no page to put the entries in. They can be read at <a href="/api/guestbook">/api/guestbook</a>.</p>
`,
};
