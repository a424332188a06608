import { keyTime, type PackKey, type SingleKey } from "./keys.ts";
import { isSuspect, join, type Listing, type Region, type Stretch, stretchesOf } from "./listing.ts";
import type { ReadPack } from "./packs.ts";
import type { StorageSettings } from "./settings.ts";

/** What one run of compaction has to do. */
interface Plan {
  /** Keys of blobs that are needed no more. */
  deletable: string[];
  /** What is to be written together: as one pack, or as several where it is too much for one. */
  rewrites: Stretch<ReadPack>[];
}

/** Whether a run of compaction would find something to do in what a reader has read. */
export function isCompactionDue(
  listing: Listing,
  regions: readonly Region<ReadPack>[],
  now: number,
  settings: StorageSettings,
): boolean {
  const { deletable, rewrites } = planCompaction(listing, regions, now, settings);
  return deletable.length > 0 || rewrites.length > 0;
}

/**
 * Decides what a run does. Pure.
 *
 * A blob may be deleted only if each entry in it was erased a grace period ago, or is in a pack that sorts later, is
 * older than the grace period, and was read for this plan. So data only ever moves to keys that sort later; without
 * this rule two runs could each delete what the other relies on.
 * @param regions As far as they were read, oldest first.
 * @param now When the run began, in milliseconds since 1970.
 */
export function planCompaction(
  { erased }: Listing,
  regions: readonly Region<ReadPack>[],
  now: number,
  settings: StorageSettings,
): Plan {
  const { grace, twinWindow, retryWindow, forgettingStep, flood, most } = settings;
  const isOld = (pack: PackKey) => now - pack.created >= grace;
  // A mark that is younger may be missing from somebody's listing; whoever reads by that must still find the entry.
  const isErased = (id: string) => now - (erased.get(id)?.marked ?? Infinity) >= grace;
  // Entries with an Idempotency-Key that are older have all their copies in the listing.
  const settled = keyTime(now - twinWindow);
  // Entries with an Idempotency-Key that are younger keep their own blobs, so that a retry finds them by their ids.
  const forgotten = keyTime(Math.floor((now - retryWindow - grace) / forgettingStep) * forgettingStep);

  const deletable: string[] = [];
  const live: ReadPack[] = [];
  const unpacked: SingleKey[] = [];
  for (const { packs, singles, isCounted } of regions) {
    if (isCounted) {
      // One pack that holds nothing erased; all that can happen to it is that it is joined with its neighbours.
      live.push(...packs);
      continue;
    }
    const last = lastKeys(packs);
    const lastOld = lastKeys(packs.filter(isOld));
    const isElsewhere = (key: string, id: string) => isErased(id) || (lastOld.get(id) ?? "") > key;
    for (const pack of packs) {
      const { key, entries } = pack;
      if (entries?.every(({ id }) => isElsewhere(key, id))) deletable.push(key);
      if (entries?.some(({ id }) => !erased.has(id) && last.get(id) === key)) live.push(pack);
    }
    const seen = new Set<string>();
    for (const single of singles) {
      const { key, id, position, keyed } = single;
      if (isElsewhere(key, id) && (!keyed || isErased(id) || position < forgotten)) deletable.push(key);
      // Of several copies only the earliest is packed: otherwise they could come to lie in different packs.
      else if (!last.has(id) && !erased.has(id) && !seen.has(id) && (!keyed || position < settled))
        unpacked.push(single);
      seen.add(id);
    }
  }
  // After each write a grace period without one, unless very many entries wait: otherwise a guestbook that is signed
  // often would get a pack for every dozen entries.
  const mayWrite = regions.every(({ packs }) => packs.every(isOld)) || unpacked.length >= flood;
  if (!mayWrite) return { deletable, rewrites: [] };

  const isUntidy = (pack: ReadPack) =>
    (pack.entries ?? []).some(({ id }) => erased.has(id)) ||
    // A suspect pack is replaced as soon as the new one is not suspect itself.
    (isSuspect(pack, erased, settings) && !isSuspect({ ...pack, created: now }, erased, settings));
  const groups = groupNeighbours(stretchesOf(live, unpacked.slice(0, most)), isOld, settings);
  const isWorthWriting = (group: readonly Stretch<ReadPack>[]) => {
    const packs = group.flatMap((stretch) => stretch.packs);
    const singles = group.flatMap((stretch) => stretch.singles);
    // A pack with single entries in its span must be read to be counted, however few they are.
    const isMixed = group.some((stretch) => stretch.packs.length > 0 && stretch.singles.length > 0);
    return packs.length > 1 || packs.some(isUntidy) || isMixed || singles.length >= settings.fewest;
  };
  return { deletable, rewrites: groups.filter(isWorthWriting).map(join) };
}

/** The key of the last pack that holds an id, for each id. @param packs In the order of their keys. */
function lastKeys(packs: readonly ReadPack[]): Map<string, string> {
  return new Map(packs.flatMap(({ key, entries }) => (entries ?? []).map(({ id }) => [id, key])));
}

/**
 * Groups neighbours while they fit into one pack, so that at rest all packs but the newest are about full, and each
 * page costs few reads. Packs that are not old enough are left alone, or every run would copy the last one's copies.
 */
function groupNeighbours(
  stretches: readonly Stretch<ReadPack>[],
  isOld: (pack: PackKey) => boolean,
  { packBytes, entryBytes }: StorageSettings,
): Stretch<ReadPack>[][] {
  const groups: Stretch<ReadPack>[][] = [[]];
  let size = 0;
  for (const stretch of stretches) {
    const { packs, singles } = stretch;
    const isLeftAlone = !packs.every(isOld);
    const bytes = packs.reduce((sum, pack) => sum + pack.bytes, 0) + singles.length * entryBytes;
    if (isLeftAlone || size + bytes > packBytes) {
      groups.push([]);
      size = 0;
    }
    if (isLeftAlone) continue;
    groups.at(-1)?.push(stretch);
    size += bytes;
  }
  return groups;
}
