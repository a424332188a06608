/** As much of a blob store as the guestbook needs. Nothing here may depend on conditional writes. */
export interface BlobStore {
  /** All keys in their order, page after page. Not a snapshot: what is written meanwhile may be in or out. */
  list(): AsyncIterable<readonly string[]>;
  /** The blob's text, or null where there is none. */
  get(key: string): Promise<string | null>;
  /** Resolves once the blob is stored. */
  set(key: string, text: string): Promise<void>;
  /** Resolves once the blob is gone, also where there was none. */
  delete(key: string): Promise<void>;
}
