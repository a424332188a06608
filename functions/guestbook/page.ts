import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { assertOpen, readEntries, signEntry, type Visit } from "./api.ts";
import { readForm } from "./body.ts";
import { entriesPerPage } from "./entry.ts";
import { problemHeaders, problems, Refusal } from "./problems.ts";
import type { FormState } from "./render-form.ts";
import { type GuestbookPage, renderPage, signedKey, thanksPath } from "./render-page.ts";
import { respond, respondCached } from "./responses.ts";
import { keepText } from "./validate.ts";

const htmlType = { "content-type": "text/html; charset=utf-8" } as const;

const nothing = { message: "", name: "", url: "" } as const;

/** Answers `/guestbook/`: the page, and what its form sends. */
export async function answerPage(visit: Visit): Promise<Response> {
  if (visit.request.method === "POST") return post(visit);
  const form = visit.isClosed ? "closed" : { values: nothing, faults: [] };
  try {
    return await show(visit, form);
  } catch (error) {
    const refusal = refusalOf(error);
    return respondRefusal(refusal, { form, entries: { faults: faultsOf(refusal) } });
  }
}

async function show(visit: Visit, form: GuestbookPage["form"]): Promise<Response> {
  const { method, url } = visit.request;
  if (method !== "GET" && method !== "HEAD")
    throw new Refusal("method-not-allowed", { detail: "Read this page with GET, sign with POST." });
  const { page, next } = await readEntries(visit, { entries: entriesPerPage, bytes: Infinity });
  const query = new URL(url).searchParams;
  const older = query.has("from");
  const body = await inShell({ form, entries: { page, next, older, signed: older && query.has(signedKey) } });
  return body === null ? respondWithoutShell() : respondCached(visit.request, body, htmlType);
}

async function post(visit: Visit): Promise<Response> {
  let values: FormState["values"] = nothing;
  try {
    assertOpen(visit);
    const { value, refusal } = await readForm(visit.request);
    values = keepText(value);
    if (refusal !== null) throw refusal;
    const entry = await signEntry(visit, value);
    // The page itself may be in the host's cache without this entry; the page from this entry on was never asked for
    // before.
    return respond(303, null, { location: thanksPath(entry) });
  } catch (error) {
    const refusal = refusalOf(error);
    // What the owner removed is not given back.
    if (refusal.problem === "entry-removed") values = nothing;
    return respondRefusal(refusal, {
      form: visit.isClosed ? "closed" : { values, faults: faultsOf(refusal) },
      entries: null,
    });
  }
}

/** @throws What was thrown, if it is no refusal. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

function faultsOf({ details: { detail, faults } }: Refusal): FormState["faults"] {
  return faults ?? [{ field: null, detail }];
}

/** The page with an error on it, which no cache may keep. */
async function respondRefusal({ problem, details }: Refusal, page: GuestbookPage): Promise<Response> {
  const body = await inShell(page);
  return body === null
    ? respondWithoutShell()
    : respond(problems[problem].status, body, { ...htmlType, ...problemHeaders(problem, details) });
}

async function inShell(page: GuestbookPage): Promise<string | null> {
  const shell = await readShell();
  return shell === null ? null : shell.before + renderPage(page).value + shell.after;
}

/** Seconds until the page may be asked for again when it cannot be shown. */
const retryAfter = "10";

function respondWithoutShell(): Response {
  const body = `<!doctype html>
<html lang="en">
<title>The guestbook’s page is missing</title>
<h1>The guestbook’s page is missing</h1>
<p>The site has not been built here, so there is no page to put the entries in. They can be read at <a href="/api/guestbook">/api/guestbook</a>.</p>
</html>
`;
  return respond(503, body, { ...htmlType, "retry-after": retryAfter });
}

/** Where the build's page takes the form and the entries. */
const shellMarker = "<!--guestbook-->";

/**
 * The build's page around the guestbook, cut at its marker.
 * It lies in the output folder that `OPEN_HOUSE_OUTPUT` names, else in `_site` of the working directory, else in
 * `_site` above this file or the bundle that it became part of.
 * @returns null where no such page was built.
 */
async function readShell(): Promise<{ before: string; after: string } | null> {
  for (const folder of outputFolders()) {
    const text = await readFile(join(folder, "guestbook", "index.html"), "utf8").catch(() => null);
    const [before, after, ...more] = text?.split(shellMarker) ?? [];
    if (before !== undefined && after !== undefined && more.length === 0) return { before, after };
  }
  return null;
}

function outputFolders(): string[] {
  const named = process.env["OPEN_HOUSE_OUTPUT"];
  if (named !== undefined) return [resolve(named)];
  const starts = [process.cwd()];
  for (let folder = import.meta.dirname, level = 0; level < 4; level++) starts.push((folder = dirname(folder)));
  // Put together here and not in one expression, because the bundler would read that and take the whole site along.
  return starts.map((start) => [start, "_site"].join("/"));
}
