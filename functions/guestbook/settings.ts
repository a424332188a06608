/**
 * Times and sizes of the storage. Times are in milliseconds. Tests use others; whoever shares a store must use the
 * same.
 */
export interface StorageSettings {
  /** How long a run of compaction may begin new work. Before each write and delete it looks at the clock. */
  duration: number;
  /**
   * How old a pack must be before what it holds may be deleted elsewhere, and how long after its mark an erased entry
   * may still be copied: longer than a run, its last call, a stale listing and a wrong clock together.
   */
  grace: number;
  /**
   * How far apart the copies of one entry can be that requests with one Idempotency-Key leave when they run at the same
   * time, each before it sees the other's: longer than looking for an earlier copy, writing, a stale listing and a
   * wrong clock together. Entries with a key are packed when they are older than this and all their copies show.
   */
  twinWindow: number;
  /**
   * How long looking for an earlier entry with the same Idempotency-Key may take, and writing the mark of an erased
   * entry. After more than this the time in their keys is too old: the post is refused, and the mark is set again.
   */
  lookLimit: number;
  /** How long a retry with the same Idempotency-Key and body is answered with the entry that is there. */
  retryWindow: number;
  /**
   * Single entries that were kept for retries only are deleted together, those of one such step of time at once:
   * otherwise a run would be due for each of them.
   */
  forgettingStep: number;
  /** Bytes of a full pack: one call of the store is quick, and a full answer needs a few. */
  packBytes: number;
  /** The estimated size of a single entry that has not been read, in bytes. */
  entryBytes: number;
  /** Fewer single entries than these are not worth a pack. */
  fewest: number;
  /** Single entries that one run packs at most. */
  most: number;
  /** With so many single entries in no pack, packs are written although the last ones are younger than `grace`. */
  flood: number;
}

const second = 1000;
const hour = 3600 * second;

export const storageSettings: StorageSettings = {
  duration: 20 * second,
  grace: 120 * second,
  twinWindow: 60 * second,
  lookLimit: 10 * second,
  retryWindow: 24 * hour,
  forgettingStep: hour,
  packBytes: 1_500_000,
  entryBytes: 500,
  fewest: 12,
  most: 5_000,
  flood: 1_000,
};
