import {
  idOf,
  type PackKey,
  type Position,
  parseErased,
  parsePack,
  parseRemoved,
  parseSingle,
  type SingleKey,
} from "./keys.ts";
import { GoneError } from "./problems.ts";
import type { BlobStore } from "./store.ts";

/** What one listing of the store tells. */
export interface Listing {
  /** Oldest first. */
  singles: SingleKey[];
  /** In the order of their keys, so each comes after all that it was made from. */
  packs: PackKey[];
  /** Ids of hidden entries. Each is in the store, unless it is being erased. */
  removed: ReadonlySet<string>;
  /** Entries whose text is being taken out of the store (while they are `removed` too) or has been, by their ids. */
  erased: ReadonlyMap<string, Position>;
  /** Keys that are none of ours, such as a killed local store leaves behind. Reading passes them over. */
  unknown: string[];
}

/** Lists the whole store, once, forwards: what moves to a later key meanwhile is met there. */
export async function listStore(store: BlobStore): Promise<Listing> {
  const singles = new Map<string, SingleKey>();
  const packs = new Map<string, PackKey>();
  const removed = new Set<string>();
  const erased = new Map<string, Position>();
  const unknown: string[] = [];
  for await (const page of store.list()) {
    for (const key of page) {
      let found;
      if ((found = parseSingle(key)) !== null) singles.set(key, found);
      else if ((found = parsePack(key)) !== null) packs.set(key, found);
      else if ((found = parseRemoved(key)) !== null) removed.add(found);
      else if ((found = parseErased(key)) !== null) erased.set(idOf(found), found);
      else unknown.push(key);
    }
  }
  return {
    singles: [...singles.values()].sort(byKey),
    packs: [...packs.values()].sort(byKey),
    removed,
    erased,
    unknown,
  };
}

/** Whether an entry is not to be shown. */
export function isHidden(listing: Listing, id: string): boolean {
  return listing.removed.has(id) || listing.erased.has(id);
}

/** Whether an entry's text may still be in the store though it is to go. */
export function isBeingErased(listing: Listing, id: string): boolean {
  return listing.erased.has(id) && listing.removed.has(id);
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
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
