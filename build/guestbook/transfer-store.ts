import type { BlobStore } from "../../functions/guestbook/blob-store.ts";
import { chunksOf, compaction } from "../../functions/guestbook/compact.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { positionOf } from "../../functions/guestbook/keys.ts";
import { answerLimit } from "../../functions/guestbook/limits.ts";
import { loadPack, makePack } from "../../functions/guestbook/packs.ts";
import { readPage } from "../../functions/guestbook/read.ts";
import { withListing } from "../../functions/guestbook/relist.ts";

/** Every visible entry, newest first. @throws StoreError */
export async function readEveryEntry(store: BlobStore): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let from: string | null | undefined; from !== null; ) {
    const page = await readPage(store, { from: from ?? null, limit: Infinity, bytes: answerLimit });
    entries.push(...page.entries);
    from = page.next;
  }
  return entries;
}

/**
 * Puts entries into the store that are not in it, as archives. What is there, also removed or erased, is left as it is, so the same
 * file may be imported again, also after an import that was cut short.
 * @returns How many were new.
 * @throws StoreError
 */
export async function importEntries(store: BlobStore, entries: readonly Entry[], now: number): Promise<number> {
  const known = await withListing(store, async (listing) => {
    const ids = new Set([...listing.singles.map((single) => single.id), ...listing.removed, ...listing.erased.keys()]);
    for (const pack of listing.packs) for (const entry of (await loadPack(store, pack)).entries) ids.add(entry.id);
    return ids;
  });
  const fresh = entries
    .filter((entry) => !known.has(entry.id))
    .map(({ id, name, message, url, user_agent, ts }) => ({ id, name, message, url, user_agent, ts }))
    .sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  for (const chunk of chunksOf(fresh, compaction.packBytes)) {
    const [low, high] = [positionOf(chunk[0] as Entry), positionOf(chunk.at(-1) as Entry)];
    const { key, text } = makePack({ entries: chunk, replaces: [], low, high, created: now });
    await store.set(key, text);
  }
  return fresh.length;
}
