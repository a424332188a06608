import type { BlobStore } from "./blob-store.ts";
import { mapConcurrently } from "./concurrency.ts";
import type { Entry } from "./entry.ts";
import { positionOf, type PackKey, type Position } from "./keys.ts";
import { listStore, type Listing } from "./listing.ts";
import { loadPack, loadSingle, makePack } from "./packs.ts";
import { planRewrites, type PlanLimits, type Rewrite } from "./plan.ts";
import { regionsOf } from "./regions.ts";
import { surveyRegion, type Survey } from "./survey.ts";

export interface CompactOptions extends PlanLimits {
  /** Milliseconds since 1970. */
  clock: () => number;
  /** How old a pack must be before what it holds may be deleted elsewhere, in milliseconds: longer than a listing can be stale, a clock wrong and a write late, all together. */
  grace: number;
  /** How old a single entry must be before it is packed, in milliseconds: longer than two requests of one Idempotency-Key run side by side. */
  settle: number;
  /** When to begin no more work, in milliseconds after the start; well below the grace period. */
  duration: number;
  /** Single entries in no pack at which new packs are written although others are still young. */
  flood: number;
  /** Looks only at the part of the guestbook around a place. */
  around?: Position;
}

export const compaction: Omit<CompactOptions, "clock" | "around"> = {
  grace: 300_000,
  settle: 120_000,
  duration: 20_000,
  packBytes: 1_500_000,
  fewest: 12,
  most: 5_000,
  flood: 1_000,
};

/** What a run did. */
export interface Compacted {
  deleted: number;
  written: number;
}

/** Keys that are deleted before the clock is looked at again. */
const batch = 500;

/**
 * Runs one bounded step of compaction: deletes what is safely elsewhere, then writes what belongs together into packs, and
 * deletes none of its sources: a later run will, when these packs are old enough and it has read them.
 * Any number of runs may go on at once, and each may end anywhere: at worst something is stored twice, which reading merges.
 * @throws StoreError if the store fails; what was done until then stands.
 */
export async function compact(store: BlobStore, options: CompactOptions): Promise<Compacted> {
  const start = options.clock();
  const isInTime = () => options.clock() - start < options.duration;
  const listing = await listStore(store);
  const surveys: Survey[] = [];
  const { around } = options;
  for (const region of regionsOf(listing)) {
    if (around !== undefined && (around < region.low || around > region.high)) continue;
    if (!isInTime()) break;
    surveys.push(
      await surveyRegion(store, listing, region, { now: start, grace: options.grace, settle: options.settle }),
    );
  }
  let deleted = 0;
  for (const wave of [0, 1] as const) {
    const keys = surveys.flatMap((survey) => survey.deletable[wave]);
    for (let at = 0; at < keys.length && isInTime(); at += batch) {
      deleted += (await mapConcurrently(keys.slice(at, at + batch), (key) => store.delete(key))).length;
    }
    // An entry must not go before its twins: alone, a twin would be taken for an entry that no pack holds.
    if (deleted < keys.length && wave === 0) return { deleted, written: 0 };
  }
  const isOld = (pack: PackKey) => start - pack.created >= options.grace;
  const unpacked = surveys.reduce((sum, survey) => sum + survey.unpacked.length, 0);
  const mayWrite = listing.packs.every(isOld) || unpacked >= options.flood;
  let written = 0;
  for (const rewrite of mayWrite ? planRewrites(surveys, isOld, options) : []) {
    for (const { key, text } of await makePacks(store, listing, rewrite, options)) {
      // Erasing waits a grace period, in which every copy that a run before it had in hand must have been written or given up.
      if (!isInTime()) return { deleted, written };
      await store.set(key, text);
      written++;
    }
  }
  return { deleted, written };
}

/** Loads what is to be joined, and makes packs of it. */
async function makePacks(
  store: BlobStore,
  listing: Listing,
  rewrite: Rewrite,
  { clock, packBytes }: CompactOptions,
): Promise<{ key: string; text: string }[]> {
  const byId = new Map<string, Entry>();
  const packed = (await mapConcurrently(rewrite.packs, (key) => loadPack(store, key), 4)).flatMap(
    (pack) => pack.entries,
  );
  const single = await mapConcurrently(rewrite.singles, ({ key }) => loadSingle(store, key));
  for (const entry of [...packed, ...single]) {
    const known = byId.get(entry.id);
    if (!listing.erased.has(entry.id) && (known === undefined || entry.ts < known.ts)) byId.set(entry.id, entry);
  }
  const entries = [...byId.values()].sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  const chunks = chunksOf(entries, packBytes);
  const created = Math.max(clock(), ...rewrite.packs.map((pack) => pack.created + 1));
  const replaces = chunks.length === 1 ? rewrite.packs.map((pack) => pack.key) : [];
  return chunks.map((chunk, index) => {
    const low = index === 0 ? rewrite.low : positionOf(chunk[0] as Entry);
    const high = index === chunks.length - 1 ? rewrite.high : positionOf(chunk.at(-1) as Entry);
    return makePack({ entries: chunk, replaces, low, high, created });
  });
}

/** Cuts a list of entries so that each part fits into a pack. */
export function chunksOf(entries: readonly Entry[], packBytes: number): Entry[][] {
  const chunks: Entry[][] = [];
  let size = Infinity;
  for (const entry of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (size + bytes > packBytes) {
      chunks.push([]);
      size = 0;
    }
    (chunks.at(-1) as Entry[]).push(entry);
    size += bytes;
  }
  return chunks;
}
