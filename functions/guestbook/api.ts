import { createHash } from "node:crypto";
import type { Context } from "@netlify/functions";
import { type BlobCache, type EntryPage, loadPage, shared, sign, withListing } from "./book.ts";
import { checkSignature, type Entry, notice, sentence } from "./entry.ts";
import { apiLinks, type BareAnswer, matchesEtag, purge, Refusal } from "./http.ts";
import { positionOf } from "./keys.ts";
import { entryPath } from "./render.ts";
import { queryFaults, readJson } from "./request.ts";
import { type BlobStore, StoreError } from "./store.ts";

/**
 * Entries in one answer of the API, and bytes of their JSON, at most: with everything around them
 * an answer has at most 5 MB.
 */
export const answerLimits = { entries: 1000, bytes: 4_998_000 } as const;

/** Answers `/api/guestbook`. @throws As of `toRefusal`. */
export async function answerApi(context: RequestContext): Promise<BareAnswer> {
  return context.request.method === "POST" ? post(context) : list(context);
}

async function list(context: RequestContext): Promise<BareAnswer> {
  const { origin, searchParams } = new URL(context.request.url);
  const { etag, page } = await readEntries(context, answerLimits);
  const limit = searchParams.get("limit");
  const next = page?.next
    ? `${origin}/api/guestbook?from=${page.next}${limit === null ? "" : `&limit=${limit}`}`
    : undefined;
  return {
    etag,
    type: "application/json",
    body: page && JSON.stringify({ count: page.count, notice, next, entries: page.entries }),
    headers: { link: apiLinks("guestbook", next) },
  };
}

async function post(context: RequestContext): Promise<BareAnswer> {
  const { origin } = new URL(context.request.url);
  assertOpen(context);
  const entry = await signEntry(context, await readJson(context.request));
  return {
    status: 201,
    type: "application/json",
    body: JSON.stringify(entry),
    headers: { link: apiLinks("entry"), location: origin + entryPath(entry) },
  };
}

/** A request, and everything that answering it may touch. */
export interface RequestContext {
  request: Request;
  host: Pick<Context, "deploy" | "waitUntil">;
  /** Opens the store; throws StoreError if there is none. */
  openStore(): BlobStore;
  /** This process's cache of the store. */
  cache: BlobCache;
  /** Whether the owner has closed the guestbook for new entries. */
  isClosed: boolean;
}

/**
 * Reads the requested part of the guestbook: lists keys, compares the reader's entity tag, then
 * loads.
 * @param limits Entries and bytes of their JSON at most; a query in place of the request's.
 * @param surroundings Other content of the answer that may change, and is part of the entity tag.
 * @returns `page` is null if the request names the entity tag: only keys were read
 * @throws Refusal if the query cannot be understood; StoreError.
 */
export async function readEntries(
  { request, host, openStore, cache }: RequestContext,
  limits: { query?: URLSearchParams; entries: number; bytes: number },
  surroundings = "",
): Promise<{ etag: string; page: EntryPage | null }> {
  const { query = new URL(request.url).searchParams, entries, bytes } = limits;
  const faults = queryFaults(query);
  if (faults.length > 0) throw new Refusal("malformed-request", { faults });
  const limit = Math.min(entries, Number(query.get("limit") ?? entries));
  const asked = { from: query.get("from"), limit, bytes };
  const store = openStore();
  return withListing(store, async (keys) => {
    // Another deploy may show the same entries differently.
    const shown = JSON.stringify([keys.map(positionOf), host.deploy?.id ?? "", surroundings]);
    const etag = `"${createHash("sha256").update(shown).digest("base64url").slice(0, 27)}"`;
    if (matchesEtag(request.headers.get("if-none-match"), etag)) return { etag, page: null };
    return { etag, page: await loadPage(store, keys, asked, cache) };
  });
}

/** @throws Refusal if the owner has closed the guestbook for new entries. */
export function assertOpen({ isClosed }: RequestContext): void {
  if (isClosed) throw new Refusal("signing-closed", { ...sentence("closed"), retryAfter: 3600 });
}

/**
 * Stores a request's entry. After the answer the host's cache drops older copies.
 * @param value The sent value, as in `checkSignature`.
 * @param formKey The key in a form's field, which counts like the header.
 * @throws Refusal if the entry breaks a rule, or this retries an entry that the owner removed;
 * StoreError
 */
export async function signEntry(
  context: RequestContext,
  value: unknown,
  formKey = "",
): Promise<Entry> {
  const { request, host, openStore } = context;
  const { signature, faults } = checkSignature(value);
  if (faults !== undefined) throw new Refusal("invalid-entry", { faults });
  const userAgent = request.headers.get("user-agent");
  const idempotencyKey = request.headers.get("idempotency-key") || formKey || null; // an empty one is none
  const post = async () => sign(openStore(), { signature, userAgent, idempotencyKey });
  const entry = await (idempotencyKey === null
    ? post()
    : shared(underWay, JSON.stringify([idempotencyKey, signature]), post));
  host.waitUntil(purge());
  return entry;
}

/**
 * Posts with an Idempotency-Key that this process is answering; identical ones get the same entry.
 */
const underWay = new Map<string, Promise<Entry>>();

/**
 * The refusal for any error that kept a request from being answered. The log has the details: the
 * store's error, but of a bug only the kind, because its message may quote an entry.
 */
export function toRefusal(error: unknown, { method }: Request): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreError) {
    console.error(`guestbook: ${error.message}`);
    const fault = sentence(method === "POST" ? "not_confirmed" : "not_read");
    return new Refusal("store-unavailable", { ...fault, retryAfter: 5 });
  }
  console.error(`guestbook: ${error instanceof Error ? error.name : "unknown error"}`);
  return new Refusal("internal-error", sentence("failed"));
}
