import { purgeCache } from "@netlify/functions";
import { type CompactOptions, compact, compaction } from "./compact.ts";
import type { Entry, Signature } from "./entry.ts";
import { compactTime, type PackKey } from "./keys.ts";
import type { Listing } from "./listing.ts";
import { EntryRemovedError, StoreError } from "./problems.ts";
import { regionsOf } from "./regions.ts";
import { cacheTag } from "./responses.ts";
import { sign } from "./sign.ts";
import type { BlobStore } from "./store.ts";

/** A request, and all that the guestbook may touch of the world around it. */
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
  /** Tidies the store after the answer. */
  compact(): void;
}

/** What the API says where the store fails; a retry soon is welcome. */
export const storeRetryAfter = 5;

/** Runs what needs the store; a failing store is a value, everything else that fails is a fault of ours. */
export async function orStoreError<T>(run: () => Promise<T>): Promise<T | StoreError> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    console.error(`guestbook: ${error.message}`);
    return error;
  }
}

/** After entries were read: tidies the store if what was listed is worth it. */
export function tidyAfterReading(visit: Visit, listing: Listing): void {
  if (isCompactionDue(listing, { ...compaction, clock: visit.clock })) visit.compact();
}

/** After an entry was stored: lets go of old copies in the host's cache, and now and then tidies the store. */
export function tidyAfterSigning(visit: Visit, id: string, purged: Promise<unknown>): void {
  visit.later(purged);
  if (startsCompaction(id)) visit.compact();
}

/** Signs with what a visit sent; what keeps the entry from being stored is a value. */
export async function accept(
  { request, open, clock }: Visit,
  signature: Signature,
): Promise<Entry | StoreError | EntryRemovedError> {
  const { headers } = request;
  return orStoreError(async () => {
    try {
      return await sign(open(), {
        signature,
        userAgent: headers.get("user-agent"),
        idempotencyKey: headers.get("idempotency-key"),
        clock,
      });
    } catch (error) {
      if (error instanceof EntryRemovedError) return error;
      throw error;
    }
  });
}

/** What is said to a retry of an entry that is gone; its text is not repeated. */
export const removedDetail =
  "This entry was removed by the owner, and nothing was stored; send it with another Idempotency-Key to sign again.";

/** Whether what a listing shows is worth a run, as far as keys tell. */
export function isCompactionDue({ packs, singles, ...rest }: Listing, options: CompactOptions): boolean {
  const now = options.clock();
  const isOld = (pack: PackKey) => now - pack.created >= options.grace;
  const settled = compactTime(new Date(now - options.settle));
  const areAllOld = packs.every(isOld);
  let unpacked = 0;
  let before = Infinity;
  for (const region of regionsOf({ packs, singles, ...rest })) {
    if (region.packs.length === 0) {
      unpacked += region.singles.filter((single) => single.position < settled).length;
      continue;
    }
    // Beside an old pack there is something to delete, or to join with it.
    if (!region.clean && region.packs.every(isOld)) return true;
    const bytes = region.packs.reduce((sum, pack) => sum + pack.bytes, 0);
    if (areAllOld && before + bytes <= options.packBytes) return true;
    before = bytes;
  }
  return unpacked >= (areAllOld ? options.fewest : options.flood);
}

/**
 * Whether the post of an entry starts a compaction, so that a guestbook that is only written and never read stays in
 * order too. One in 32 does: the characters of an id are evenly spread over as many.
 */
export function startsCompaction(id: string): boolean {
  return id.endsWith("a");
}

let running: Promise<void> | null = null;

/**
 * Runs one step of compaction, unless one is running in this process. Others may run elsewhere: that costs work, never
 * entries. A failure is left to the next run.
 */
export function compactInBackground(open: () => BlobStore): Promise<void> {
  running ??= (async () => {
    try {
      await compact(open(), { ...compaction, clock: Date.now });
    } catch {
      // The store fails, or another run was faster. What this one did until then is whole.
    } finally {
      running = null;
    }
  })();
  return running;
}

/**
 * Makes the host's cache ask for the entries again. Best effort: the host allows two purges of a tag in five seconds,
 * and what is not purged is out of date for two minutes at most. So nobody who signs is sent to an address that may
 * have been cached before. Where there is no host, as locally, there is nothing to purge.
 * @returns Whether the host said that it did.
 */
export async function purge(access?: { siteID: string; token: string; apiURL?: string }): Promise<boolean> {
  if (access === undefined && process.env["NETLIFY_PURGE_API_TOKEN"] === undefined) return false;
  try {
    await purgeCache({ tags: [cacheTag], ...access });
    return true;
  } catch {
    return false;
  }
}
