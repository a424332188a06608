import { isCompactionDue, startsCompaction } from "./background.ts";
import type { BlobStore } from "./blob-store.ts";
import { compaction } from "./compact.ts";
import { StoreError } from "./errors.ts";
import type { Listing } from "./listing.ts";

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
