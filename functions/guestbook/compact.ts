import { keyTime, type PackKey, type Position, type SingleKey, type Span } from "./keys.ts";
import { isAround, isSuspect, type Listing, listStore, regionsOf } from "./listing.ts";
import {
  chunksOf,
  entriesById,
  loadPack,
  loadSingle,
  makePack,
  mapConcurrently,
  type NewPack,
  type ReadRegion,
  readRegion,
  spanOf,
} from "./packs.ts";
import { type StorageSettings, storageSettings } from "./settings.ts";
import type { BlobStore } from "./store.ts";

/** What a run did: how many blobs of each kind. */
interface Compacted {
  deleted: number;
  written: number;
}

/**
 * Runs one bounded step of compaction: deletes what is safely elsewhere, then writes what belongs together into packs,
 * and deletes none of their sources: a later run will, when these packs are old enough and it has read them. Any number
 * of runs may go on at once, and each may end anywhere: at worst something is stored twice, which reading merges.
 * @param clock Milliseconds since 1970.
 * @param around Looks only at the part of the guestbook around a place.
 * @throws StoreError if the store fails; GoneError if another run was faster. What was done until then stands.
 */
export async function compact(
  store: BlobStore,
  { clock, around }: { clock: () => number; around?: Position },
  settings = storageSettings,
): Promise<Compacted> {
  const start = clock();
  // A run that took longer, or was suspended by its host, must not write what it has read long ago: erasing counts on
  // it. So the clock is looked at before each write and delete.
  const isInTime = () => clock() - start < settings.duration;
  const listing = await listStore(store);
  const regions: ReadRegion[] = [];
  for (const region of regionsOf(listing, settings)) {
    if (around !== undefined && !isAround(region, around, settings)) continue;
    if (!isInTime()) break;
    regions.push(await readRegion(store, region));
  }
  const { deletable, rewrites } = planCompaction(listing, regions, start, settings);
  const done: Compacted = { deleted: 0, written: 0 };
  await mapConcurrently(deletable, async (key) => {
    if (!isInTime()) return;
    await store.delete(key);
    done.deleted++;
  });
  for (const rewrite of rewrites) {
    for (const { key, text } of await rewritten(store, listing, regions, rewrite, start, settings)) {
      if (!isInTime()) return done;
      await store.set(key, text);
      done.written++;
    }
  }
  return done;
}

/** Loads what is to be written together, and makes packs of it without the erased entries. */
async function rewritten(
  store: BlobStore,
  { erased }: Listing,
  regions: readonly ReadRegion[],
  { packs, singles, low, high }: Rewrite,
  start: number,
  { packBytes }: StorageSettings,
): Promise<NewPack[]> {
  const read = new Map(regions.flatMap(({ packs, contents }) => packs.map((pack, at) => [pack.key, contents?.[at]])));
  const contents = await mapConcurrently(packs, async (pack) => read.get(pack.key) ?? loadPack(store, pack));
  const loaded = await mapConcurrently(singles, (single) => loadSingle(store, single));
  const entries = [...entriesById([...contents, loaded]).values()].filter(({ id }) => !erased.has(id));
  entries.sort((a, b) => (a.ts < b.ts || (a.ts === b.ts && a.id < b.id) ? -1 : 1));
  const created = Math.max(start, ...packs.map((pack) => pack.created + 1));
  const chunks = chunksOf(entries, packBytes);
  return chunks.map((chunk, index) => {
    // The packs reach to the ends of their sources, so that each source stays in a region with its copy.
    const span = spanOf(chunk);
    if (index === 0) span.low = low;
    if (index === chunks.length - 1) span.high = high;
    return makePack(chunk, span, created);
  });
}

/** What one run of compaction has to do. */
interface Plan {
  /** Keys of blobs whose entries are all elsewhere, or erased. */
  deletable: string[];
  rewrites: Rewrite[];
}

/** What is to be written together: as one pack, or as several where it is too much for one. */
interface Rewrite extends Span {
  /** Oldest first. */
  packs: PackKey[];
  singles: SingleKey[];
}

/** Whether a run of compaction would find something to do in what a reader has read. */
export function isCompactionDue(
  listing: Listing,
  regions: readonly ReadRegion[],
  now: number,
  settings: StorageSettings,
): boolean {
  const { deletable, rewrites } = planCompaction(listing, regions, now, settings);
  return deletable.length > 0 || rewrites.length > 0;
}

/**
 * Decides what a run does. Pure.
 *
 * A blob may be deleted only if everything in it that is not erased is in packs that sort later, are older than the
 * grace period, and were read for this plan. So data only ever moves to keys that sort later; without this rule two
 * runs could each delete what the other relies on.
 * @param now When the run began, in milliseconds since 1970.
 */
