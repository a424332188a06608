import type { BlobStore } from "./blob-store.ts";
import { compactTime, type PackKey, type SingleKey } from "./keys.ts";
import type { Listing } from "./listing.ts";
import { loadPack } from "./packs.ts";
import type { Region } from "./regions.ts";

/** What can be done in a region, as its packs were read in this run. */
export interface Survey {
  region: Region;
  /** Keys that may be deleted, in the order of the lists: all they hold is in packs that sort later, are old enough and were read. */
  deletable: [twins: string[], others: string[]];
  /** Packs that hold something which no later pack does, in the order of their keys. */
  live: PackKey[];
  /** Single entries that no pack holds and that are old enough to be packed, oldest first. */
  unpacked: SingleKey[];
  /** Whether what is live could be told by one pack's key: if not, it is worth writing anew. */
  untidy: boolean;
}

export interface Ages {
  /** Milliseconds since 1970. */
  now: number;
  /** How old a pack must be before what it holds may be deleted elsewhere, in milliseconds. */
  grace: number;
  /** How old a single entry must be before it is packed, in milliseconds. */
  settle: number;
}

/**
 * Reads what must be read of a region to know what can be deleted and what is to be packed. A region whose pack stands alone
 * needs no reading.
 * @throws StoreError if the store fails; GoneError where another run was faster.
 */
export async function surveyRegion(store: BlobStore, listing: Listing, region: Region, ages: Ages): Promise<Survey> {
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

/** Data only ever moves to keys that sort later. Without this rule two runs could delete, each, what the other relied on. */
function isLater(pack: string | undefined, source: string): boolean {
  return pack !== undefined && pack > source;
}
