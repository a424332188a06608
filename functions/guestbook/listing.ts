import type { Span } from "./keys.ts";
import {
  keyTime,
  type MarkKey,
  type PackKey,
  type Position,
  parseMark,
  parsePack,
  parseSingle,
  type SingleKey,
  timeOf,
} from "./keys.ts";
import type { StorageSettings } from "./settings.ts";
import { type BlobStore, GoneError } from "./store.ts";

/** What one listing of the store shows. */
export interface Listing {
  /** Oldest first. */
  singles: SingleKey[];
  /** In the order of their keys, so each comes after all that it was made from. */
  packs: PackKey[];
  /** Marks of removed entries by their ids; of several marks the one that was set last. */
  removed: ReadonlyMap<string, MarkKey>;
  /** Marks of erased entries, likewise. */
  erased: ReadonlyMap<string, MarkKey>;
  /** Keys that are none of ours, such as a killed local store leaves behind. Reading passes them over. */
  unknown: string[];
}

/** Lists the whole store, once, forwards: what moves to a later key meanwhile is met there. @throws StoreError */
export async function listStore(store: BlobStore): Promise<Listing> {
  const singles = new Map<string, SingleKey>();
  const packs = new Map<string, PackKey>();
  const marks = { removed: new Map<string, MarkKey>(), erased: new Map<string, MarkKey>() };
  const unknown: string[] = [];
  for await (const page of store.list()) {
    for (const key of page) {
      let found;
      if ((found = parseSingle(key)) !== null) singles.set(key, found);
      else if ((found = parsePack(key)) !== null) packs.set(key, found);
      else if ((found = parseMark(key)) !== null) {
        const known = marks[found.kind].get(found.id);
        if (known === undefined || known.marked <= found.marked) marks[found.kind].set(found.id, found);
      } else unknown.push(key);
    }
  }
  return {
    singles: [...singles.values()].sort((a, b) => compare(a.position, b.position)),
    packs: [...packs.values()].sort((a, b) => compare(a.key, b.key)),
    ...marks,
    unknown,
  };
}

/** Whether an entry is not to be shown. */
export function isHidden(listing: Listing, id: string): boolean {
  return listing.removed.has(id) || listing.erased.has(id);
}

/** A listing can be overtaken by a move; more often in a row than this means that something else is wrong. */
const attempts = 5;

/**
 * Lists the store and reads by that listing; where a listed blob has moved meanwhile, lists again.
 * @throws StoreError if the store fails, or the blobs keep moving.
 */
export async function withListing<T>(store: BlobStore, read: (listing: Listing) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(await listStore(store));
    } catch (error) {
      if (!(error instanceof GoneError) || attempt === attempts) throw error;
    }
  }
}

/** A stretch of time that can be read without looking outside: no entry has copies both inside and outside. */
export interface Region extends Span {
  /** In the order of their keys. */
  packs: PackKey[];
  /** Oldest first. */
  singles: SingleKey[];
  /** Whether it is one pack whose key tells the number of its entries, so that it need not be read to count them. */
  isCounted: boolean;
}

/**
 * Divides what a listing shows into regions, oldest first. Packs and single entries that overlap in time are in one
 * region, and so are all single entries between two packs. A single entry that was sent with an Idempotency-Key
 * reaches back by the time that can lie between it and an earlier copy of it.
 */
export function regionsOf({ packs, singles, erased }: Listing, settings: StorageSettings): Region[] {
  const spans = [
    ...packs.map((pack) => ({ low: pack.low, high: pack.high, pack, single: null })),
    ...singles.map((single) => ({ low: reach(single, settings), high: single.position, pack: null, single })),
  ].sort((a, b) => compare(a.low, b.low));
  const regions: Region[] = [];
  for (const { low, high, pack, single } of spans) {
    let region = regions.at(-1);
    const isBetweenPacks = single !== null && region?.packs.length === 0;
    if (region === undefined || (low > region.high && !isBetweenPacks)) {
      regions.push((region = { low, high, packs: [], singles: [], isCounted: false }));
    }
    if (high > region.high) region.high = high;
    if (pack !== null) region.packs.push(pack);
    else region.singles.push(single);
  }
  for (const region of regions) {
    region.packs.sort((a, b) => compare(a.key, b.key));
    region.singles.sort((a, b) => compare(a.position, b.position));
    const [pack] = region.packs;
    region.isCounted =
      pack !== undefined &&
      region.packs.length === 1 &&
      region.singles.length === 0 &&
      !isSuspect(pack, erased, settings);
  }
  return regions;
}

function reach({ position, keyed }: SingleKey, { twinWindow }: StorageSettings): Position {
  return keyed ? keyTime((timeOf(position) ?? 0) - twinWindow) : position;
}

/** Whether a pack may hold an erased entry. */
export function isSuspect(pack: PackKey, erased: Listing["erased"], settings: StorageSettings): boolean {
  return [...erased.values()].some((mark) => isSuspectOf(pack, mark, settings));
}

/**
 * Whether a pack may hold the entry of a mark: it lies around the entry, and the run that wrote it may have begun without
 * seeing the mark.
 */
export function isSuspectOf(pack: PackKey, mark: MarkKey, settings: StorageSettings): boolean {
  return isAround(pack, mark.position, settings) && pack.created < mark.marked + settings.grace;
}

/** Whether an entry, or a copy of it with another time, may lie in a span. */
export function isAround({ low, high }: Span, position: Position, { twinWindow }: StorageSettings): boolean {
  const time = timeOf(position) ?? 0;
  return low <= keyTime(time + twinWindow) && high >= keyTime(time - twinWindow);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
