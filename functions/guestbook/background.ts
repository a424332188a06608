import type { BlobStore } from "./blob-store.ts";
import { compact, compaction, type CompactOptions } from "./compact.ts";
import { compactTime, type PackKey } from "./keys.ts";
import type { Listing } from "./listing.ts";
import { regionsOf } from "./regions.ts";

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

/**
 * Whether the post of an entry starts a compaction, so that a guestbook that is only written and never read stays in order too.
 * One in 32 does: the characters of an id are evenly spread over as many.
 */
export function startsCompaction(id: string): boolean {
  return id.endsWith("a");
}

let running: Promise<void> | null = null;

/**
 * Runs one step of compaction, unless one is running in this process. Others may run elsewhere: that costs work, never entries.
 * A failure is left to the next run.
 */
export function compactInBackground(open: () => BlobStore): Promise<void> {
  running ??= (async () => {
    try {
      await compact(open(), { ...compaction, clock: Date.now });
    } catch {
      // The store fails, or another run was faster. What this one did until then is whole.
    } finally {
      running = null;
    }
  })();
  return running;
}
