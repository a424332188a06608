import {
  keyTime,
  type MarkKey,
  type PackKey,
  type Position,
  parseMark,
  parsePack,
  parseSingle,
  type SingleKey,
  type Span,
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
  const keys = new Set<string>();
  for await (const page of store.list()) for (const key of page) keys.add(key);
  const singles: SingleKey[] = [];
  const packs: PackKey[] = [];
  const marks = { removed: new Map<string, MarkKey>(), erased: new Map<string, MarkKey>() };
  const unknown: string[] = [];
  for (const key of keys) {
    const [single, pack, mark] = [parseSingle(key), parsePack(key), parseMark(key)];
    if (single !== null) singles.push(single);
    if (pack !== null) packs.push(pack);
    if (mark !== null && mark.marked >= (marks[mark.kind].get(mark.id)?.marked ?? 0))
      marks[mark.kind].set(mark.id, mark);
    if (single === null && pack === null && mark === null) unknown.push(key);
  }
  singles.sort((a, b) => compare(a.position, b.position));
  packs.sort((a, b) => compare(a.key, b.key));
  return { singles, packs, ...marks, unknown };
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

/** Some packs and single entries, and the span that holds them all. */
export interface Stretch<Pack extends PackKey = PackKey> extends Span {
  /** In the order of their keys. */
  packs: Pack[];
  /** Oldest first. */
  singles: SingleKey[];
}

/** A stretch that can be read without looking outside: no entry has copies both inside and outside. */
export interface Region<Pack extends PackKey = PackKey> extends Stretch<Pack> {
  /** Whether it is one pack whose key tells the number of its entries, so that it need not be read to count them. */
  isCounted: boolean;
}

/**
 * Divides what a listing shows into regions, oldest first. Packs and single entries that overlap are in one region, and
 * so are all single entries between two packs, because a region's entries are loaded together. A single entry that was
 * sent with an Idempotency-Key reaches back by the time that can lie between it and an earlier copy of it.
 */
export function regionsOf({ packs, singles, erased }: Listing, settings: StorageSettings): Region[] {
  const regions: Region[] = [];
  for (const stretch of stretchesOf(packs, singles, (single) => reach(single, settings))) {
    const before = regions.at(-1);
    if (before?.packs.length === 0 && stretch.packs.length === 0) {
      for (const single of stretch.singles) before.singles.push(single);
      before.high = stretch.high;
      continue;
    }
    const isOnePack = stretch.packs.length === 1 && stretch.singles.length === 0;
    const isCounted = isOnePack && !stretch.packs.some((pack) => isSuspect(pack, erased, settings));
    regions.push({ ...stretch, isCounted });
  }
  return regions;
}

function reach({ position, keyed }: SingleKey, { twinWindow }: StorageSettings): Position {
  return keyed ? keyTime((timeOf(position) ?? 0) - twinWindow) : position;
}

/**
 * Joins packs and single entries that overlap, so that what is left is apart, oldest first.
 * @param lowOf Where the span of a single entry begins; it ends at its position.
 */
export function stretchesOf<Pack extends PackKey>(
  packs: readonly Pack[],
  singles: readonly SingleKey[],
  lowOf = ({ position }: SingleKey): Position => position,
): Stretch<Pack>[] {
  const parts: Stretch<Pack>[] = [
    ...packs.map((pack) => ({ low: pack.low, high: pack.high, packs: [pack], singles: [] })),
    ...singles.map((single) => ({ low: lowOf(single), high: single.position, packs: [], singles: [single] })),
  ].sort((a, b) => compare(a.low, b.low));
  const groups: Stretch<Pack>[][] = [];
  let high = "";
  for (const part of parts) {
    if (part.low > high) groups.push([]);
    groups.at(-1)?.push(part);
    if (part.high > high) high = part.high;
  }
  return groups.map(join);
}

/** Makes one stretch of several. @param parts The oldest first, at least one. */
export function join<Pack extends PackKey>(parts: readonly Stretch<Pack>[]): Stretch<Pack> {
  return {
    low: parts[0]?.low ?? "",
    high: parts.reduce((high, part) => (part.high > high ? part.high : high), ""),
    packs: parts.flatMap(({ packs }) => packs).sort((a, b) => compare(a.key, b.key)),
    singles: parts.flatMap(({ singles }) => singles).sort((a, b) => compare(a.position, b.position)),
  };
}

/** Whether a pack may hold an erased entry although the mark is set. */
export function isSuspect(pack: PackKey, erased: Listing["erased"], settings: StorageSettings): boolean {
  return [...erased.values()].some((mark) => mayHold(pack, mark, settings));
}

/**
 * Whether a pack may hold the erased entry of a mark: it lies around the entry, and the run that wrote it may have
 * begun without seeing the mark.
 */
export function mayHold(pack: PackKey, mark: MarkKey, settings: StorageSettings): boolean {
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
