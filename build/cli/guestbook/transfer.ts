import { answerLimit, type Entry } from "../../../functions/guestbook/entry.ts";
import { positionOf } from "../../../functions/guestbook/keys.ts";
import { listStore, withListing } from "../../../functions/guestbook/listing.ts";
import { chunksOf, loadPack, makePack, spanOf } from "../../../functions/guestbook/packs.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { storageSettings } from "../../../functions/guestbook/settings.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";

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
 * Puts entries into the store that are not in it, as packs. What is there, also removed or erased, is left as it is, so
 * the same file may be imported again, also after an import that was cut short.
 * @param clock Milliseconds since 1970.
 * @returns How many were new.
 * @throws StoreError
 */
export async function importEntries(store: BlobStore, entries: readonly Entry[], clock: () => number): Promise<number> {
  const known = await withListing(store, async ({ singles, packs }) => {
    const ids = new Set(singles.map((single) => single.id));
    for (const pack of packs) for (const entry of await loadPack(store, pack)) ids.add(entry.id);
    return ids;
  });
  const fresh = entries
    .filter((entry) => !known.has(entry.id))
    .map(({ id, name, message, url, user_agent, ts }) => ({ id, name, message, url, user_agent, ts }))
    .sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  let imported = 0;
  for (const chunk of chunksOf(fresh, storageSettings.packBytes)) {
    // By the time in its key a pack is taken to hold nothing that was erased a grace period before. So the time is
    // taken first, and then the marks are listed.
    const start = clock();
    const { erased } = await listStore(store);
    const kept = chunk.filter(({ id }) => !erased.has(id));
    if (kept.length === 0) continue;
    const { key, text } = makePack(kept, spanOf(kept), start);
    await store.set(key, text);
    imported += kept.length;
  }
  return imported;
}
