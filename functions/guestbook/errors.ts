/** The store did not answer, refused, or answered what cannot be. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** A listed blob is not there any more: what it held has moved, and another listing will show where. */
export class GoneError extends StoreError {
  override name = "GoneError";
}

/** A retry of an entry that the owner has removed or erased since: there is nothing to answer it with, and nothing is stored. */
export class EntryRemovedError extends Error {
  override name = "EntryRemovedError";
}
