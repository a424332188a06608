import type { PackKey, Position, SingleKey } from "./keys.ts";
import { isBeingErased, type Listing } from "./listing.ts";

/**
 * A stretch of time that can be read without looking outside: packs whose ranges overlap, with the single entries that
 * lie in them; or, without packs, a run of single entries between packs.
 */
export interface Region {
  low: Position;
  high: Position;
  /** In the order of their keys. */
  packs: PackKey[];
  /** Oldest first. */
  singles: SingleKey[];
  /**
   * Later copies of entries among `singles`, from requests with one Idempotency-Key that ran at the same moment. Not to
   * be read.
   */
  twins: SingleKey[];
  /** Whether the one pack's key tells the number of entries: it stands alone, and nothing in it is being erased. */
  clean: boolean;
}

/** Divides what a listing shows into regions, oldest first. Together they hold every key, and no two overlap. */
export function regionsOf(listing: Listing): Region[] {
  const packed = packRegions(listing.packs);
  const loose: Region[] = [];
  const holders = new Map<string, Region>();
  let next = 0;
  let run: Region | null = null;
  for (const single of listing.singles) {
    const holder = holders.get(single.id);
    if (holder !== undefined) {
      holder.twins.push(single);
      continue;
    }
    while (next < packed.length && (packed[next] as Region).high < single.position) {
      next++;
      run = null;
    }
    const around = packed[next];
    const isInside = around !== undefined && around.low <= single.position;
    if (!isInside && run === null) loose.push((run = emptyRegion(single.position, single.position)));
    const region: Region = isInside ? around : (run as Region);
    region.singles.push(single);
    if (single.position > region.high) region.high = single.position;
    holders.set(single.id, region);
  }
  const erasing = [...listing.erased].filter(([id]) => isBeingErased(listing, id)).map(([, position]) => position);
  for (const region of packed) {
    region.clean =
      region.packs.length === 1 &&
      region.singles.length === 0 &&
      !erasing.some((at) => region.low <= at && at <= region.high);
  }
  return [...packed, ...loose].sort((a, b) => (a.low < b.low ? -1 : 1));
}

function packRegions(packs: readonly PackKey[]): Region[] {
  const regions: Region[] = [];
  for (const pack of [...packs].sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0))) {
    const last = regions.at(-1);
    if (last !== undefined && pack.low <= last.high) {
      last.packs.push(pack);
      if (pack.high > last.high) last.high = pack.high;
    } else {
      const region = emptyRegion(pack.low, pack.high);
      region.packs.push(pack);
      regions.push(region);
    }
  }
  for (const region of regions) region.packs.sort((a, b) => (a.key < b.key ? -1 : 1));
  return regions;
}

function emptyRegion(low: Position, high: Position): Region {
  return { low, high, packs: [], singles: [], twins: [], clean: false };
}
