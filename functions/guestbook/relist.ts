import type { BlobStore } from "./blob-store.ts";
import { GoneError } from "./errors.ts";
import { listStore, type Listing } from "./listing.ts";

/** A listing can be overtaken by a move; more often in a row than this means that something else is wrong. */
const attempts = 5;

/**
 * Lists the store and reads by that listing; where a listed blob has moved meanwhile, lists again.
 * @throws StoreError if the store fails, or the blobs keep moving.
 */
export async function withListing<T>(store: BlobStore, read: (listing: Listing) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(await listStore(store));
    } catch (error) {
      if (!(error instanceof GoneError) || attempt === attempts) throw error;
    }
  }
}
