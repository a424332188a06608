import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pageRequest, respondCached } from "./api.ts";
import { entriesPerPage } from "./limits.ts";
import { type GuestbookPage, renderPage } from "./page.ts";
import { type ProblemDetails, type ProblemName, problemHeaders, problems } from "./problems.ts";
import { type EntryPage, readPage } from "./read.ts";
import { respond } from "./responses.ts";
import type { BlobStore } from "./store.ts";
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
