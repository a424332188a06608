import type { BlobStore } from "./blob-store.ts";
import { respond } from "./headers.ts";
import { entriesPerPage } from "./limits.ts";
import { pageRequest, respondCached } from "./list-api.ts";
import { renderPage, type GuestbookPage } from "./page.ts";
import { problemHeaders, problems, type ProblemDetails, type ProblemName } from "./problems.ts";
import { readPage, type EntryPage } from "./read.ts";
import { readShell } from "./shell.ts";
import type { Fault } from "./validate.ts";

const htmlType = { "content-type": "text/html; charset=utf-8" } as const;

/** Seconds until the page may be asked for again when it cannot be shown. */
const retryAfter = "10";

/** Reads the entries that a page's query asks for. */
export function readForPage(store: BlobStore, query: URLSearchParams): Promise<EntryPage> | Fault[] {
  const request = pageRequest(query, entriesPerPage, Infinity);
  return Array.isArray(request) ? request : readPage(store, request);
}

/** The page with its entries: 200, or 304 where the reader has it. */
export async function respondPage(request: Request, page: GuestbookPage): Promise<Response> {
  const body = await inShell(page);
  return body === null ? respondWithoutShell() : respondCached(request, body, htmlType);
}

/** The page with an error on it, which no cache may keep. */
export async function respondFaultyPage(
  name: ProblemName,
  details: ProblemDetails,
  page: GuestbookPage,
): Promise<Response> {
  const body = await inShell(page);
  return body === null
    ? respondWithoutShell()
    : respond(problems[name].status, body, { ...htmlType, ...problemHeaders(name, details) });
}

async function inShell(page: GuestbookPage): Promise<string | null> {
  const shell = await readShell();
  return shell === null ? null : shell.before + renderPage(page).value + shell.after;
}

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
