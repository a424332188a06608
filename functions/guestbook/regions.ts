import type { PackKey, Position, SingleKey } from "./keys.ts";
import { isBeingErased, type Listing } from "./listing.ts";

/**
 * A stretch of time that can be read without looking outside: packs whose ranges overlap, with the single entries that lie in
 * them; or, without packs, a run of single entries between packs.
 */
export interface Region {
  low: Position;
  high: Position;
  /** In the order of their keys. */
  packs: PackKey[];
  /** Oldest first. */
  singles: SingleKey[];
  /** Whether the one pack's key tells the number of entries: it stands alone, and nothing in it is being erased. */
  clean: boolean;
}

/** Divides what a listing shows into regions, oldest first. Together they hold every key, and no two overlap. */
export function regionsOf(listing: Listing): Region[] {
  const regions: Region[] = [];
  for (const region of packRegions(listing.packs)) regions.push(region);
  const singles = withoutTwins(listing.singles);
  const loose: Region[] = [];
  let next = 0;
  let run: Region | null = null;
  for (const single of singles) {
    while (next < regions.length && (regions[next] as Region).high < single.position) {
      next++;
      run = null;
    }
    const around = regions[next];
    if (around !== undefined && around.low <= single.position) {
      around.singles.push(single);
      run = null;
    } else if (run === null) {
      run = { low: single.position, high: single.position, packs: [], singles: [single], clean: false };
      loose.push(run);
    } else {
      run.singles.push(single);
      run.high = single.position;
    }
  }
  const erasing = [...listing.erased].filter(([id]) => isBeingErased(listing, id)).map(([, position]) => position);
  for (const region of regions) {
    region.clean = region.packs.length === 1 && region.singles.length === 0 && !erasing.some((at) => region.low <= at && at <= region.high);
  }
  return [...regions, ...loose].sort((a, b) => (a.low < b.low ? -1 : 1));
}

function packRegions(packs: readonly PackKey[]): Region[] {
  const regions: Region[] = [];
  for (const pack of [...packs].sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0))) {
    const last = regions.at(-1);
    if (last !== undefined && pack.low <= last.high) {
      last.packs.push(pack);
      if (pack.high > last.high) last.high = pack.high;
    } else {
      regions.push({ low: pack.low, high: pack.high, packs: [pack], singles: [], clean: false });
    }
  }
  for (const region of regions) region.packs.sort((a, b) => (a.key < b.key ? -1 : 1));
  return regions;
}

/** Two requests with one Idempotency-Key that ran at the same moment leave two blobs of one id: the earlier counts. */
function withoutTwins(singles: readonly SingleKey[]): SingleKey[] {
  const seen = new Set<string>();
  return singles.filter((single) => !seen.has(single.id) && seen.add(single.id));
}
