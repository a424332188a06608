import { readJson } from "./body.ts";
import { answerLimit, type Entry, notice, queryLimit } from "./entry.ts";
import { Refusal, removedDetail, respondProblem } from "./problems.ts";
import { type EntryPage, readPage } from "./read.ts";
import { entryPath } from "./render-page.ts";
import { apiLinks, purge, respond, respondCached } from "./responses.ts";
import { EntryRemovedError, sign } from "./sign.ts";
import { type BlobStore, StoreError } from "./store.ts";
import { validate, validateQuery } from "./validate.ts";

/** A request, and everything that answering it may touch. */
export interface Visit {
  request: Request;
  /** Opens the store; throws StoreError where there is none. */
  open(): BlobStore;
  /** Whether the owner has closed the guestbook for new entries. */
  isClosed: boolean;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Work that goes on after the answer; best effort. */
  later(work: Promise<unknown>): void;
  /** Starts a run of compaction after the answer. */
  compact(): void;
}

/** Answers `/api/guestbook`. */
export async function answerApi(visit: Visit): Promise<Response> {
  const { method, url } = visit.request;
  const { origin } = new URL(url);
  try {
    if (method === "GET" || method === "HEAD") return await list(visit, origin);
    if (method === "POST") return await post(visit, origin);
    throw new Refusal("method-not-allowed", { detail: "Read with GET, sign with POST." });
  } catch (error) {
    if (error instanceof Refusal) return respondProblem(error.problem, origin, error.details);
    throw error;
  }
}

/** The answer to `GET /api/guestbook`. */
interface GuestbookAnswer {
  count: number;
  notice: string;
  next?: string;
  entries: Entry[];
}

/** What notice, count and address of the next page may add to the entries, in bytes. */
const envelope = 2000;

async function list(visit: Visit, origin: string): Promise<Response> {
  const { page, next: query } = await readEntries(visit, { entries: queryLimit, bytes: answerLimit - envelope });
  const { count, entries } = page;
  const next = query === null ? undefined : `${origin}/api/guestbook${query}`;
  const answer: GuestbookAnswer = { count, notice, ...(next === undefined ? {} : { next }), entries };
  return respondCached(visit.request, JSON.stringify(answer), {
    "content-type": "application/json",
    link: apiLinks("guestbook", next),
  });
}

async function post(visit: Visit, origin: string): Promise<Response> {
  assertOpen(visit);
  const entry = await signEntry(visit, await readJson(visit.request));
  return respond(201, JSON.stringify(entry), {
    "content-type": "application/json",
    location: origin + entryPath(entry),
    link: apiLinks("entry"),
  });
}

// What follows reads and signs, for the API and for the page alike: they differ in how they read a request and in how
// they show what came of it.

/** Seconds after which a request that the store failed is worth trying again. */
const storeRetryAfter = 5;

/** Seconds after which asking again makes sense while signing is closed. */
const closedRetryAfter = 3600;

/**
 * The part of the guestbook that the query of a visit asks for, and the query of what follows it.
 * @param limits Entries and bytes of their JSON at most.
 * @returns `next` is a query that begins with `?` and has the same `limit`, or null at the end.
 * @throws Refusal if the query cannot be understood or the store fails.
 */
export async function readEntries(
  { request, open, clock, compact }: Visit,
  limits: { entries: number; bytes: number },
): Promise<{ page: EntryPage; next: string | null }> {
  const query = new URL(request.url).searchParams;
  const asked = validateQuery(query, limits.entries);
  if (Array.isArray(asked))
    throw new Refusal("malformed-request", { detail: asked.map(({ detail }) => detail).join(" "), faults: asked });
  const unavailable = "The entries cannot be read just now. Nothing is lost; please try again in a moment.";
  const page = await orRefuse(unavailable, () => readPage(open(), { ...asked, bytes: limits.bytes }, clock()));
  if (page.isCompactionDue) compact();
  const limit = query.get("limit");
  return { page, next: page.next === null ? null : `?from=${page.next}${limit === null ? "" : `&limit=${limit}`}` };
}

/** @throws Refusal if the owner has closed the guestbook for new entries. */
export function assertOpen({ isClosed }: Visit): void {
  if (!isClosed) return;
  const detail = "The guestbook takes no new entries at present; it can still be read.";
  throw new Refusal("signing-closed", { detail, retryAfter: closedRetryAfter });
}

/**
 * Stores what a visit sent as an entry. After the answer the host's cache lets go of older copies, and now and then a
 * run of compaction starts.
 * @param value What was sent, as of `validate`.
 * @throws Refusal if it breaks a rule, if the owner removed the entry that this is a retry of, or if the store fails.
 */
export async function signEntry({ request, open, clock, later, compact }: Visit, value: unknown): Promise<Entry> {
  const { signature, faults } = validate(value);
  if (faults !== undefined)
    throw new Refusal("invalid-entry", { detail: faults.map(({ detail }) => detail).join(" "), faults });
  const userAgent = request.headers.get("user-agent");
  const idempotencyKey = request.headers.get("idempotency-key");
  const unavailable =
    "The store did not confirm the entry, which may be stored all the same. Please look whether it is there before you " +
    "send it again.";
  const post = () => orRefuse(unavailable, () => sign(open(), { signature, userAgent, idempotencyKey, clock }));
  const entry = await (idempotencyKey === null ? post() : once(JSON.stringify([idempotencyKey, signature]), post));
  later(purge());
  if (startsCompaction(entry.id)) compact();
  return entry;
}

/** Posts with an Idempotency-Key that this process is answering. */
const underWay = new Map<string, Promise<Entry>>();

/** Answers requests that arrive while an identical one is being answered with the same entry. */
function once(identity: string, post: () => Promise<Entry>): Promise<Entry> {
  const known = underWay.get(identity);
  if (known !== undefined) return known;
  const entry = post().finally(() => underWay.delete(identity));
  underWay.set(identity, entry);
  return entry;
}

/**
 * Runs what needs the store.
 * @param unavailable What to say where the store fails.
 * @throws Refusal if the store fails or the entry is gone; anything else that is thrown is a fault of ours.
 */
async function orRefuse<T>(unavailable: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EntryRemovedError) throw new Refusal("entry-removed", { detail: removedDetail });
    if (!(error instanceof StoreError)) throw error;
    console.error(`guestbook: ${error.message}`);
    throw new Refusal("store-unavailable", { detail: unavailable, retryAfter: storeRetryAfter });
  }
}

/**
 * Whether the post of an entry starts a compaction, so that a guestbook that is only written and never read stays in
 * order too. One in 32 does: the characters of an id are evenly spread over as many.
 */
export function startsCompaction(id: string): boolean {
  return id.endsWith("a");
}
