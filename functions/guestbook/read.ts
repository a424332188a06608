import { compaction, isCompactionDue } from "./compact.ts";
import type { Entry } from "./entry.ts";
import { type Position, positionOf } from "./keys.ts";
import { isHidden, type Listing, withListing } from "./listing.ts";
import { loadPack, loadSingle, mapConcurrently } from "./packs.ts";
import { type Region, regionsOf } from "./regions.ts";
import type { BlobStore } from "./store.ts";

export interface PageRequest {
  /** The newest entry that may be on the page; null begins with the newest of all. */
  from: Position | null;
  /** Entries at most. */
  limit: number;
  /** Bytes of the entries' JSON at most; one entry is always given. */
  bytes: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
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

/** Single entries that are read at once; more than a page needs of them are never asked for. */
const batch = 256;

/**
 * Reads one page of the guestbook: everything the page covers, or an error.
 * @throws StoreError if the store fails.
 */
export function readPage(store: BlobStore, request: PageRequest): Promise<EntryPage> {
  return withListing(store, (listing) => readListed(store, listing, request));
}

async function readListed(
  store: BlobStore,
  listing: Listing,
  { from, limit, bytes, clock = Date.now }: PageRequest,
): Promise<EntryPage> {
  const regions = regionsOf(listing).reverse();
  const known = new Map<Region, ReadonlySet<string>>();
  const entries: Entry[] = [];
  let next: Position | null = null;
  let size = 0;
  for await (const entry of newestFirst(store, listing, regions, from, limit, known)) {
    size += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (entries.length > 0 && (entries.length >= limit || size > bytes)) {
      next = positionOf(entry);
      break;
    }
    entries.push(entry);
  }
  return {
    count: await countEntries(store, listing, regions, known),
    entries,
    next,
    isCompactionDue: isCompactionDue(listing, { ...compaction, clock }),
  };
}

/**
 * Yields the visible entries from a position on, newest first, loading no more than it must; notes the ids of what it
 * loaded.
 */
async function* newestFirst(
  store: BlobStore,
  listing: Listing,
  regions: readonly Region[],
  from: Position | null,
  limit: number,
  known: Map<Region, ReadonlySet<string>>,
): AsyncGenerator<Entry> {
  const isDue = (at: Position) => from === null || at <= from;
  for (const region of regions) {
    if (!isDue(region.low)) continue;
    const packed = await loadPacked(store, region);
    if (region.packs.length > 0)
      known.set(region, new Set([...packed.keys(), ...region.singles.map((single) => single.id)]));
    const due = [...packed.values()].map((entry) => ({
      position: positionOf(entry),
      entry: entry as Entry | null,
      key: "",
    }));
    for (const { id, key, position } of region.singles) if (!packed.has(id)) due.push({ position, entry: null, key });
    const rows = due.filter((row) => isDue(row.position) && !isHidden(listing, row.position.slice(-20)));
    rows.sort((a, b) => (a.position < b.position ? 1 : -1));
    const step = Math.min(batch, limit + 1);
    for (let start = 0; start < rows.length; start += step) {
      const loaded = await mapConcurrently(
        rows.slice(start, start + step),
        async (row) => row.entry ?? (await loadSingle(store, row.key)),
      );
      yield* loaded;
    }
  }
}

/**
 * All entries of a region's packs by id. Latest first, so that a pack which a later one replaces need not be loaded.
 */
async function loadPacked(store: BlobStore, region: Region): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const replaced = new Set<string>();
  for (const key of region.packs.toReversed()) {
    if (replaced.has(key.key)) continue;
    const pack = await loadPack(store, key);
    for (const source of pack.replaces) replaced.add(source);
    for (const entry of pack.entries) if (!entries.has(entry.id)) entries.set(entry.id, entry);
  }
  return entries;
}

/**
 * The number of visible entries. Packs that stand alone are counted by their keys; each removed entry that was not met
 * is in one of those.
 */
async function countEntries(
  store: BlobStore,
  listing: Listing,
  regions: readonly Region[],
  known: ReadonlyMap<Region, ReadonlySet<string>>,
): Promise<number> {
  let count = 0;
  const met = new Set<string>();
  const unmet = new Set([...listing.removed].filter((id) => !listing.erased.has(id)));
  const see = (id: string) => {
    if (!met.has(id) && !isHidden(listing, id)) count++;
    met.add(id);
    unmet.delete(id);
  };
  for (const region of regions) {
    const ids = known.get(region);
    if (ids !== undefined) ids.forEach(see);
    else if (region.packs.length === 0) for (const single of region.singles) see(single.id);
    else if (region.clean) count += (region.packs[0] as { count: number }).count;
    else
      new Set([...(await loadPacked(store, region)).keys(), ...region.singles.map((single) => single.id)]).forEach(see);
  }
  return count - unmet.size;
}
