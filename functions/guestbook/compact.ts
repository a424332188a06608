import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { planCompaction } from "./compaction-plan.ts";
import { type Position, positionOf } from "./keys.ts";
import { isAround, type Listing, listStore, type Region, regionsOf, type Stretch } from "./listing.ts";
import {
  chunksOf,
  entriesById,
  entriesOf,
  loadSingle,
  makePack,
  type NewPack,
  type ReadPack,
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
  const regions: Region<ReadPack>[] = [];
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
    for (const { key, text } of await packsFor(store, rewrite, listing, start, settings)) {
      if (!isInTime()) return done;
      await store.set(key, text);
      done.written++;
    }
  }
  return done;
}

/** Loads what is to be written together, and makes packs of it without the erased entries. */
async function packsFor(
  store: BlobStore,
  { packs, singles, low, high }: Stretch<ReadPack>,
  { erased }: Listing,
  start: number,
  { packBytes }: StorageSettings,
): Promise<NewPack[]> {
  const packed = await entriesOf(store, packs);
  const loaded = await mapConcurrently(singles, (single) => loadSingle(store, single));
  const entries = [...entriesById([...packed, loaded]).values()].filter(({ id }) => !erased.has(id));
  entries.sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  const chunks = chunksOf(entries, packBytes);
  return chunks.map((chunk, index) => {
    // The packs reach to the ends of their sources, so that each source stays in a region with its copy.
    const span = spanOf(chunk);
    if (index === 0) span.low = low;
    if (index === chunks.length - 1) span.high = high;
    // Only packs older than the grace period are written anew, so this is later than the times of all of them.
    return makePack(chunk, span, start);
  });
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
