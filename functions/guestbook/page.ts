import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { assertOpen, type RequestContext, readEntries, signEntry } from "./api.ts";
import { readForm } from "./body.ts";
import { entriesPerPage } from "./entry.ts";
import { problemHeaders, problems, Refusal } from "./problems.ts";
import type { FormState } from "./render-form.ts";
import { entryPath, type GuestbookPage, renderPage, signedKey } from "./render-page.ts";
import { respond, respondCached } from "./responses.ts";
import { keepText } from "./validate.ts";

const htmlType = { "content-type": "text/html; charset=utf-8" } as const;
const nothing = { message: "", name: "", url: "" } as const;

/** Answers `/guestbook/`: the page, and what its form sends. */
export async function answerPage(context: RequestContext): Promise<Response> {
  if (context.request.method === "POST") return post(context);
  const form = context.isClosed ? "closed" : { values: nothing, faults: [] };
  try {
    return await show(context, form);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return respondRefusal(error, { form, entries: { faults: faultsOf(error) } });
  }
}

async function show(context: RequestContext, form: GuestbookPage["form"]): Promise<Response> {
  const { method, url } = context.request;
  if (method !== "GET" && method !== "HEAD")
    throw new Refusal("method-not-allowed", { detail: "Read this page with GET, sign with POST." });
  const shell = await readShell();
  if (shell === null) return respondWithoutShell();
  const limits = { entries: entriesPerPage, bytes: Infinity };
  const { etag, page, next } = await readEntries(context, limits, JSON.stringify([shell, form]));
  const query = new URL(url).searchParams;
  const older = query.has("from");
  const entries = page && { page, next, older, signed: older && query.has(signedKey) };
  const text = entries && shell.replace(shellMarker, () => renderPage({ form, entries }).value);
  return respondCached(etag, text, htmlType);
}

async function post(context: RequestContext): Promise<Response> {
  let values: FormState["values"] = nothing;
  try {
    assertOpen(context);
    const { value, refusal } = await readForm(context.request);
    values = keepText(value);
    if (refusal !== null) throw refusal;
    const entry = await signEntry(context, value);
    // The host's cache may have the page without this entry; nobody ever asked for the page from
    // this entry on.
    return respond(303, null, { location: entryPath(entry, true) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // What the owner removed is not given back.
    if (error.problem === "entry-removed") values = nothing;
    const form = context.isClosed ? "closed" : { values, faults: faultsOf(error) };
    return respondRefusal(error, { form, entries: null });
  }
}

function faultsOf({ details: { detail, faults } }: Refusal): FormState["faults"] {
  return faults ?? [{ field: null, detail }];
}

/** The page with an error on it, which no cache may keep. */
async function respondRefusal(
  { problem, details }: Refusal,
  page: GuestbookPage,
): Promise<Response> {
  const shell = await readShell();
  if (shell === null) return respondWithoutShell();
  const text = shell.replace(shellMarker, () => renderPage(page).value);
  return respond(problems[problem].status, text, {
    ...htmlType,
    ...problemHeaders(problem, details),
  });
}

function respondWithoutShell(): Response {
  const body = `<!doctype html><html lang="en"><title>The guestbook’s page is missing</title>
<p>The site has not been built here, so there is no page to put the entries in. They can be read at <a href="/api/guestbook">/api/guestbook</a>.</p>
`;
  return respond(503, body, { ...htmlType, "retry-after": "10" });
}

/** Where the build's page takes the form and the entries. */
const shellMarker = "<!--guestbook-->";

/**
 * Reads the build's page around the guestbook, which has the marker once. It lies in the output
 * folder that `OPEN_HOUSE_OUTPUT` names, else in `_site` of the working directory, or above this
 * file or the bundle that has it.
 * @returns null where no such page was built.
 */
async function readShell(): Promise<string | null> {
  for (const folder of outputFolders()) {
    const text = await readFile(join(folder, "guestbook", "index.html"), "utf8").catch(() => null);
    if (text?.split(shellMarker).length === 2) return text;
  }
  return null;
}

function outputFolders(): string[] {
  const named = process.env["OPEN_HOUSE_OUTPUT"];
  if (named !== undefined) return [resolve(named)];
  const above = ["..", "../..", "../../..", "../../../.."].map((path) =>
    join(import.meta.dirname, path),
  );
  // Put together here and not in one expression, because the bundler would read that and take the
  // whole site along.
  return [process.cwd(), ...above].map((start) => [start, "_site"].join("/"));
}
