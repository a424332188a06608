import type { Entry } from "./entry.ts";
import { compactTime, type PackKey, type Position, positionOf, type SingleKey } from "./keys.ts";
import { type Listing, listStore } from "./listing.ts";
import { loadPack, loadSingle, makePack, mapConcurrently } from "./packs.ts";
import { type Region, regionsOf } from "./regions.ts";
import type { BlobStore } from "./store.ts";

export interface CompactOptions extends PlanLimits {
  /** Milliseconds since 1970. */
  clock: () => number;
  /**
   * How old a pack must be before what it holds may be deleted elsewhere, in milliseconds: longer than a listing can be
   * stale, a clock wrong and a write late, all together.
   */
  grace: number;
  /**
   * How old a single entry must be before it is packed, in milliseconds: longer than two requests of one
   * Idempotency-Key run side by side.
   */
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
interface Compacted {
  deleted: number;
  written: number;
}

/** Keys that are deleted before the clock is looked at again. */
const batch = 500;

/**
 * Runs one bounded step of compaction: deletes what is safely elsewhere, then writes what belongs together into packs,
 * and deletes none of its sources: a later run will, when these packs are old enough and it has read them. Any number
 * of runs may go on at once, and each may end anywhere: at worst something is stored twice, which reading merges.
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
      // Erasing waits a grace period, in which every copy that a run before it had in hand must have been written or
      // given up.
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

/** What is to be written together as one pack, or as several where it is too much for one. */
interface Rewrite {
  packs: PackKey[];
  singles: SingleKey[];
  low: Position;
  high: Position;
}

interface PlanLimits {
  /** Bytes of a full pack. */
  packBytes: number;
  /** Fewer single entries than these, in no pack's range, are not worth a pack. */
  fewest: number;
  /** Single entries that one run takes at most. */
  most: number;
}

/** What a single entry is taken to weigh before it was read, in bytes. */
const guessedBytes = 500;

/**
 * Decides what to write: neighbours are joined while they fit into one pack, so that at rest all packs but the newest
 * are about full, and each page costs few reads. Packs that are not old enough are left alone, or every run would copy
 * the last one's copies.
 * @param surveys Oldest first.
 * @param isOld Whether a pack is older than the grace period.
 */
function planRewrites(
  surveys: readonly Survey[],
  isOld: (pack: PackKey) => boolean,
  { packBytes, fewest, most }: PlanLimits,
): Rewrite[] {
  const rewrites: Rewrite[] = [];
  let group: Survey[] = [];
  let bytes = 0;
  let left = most;
  const close = () => {
    const isWorthIt =
      group.some((survey) => survey.untidy) ||
      group.flatMap((survey) => survey.live).length > 1 ||
      group.flatMap((survey) => survey.unpacked).length >= fewest;
    if (isWorthIt) rewrites.push(join(group));
    group = [];
    bytes = 0;
  };
  for (const survey of surveys) {
    if (!survey.live.every(isOld)) {
      close();
      continue;
    }
    const unpacked = survey.unpacked.slice(0, left);
    left -= unpacked.length;
    if (survey.live.length === 0 && unpacked.length === 0) continue;
    const weight = survey.live.reduce((sum, pack) => sum + pack.bytes, 0) + unpacked.length * guessedBytes;
    if (bytes + weight > packBytes) close();
    group.push({ ...survey, unpacked });
    bytes += weight;
  }
  close();
  return rewrites;
}

function join(group: readonly Survey[]): Rewrite {
  const packs = group.flatMap((survey) => survey.live);
  const singles = group.flatMap((survey) => survey.unpacked);
  const places = [
    ...packs.flatMap((pack) => [pack.low, pack.high]),
    ...singles.map((single) => single.position),
  ].sort();
  return { packs, singles, low: places[0] as Position, high: places.at(-1) as Position };
}

/** What can be done in a region, as its packs were read in this run. */
interface Survey {
  region: Region;
  /**
   * Keys that may be deleted, in the order of the lists: all they hold is in packs that sort later, are old enough and
   * were read.
   */
  deletable: [twins: string[], others: string[]];
  /** Packs that hold something which no later pack does, in the order of their keys. */
  live: PackKey[];
  /** Single entries that no pack holds and that are old enough to be packed, oldest first. */
  unpacked: SingleKey[];
  /** Whether what is live could be told by one pack's key: if not, it is worth writing anew. */
  untidy: boolean;
}

interface Ages {
  /** Milliseconds since 1970. */
  now: number;
  /** How old a pack must be before what it holds may be deleted elsewhere, in milliseconds. */
  grace: number;
  /** How old a single entry must be before it is packed, in milliseconds. */
  settle: number;
}

/**
 * Reads what must be read of a region to know what can be deleted and what is to be packed. A region whose pack stands
 * alone needs no reading.
 * @throws StoreError if the store fails; GoneError where another run was faster.
 */
async function surveyRegion(store: BlobStore, listing: Listing, region: Region, ages: Ages): Promise<Survey> {
  if (region.clean) return { region, deletable: [[], []], live: region.packs, unpacked: [], untidy: false };
  const settled = compactTime(new Date(ages.now - ages.settle));
  const isErased = (id: string) => listing.erased.has(id);
  // The key of the latest pack that holds an id: of all packs, and of those that are old enough.
  const latest = new Map<string, string>();
  const latestOld = new Map<string, string>();
  const contents: { pack: PackKey; ids: string[] }[] = [];
  for (const pack of region.packs) {
    const ids = (await loadPack(store, pack)).entries.map((entry) => entry.id);
    const isOld = ages.now - pack.created >= ages.grace;
    for (const id of ids) {
      latest.set(id, pack.key);
      if (isOld) latestOld.set(id, pack.key);
    }
    contents.push({ pack, ids });
  }
  const mayGo = (key: string, id: string) => isErased(id) || isLater(latestOld.get(id), key);

  const deletablePacks = contents
    .filter(({ pack, ids }) => ids.every((id) => mayGo(pack.key, id)))
    .map(({ pack }) => pack.key);
  const deletableOf = (singles: readonly SingleKey[]) =>
    singles.filter(({ key, id }) => mayGo(key, id)).map((single) => single.key);
  const live = contents.filter(({ pack, ids }) => ids.some((id) => !isErased(id) && latest.get(id) === pack.key));
  const unpacked = region.singles.filter(
    (single) => !latest.has(single.id) && !isErased(single.id) && single.position < settled,
  );
  const untidy =
    region.packs.length > 0 && (live.length > 1 || unpacked.length > 0 || live.some(({ ids }) => ids.some(isErased)));
  return {
    region,
    deletable: [deletableOf(region.twins), [...deletableOf(region.singles), ...deletablePacks]],
    live: live.map(({ pack }) => pack),
    unpacked,
    untidy,
  };
}

/**
 * Data only ever moves to keys that sort later. Without this rule two runs could delete, each, what the other relied
 * on.
 */
function isLater(pack: string | undefined, source: string): boolean {
  return pack !== undefined && pack > source;
}

/** Whether what a listing shows is worth a run, as far as keys tell. */
export function isCompactionDue({ packs, singles, ...rest }: Listing, options: CompactOptions): boolean {
  const now = options.clock();
  const isOld = (pack: PackKey) => now - pack.created >= options.grace;
  const settled = compactTime(new Date(now - options.settle));
  const areAllOld = packs.every(isOld);
  let unpacked = 0;
  let before = Infinity;
  for (const region of regionsOf({ packs, singles, ...rest })) {
    if (region.packs.length === 0) {
      unpacked += region.singles.filter((single) => single.position < settled).length;
      continue;
    }
    // Beside an old pack there is something to delete, or to join with it.
    if (!region.clean && region.packs.every(isOld)) return true;
    const bytes = region.packs.reduce((sum, pack) => sum + pack.bytes, 0);
    if (areAllOld && before + bytes <= options.packBytes) return true;
    before = bytes;
  }
  return unpacked >= (areAllOld ? options.fewest : options.flood);
}