function planCompaction(
  listing: Listing,
  regions: readonly ReadRegion[],
  now: number,
  settings: StorageSettings,
): Plan {
  const { erased } = listing;
  const isOld = (pack: PackKey) => now - pack.created >= settings.grace;
  const settled = keyTime(now - settings.twinWindow);
  const { retryWindow, grace, forgettingStep } = settings;
  const forgotten = keyTime(Math.floor((now - retryWindow - grace) / forgettingStep) * forgettingStep);
  // Before, a listing may be so old that it does not show the mark, and would miss the entry.
  const isErased = (id: string) => now - (erased.get(id)?.marked ?? Infinity) >= grace;
  const deletable: string[] = [];
  const live: PackKey[] = [];
  const unpacked: SingleKey[] = [];
  const untidy = new Set<PackKey>();
  for (const { packs, singles, contents } of regions) {
    if (contents === null) {
      live.push(...packs);
      continue;
    }
    // The key of the last pack that holds an id: of all packs, and of those that are old enough.
    const last = new Map<string, string>();
    const lastOld = new Map<string, string>();
    for (const [at, pack] of packs.entries()) {
      for (const { id } of contents[at] ?? []) {
        last.set(id, pack.key);
        if (isOld(pack)) lastOld.set(id, pack.key);
      }
    }
    const mayGo = (key: string, id: string) => isErased(id) || (lastOld.get(id) ?? "") > key;
    for (const [at, pack] of packs.entries()) {
      const entries = contents[at] ?? [];
      if (entries.every(({ id }) => mayGo(pack.key, id))) deletable.push(pack.key);
      if (entries.some(({ id }) => !erased.has(id) && last.get(id) === pack.key)) live.push(pack);
      // A pack that may have been written without seeing a mark is written anew once a new one is beyond suspicion.
      const isCleared = !isSuspect({ ...pack, created: now }, erased, settings);
      if (entries.some(({ id }) => erased.has(id)) || (isCleared && isSuspect(pack, erased, settings)))
        untidy.add(pack);
    }
    const seen = new Set<string>();
    for (const single of singles) {
      const { key, id, position, keyed } = single;
      // An entry with an Idempotency-Key stays for as long as a retry must find it by its id.
      if (mayGo(key, id) && (!keyed || isErased(id) || position < forgotten)) deletable.push(key);
      else if (!last.has(id) && !erased.has(id) && !seen.has(id) && (!keyed || position < settled))
        unpacked.push(single);
      seen.add(id);
    }
  }
  const mayWrite = regions.every(({ packs }) => packs.every(isOld)) || unpacked.length >= settings.flood;
  const neighbours = clustersOf(live, unpacked.slice(0, settings.most));
  return {
    deletable,
    rewrites: mayWrite ? joinNeighbours(neighbours, isOld, (pack) => untidy.has(pack), settings) : [],
  };
}

/** Packs and single entries that overlap in time, and so are written together or not at all. Oldest first. */
function clustersOf(packs: readonly PackKey[], singles: readonly SingleKey[]): Rewrite[] {
  const spans = [
    ...packs.map((pack) => ({ low: pack.low, high: pack.high, packs: [pack], singles: [] as SingleKey[] })),
    ...singles.map((single) => ({ low: single.position, high: single.position, packs: [], singles: [single] })),
  ].sort((a, b) => (a.low < b.low ? -1 : 1));
  const clusters: Rewrite[] = [];
  for (const span of spans) {
    const cluster = clusters.at(-1);
    if (cluster === undefined || span.low > cluster.high) clusters.push(span);
    else clusters[clusters.length - 1] = join([cluster, span]);
  }
  return clusters;
}

function join(parts: readonly Rewrite[]): Rewrite {
  return {
    packs: parts.flatMap(({ packs }) => packs),
    singles: parts.flatMap(({ singles }) => singles),
    low: parts.map(({ low }) => low).sort()[0] as Position,
    high: parts
      .map(({ high }) => high)
      .sort()
      .at(-1) as Position,
  };
}

/**
 * Joins neighbours while they fit into one pack, so that at rest all packs but the newest are about full, and each page
 * costs few reads. Packs that are not old enough are left alone, or every run would copy the last one's copies.
 */
function joinNeighbours(
  clusters: readonly Rewrite[],
  isOld: (pack: PackKey) => boolean,
  isUntidy: (pack: PackKey) => boolean,
  { packBytes, entryBytes, fewest }: StorageSettings,
): Rewrite[] {
  const rewrites: Rewrite[] = [];
  let group: Rewrite[] = [];
  let bytes = 0;
  const close = () => {
    const isMixed = group.some(
      ({ packs, singles }) => packs.length + Math.min(1, singles.length) > 1 && packs.length > 0,
    );
    const { packs, singles } = join(group);
    if (isMixed || packs.length > 1 || packs.some(isUntidy) || singles.length >= fewest) rewrites.push(join(group));
    group = [];
    bytes = 0;
  };
  for (const cluster of clusters) {
    const weight = cluster.packs.reduce((sum, pack) => sum + pack.bytes, 0) + cluster.singles.length * entryBytes;
    if (!cluster.packs.every(isOld) || bytes + weight > packBytes) close();
    if (!cluster.packs.every(isOld)) continue;
    group.push(cluster);
    bytes += weight;
  }
  close();
  return rewrites;
}

let running: Promise<void> | null = null;

/**
 * Runs one step of compaction, unless one is running in this process. Others may run elsewhere: that costs work, never
 * entries. A failure is left to the next run.
 */
export function compactInBackground(open: () => BlobStore): Promise<void> {
  running ??= (async () => {
    try {
      await compact(open(), { clock: Date.now });
    } catch {
      // The store fails, or another run was faster. What this one did until then is whole.
    } finally {
      running = null;
    }
  })();
  return running;
}
