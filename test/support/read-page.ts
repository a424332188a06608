import { createBlobCache, loadPage, withListing } from "../../functions/guestbook/book.ts";
import type { BlobStore } from "../../functions/guestbook/store.ts";

/** Reads one page of a guestbook with one listing, as its function does. */
export function readPage(
  store: BlobStore,
  asked: Parameters<typeof loadPage>[2],
  cache = createBlobCache(),
) {
  return withListing(store, (entries) => loadPage(store, entries, asked, cache));
}
