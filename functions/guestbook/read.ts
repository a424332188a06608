import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { isCompactionDue } from "./compaction-plan.ts";
import type { Entry } from "./entry.ts";
import { idOf, type Position, positionOf } from "./keys.ts";
import { isHidden, type Listing, type Region, regionsOf, withListing } from "./listing.ts";
import { entriesById, entriesOf, loadSingle, type ReadPack, readRegion } from "./packs.ts";
import { storageSettings } from "./settings.ts";
import type { BlobStore } from "./store.ts";

interface PageRequest {
  /** The newest entry that may be on the page; null begins with the newest of all. */
  from: Position | null;
  /** Entries at most. */
  limit: number;
  /** Bytes of the entries' JSON at most; one entry is always given. */
  bytes: number;
}

export interface EntryPage {
  /** All entries of the guestbook, those on other pages too. */
  count: number;
  /** Newest first. */
  entries: Entry[];
  /** Where the next page begins, or null. */
  next: Position | null;
  /** Whether a run of compaction would find something to do. */
  isCompactionDue: boolean;
}

/**
 * Reads one page of the guestbook: everything the page covers, or an error.
 * @param now Milliseconds since 1970.
 * @throws StoreError if the store fails.
 */
export function readPage(
  store: BlobStore,
  request: PageRequest,
  now = Date.now(),
  settings = storageSettings,
): Promise<EntryPage> {
  return withListing(store, async (listing) => {
    const regions = await mapConcurrently(regionsOf(listing, settings), (region) => readRegion(store, region));
    const entries: Entry[] = [];
    let next: Position | null = null;
    let size = 0;
    for await (const entry of newestFirst(store, listing, regions, request)) {
      size += Buffer.byteLength(JSON.stringify(entry)) + 1;
      if (entries.length > 0 && (entries.length >= request.limit || size > request.bytes)) {
        next = positionOf(entry);
        break;
      }
      entries.push(entry);
    }
    return {
      count: countEntries(listing, regions),
      entries,
      next,
      isCompactionDue: isCompactionDue(listing, regions, now, settings),
    };
  });
}

/** Single entries that are read at once; more than a page needs of them are never asked for. */
const batch = 256;

/** Yields the visible entries from a position on, newest first, loading no more than it must. */
async function* newestFirst(
  store: BlobStore,
  listing: Listing,
  regions: readonly Region<ReadPack>[],
  { from, limit }: PageRequest,
): AsyncGenerator<Entry> {
  const isWanted = (at: Position) => from === null || at <= from;
  const step = Math.min(batch, limit + 1);
  for (const region of regions.toReversed()) {
    if (!isWanted(region.low)) continue;
    const packed = entriesById(await entriesOf(store, region.packs));
    const rows = new Map<string, { position: Position; load: () => Entry | Promise<Entry> }>();
    for (const entry of packed.values()) rows.set(entry.id, { position: positionOf(entry), load: () => entry });
    // Oldest first: of copies of one entry the earliest is the entry.
    for (const single of region.singles) {
      const known = rows.get(single.id);
      if (known === undefined || single.position < known.position)
        rows.set(single.id, { position: single.position, load: () => loadSingle(store, single) });
    }
    const wanted = [...rows.values()].filter(
      ({ position }) => isWanted(position) && !isHidden(listing, idOf(position)),
    );
    wanted.sort((a, b) => (a.position < b.position ? 1 : -1));
    for (let start = 0; start < wanted.length; start += step) {
      yield* await mapConcurrently(wanted.slice(start, start + step), async (row) => row.load());
    }
  }
}

/**
 * The number of visible entries. Of those in a pack that was counted by its key, only the marks tell which are hidden.
 */
function countEntries(listing: Listing, regions: readonly Region<ReadPack>[]): number {
  let counted = 0;
  const met = new Set<string>();
  for (const { low, high, packs, singles, isCounted } of regions) {
    const read = packs.flatMap(({ entries }) => entries ?? []);
    for (const { id } of [...read, ...singles]) if (!isHidden(listing, id)) met.add(id);
    if (!isCounted) continue;
    const removed = [...listing.removed.values()].filter(
      ({ id, position }) => low <= position && position <= high && !listing.erased.has(id),
    );
    counted += (packs[0]?.count ?? 0) - removed.length;
  }
  return counted + met.size;
}
