import type { BlobStore } from "./blob-store.ts";
import { StoreError } from "./errors.ts";

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
