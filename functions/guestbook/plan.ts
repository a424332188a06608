import type { PackKey, Position, SingleKey } from "./keys.ts";
import type { Survey } from "./survey.ts";

/** What is to be written together as one pack, or as several where it is too much for one. */
export interface Rewrite {
  packs: PackKey[];
  singles: SingleKey[];
  low: Position;
  high: Position;
}

export interface PlanLimits {
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
 * Decides what to write: neighbours are joined while they fit into one pack, so that at rest all packs but the newest are about
 * full, and each page costs few reads. Packs that are not old enough are left alone, or every run would copy the last one's copies.
 * @param surveys Oldest first.
 * @param isOld Whether a pack is older than the grace period.
 */
export function planRewrites(
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
