import { createHash } from "node:crypto";
import { mapConcurrently } from "../../build/lib/map-concurrently.ts";
import { type Entry, isEntry } from "./entry.ts";
import { type PackKey, packKey, positionOf, type SingleKey, type Span } from "./keys.ts";
import type { Region } from "./listing.ts";
import { type BlobStore, GoneError, StoreError } from "./store.ts";

/**
 * Loads an entry from its own blob.
 * @throws GoneError if it is not there; StoreError if the store fails or holds something else under the key.
 */
export async function loadSingle(store: BlobStore, { key, position }: SingleKey): Promise<Entry> {
  const value = await loadJson(store, key);
  if (!isEntry(value) || positionOf(value) !== position) throw new StoreError(`${key} does not hold its entry.`);
  return value;
}

/**
 * Loads the entries of a pack, oldest first.
 * @throws GoneError if it is not there; StoreError if the store fails or the content is not what the key says.
 */
export async function loadPack(store: BlobStore, { key, count }: PackKey): Promise<Entry[]> {
  const value = await loadJson(store, key);
  if (!Array.isArray(value) || value.length !== count || !value.every(isEntry))
    throw new StoreError(`${key} does not hold its entries.`);
  return value;
}

/** A pack and its entries, oldest first; null where its key counts them and it is not read. */
export interface ReadPack extends PackKey {
  entries: readonly Entry[] | null;
}

/** Reads the packs of a region, unless its key counts them. @throws As `loadPack`. */
export async function readRegion(store: BlobStore, region: Region): Promise<Region<ReadPack>> {
  const packs = await mapConcurrently(region.packs, async (pack) => ({
    ...pack,
    entries: region.isCounted ? null : await loadPack(store, pack),
  }));
  return { ...region, packs };
}

/** The entries of packs, which are loaded where they have not been read. @throws As `loadPack`. */
export function entriesOf(store: BlobStore, packs: readonly ReadPack[]): Promise<(readonly Entry[])[]> {
  return mapConcurrently(packs, async (pack) => pack.entries ?? loadPack(store, pack));
}

/** The entries of packs by their ids: of copies with different times the earliest is the entry. */
export function entriesById(contents: readonly (readonly Entry[])[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const entry of contents.flat()) {
    const known = entries.get(entry.id);
    if (known === undefined || entry.ts < known.ts) entries.set(entry.id, entry);
  }
  return entries;
}

async function loadJson(store: BlobStore, key: string): Promise<unknown> {
  const text = await store.get(key);
  if (text === null) throw new GoneError(`${key} is gone.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new StoreError(`${key} does not hold JSON.`);
  }
}

/** A pack as it is written. */
export interface NewPack {
  key: string;
  text: string;
}

/** Where entries lie. @param entries Oldest first, at least one. */
export function spanOf(entries: readonly Entry[]): Span {
  return { low: positionOf(entries[0] as Entry), high: positionOf(entries.at(-1) as Entry) };
}

/**
 * Makes a pack. The same entries and numbers give the same blob.
 * @param entries Oldest first, at least one.
 * @param span Holds all entries.
 * @param created When the run began, in milliseconds since 1970; later than the times of all packs that are sources.
 */
export function makePack(entries: readonly Entry[], { low, high }: Span, created: number): NewPack {
  const text = JSON.stringify(entries);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { key: packKey({ created, count: entries.length, bytes: Buffer.byteLength(text), low, high }, digest), text };
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
