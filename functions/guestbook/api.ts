import { createHash } from "node:crypto";
import { readJson } from "./body.ts";
import { answerLimits, type Entry, notice } from "./entry.ts";
import { Refusal, refuseFaults, removedDetail, respondProblem } from "./problems.ts";
import { type BlobCache, type EntryPage, readPage } from "./read.ts";
import { entryPath } from "./render-page.ts";
import { apiLinks, matchesEtag, purge, respond, respondCached } from "./responses.ts";
import { EntryRemovedError, sign } from "./sign.ts";
import { type BlobStore, StoreError } from "./store.ts";
import { validate, validateQuery } from "./validate.ts";

/** A request, and everything that answering it may touch. */
export interface RequestContext {
  request: Request;
  /** Opens the store; throws StoreError where there is none. */
  openStore(): BlobStore;
  /** What this process remembers of the store. */
  cache: BlobCache;
  /** Whether the owner has closed the guestbook for new entries. */
  isClosed: boolean;
  /** The deploy that answers: another one may show the same entries in another way. */
  deployId: string;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Lets work go on after the answer; best effort. */
  waitUntil(work: Promise<unknown>): void;
}

/** Answers `/api/guestbook`. */
export async function answerApi(context: RequestContext): Promise<Response> {
  const { method, url } = context.request;
  const { origin } = new URL(url);
  try {
    if (method === "GET" || method === "HEAD") return await list(context, origin);
    if (method === "POST") return await post(context, origin);
    throw new Refusal("method-not-allowed", { detail: "Read with GET, sign with POST." });
  } catch (error) {
    if (error instanceof Refusal) return respondProblem(error.problem, origin, error.details);
    throw error;
  }
}

async function list(context: RequestContext, origin: string): Promise<Response> {
  const { etag, page, next: query } = await readEntries(context, answerLimits);
  const next = query === null ? undefined : `${origin}/api/guestbook${query}`;
  const answer = page && {
    count: page.count,
    notice,
    ...(next === undefined ? {} : { next }),
    entries: page.entries,
  };
  const headers = { "content-type": "application/json", link: apiLinks("guestbook", next) };
  return respondCached(etag, answer && JSON.stringify(answer), headers);
}

async function post(context: RequestContext, origin: string): Promise<Response> {
  assertOpen(context);
  const entry = await signEntry(context, await readJson(context.request));
  const headers = { "content-type": "application/json", link: apiLinks("entry") };
  return respond(201, JSON.stringify(entry), { ...headers, location: origin + entryPath(entry) });
}

/**
 * Reads the part of the guestbook that a request asks for.
 * @param limits Entries and bytes of their JSON at most.
 * @param surroundings What is shown beside the entries and may change: it is part of the entity
 * tag.
 * @returns `page` is null where the request names the entity tag: only keys were read. `next` is
 * the query of what follows, which begins with `?` and has the same `limit`; null at the end.
 * @throws Refusal if the query cannot be understood or the store fails.
 */
export async function readEntries(
  { request, openStore, cache, deployId }: RequestContext,
  limits: { entries: number; bytes: number },
  surroundings = "",
): Promise<{ etag: string; page: EntryPage | null; next: string | null }> {
  const query = new URL(request.url).searchParams;
  const asked = validateQuery(query, limits.entries);
  if (Array.isArray(asked)) throw refuseFaults("malformed-request", asked);
  let etag = "";
  const isKnown = (version: string) => {
    const shown = JSON.stringify([version, deployId, surroundings]);
    etag = `"${createHash("sha256").update(shown).digest("base64url").slice(0, 27)}"`;
    return matchesEtag(request.headers.get("if-none-match"), etag);
  };
  const unavailable =
    "The entries cannot be read just now. Nothing is lost; please try again in a moment.";
  const read = () => readPage(openStore(), { ...asked, bytes: limits.bytes }, { isKnown, cache });
  const page = await orRefuse(unavailable, read);
  if (page === null || page.next === null) return { etag, page, next: null };
  const limit = query.get("limit");
  return { etag, page, next: `?from=${page.next}${limit === null ? "" : `&limit=${limit}`}` };
}

/** @throws Refusal if the owner has closed the guestbook for new entries. */
export function assertOpen({ isClosed }: RequestContext): void {
  const detail = "The guestbook takes no new entries at present; it can still be read.";
  if (isClosed) throw new Refusal("signing-closed", { detail, retryAfter: 3600 });
}

/**
 * Stores what a request sent as an entry. After the answer the host's cache lets go of older
 * copies.
 * @param value What was sent, as of `validate`.
 * @throws Refusal if it breaks a rule, if the owner removed the entry that this is a retry of, or
 * if the store fails.
 */
export async function signEntry(context: RequestContext, value: unknown): Promise<Entry> {
  const { request, openStore, clock, waitUntil } = context;
  const { signature, faults } = validate(value);
  if (faults !== undefined) throw refuseFaults("invalid-entry", faults);
  const userAgent = request.headers.get("user-agent");
  const idempotencyKey = request.headers.get("idempotency-key");
  const unavailable =
    "The store did not confirm the entry, which may be stored all the same. Please look whether it is there before you " +
    "send it again.";
  const post = () =>
    orRefuse(unavailable, () => sign(openStore(), { signature, userAgent, idempotencyKey, clock }));
  const entry = await (idempotencyKey === null
    ? post()
    : once(JSON.stringify([idempotencyKey, signature]), post));
  waitUntil(purge());
  return entry;
}

/** Posts with an Idempotency-Key that this process is answering. */
const underWay = new Map<string, Promise<Entry>>();

/** Answers requests that arrive while an identical one is under way with the same entry. */
function once(identity: string, post: () => Promise<Entry>): Promise<Entry> {
  const entry = underWay.get(identity) ?? post().finally(() => underWay.delete(identity));
  underWay.set(identity, entry);
  return entry;
}

/**
 * Runs what needs the store.
 * @throws Refusal if the store fails, with what to say then, or if the entry is gone; anything else
 * is a fault of ours.
 */
async function orRefuse<T>(unavailable: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EntryRemovedError)
      throw new Refusal("entry-removed", { detail: removedDetail });
    if (!(error instanceof StoreError)) throw error;
    console.error(`guestbook: ${error.message}`);
    throw new Refusal("store-unavailable", { detail: unavailable, retryAfter: 5 });
  }
}
