import type { BlobStore } from "../../functions/guestbook/blob-store.ts";
import { listStore } from "../../functions/guestbook/listing.ts";
import { readPage } from "../../functions/guestbook/read.ts";

/** Figures about a guestbook, by their names. @throws StoreError */
export async function guestbookStats(store: BlobStore): Promise<[name: string, value: string | number][]> {
  const { count, entries } = await readPage(store, { from: null, limit: 1, bytes: Infinity });
  const { singles, packs, removed, erased, unknown } = await listStore(store);
  const beingErased = [...erased.keys()].filter((id) => removed.has(id)).length;
  return [
    ["entries", count],
    ["newest", entries[0]?.ts ?? "none"],
    ["removed", removed.size - beingErased],
    ["erased", erased.size - beingErased],
    ["being erased", beingErased],
    ["blobs of one entry", singles.length],
    ["archives", packs.length],
    ["entries in archives", packs.reduce((sum, pack) => sum + pack.count, 0)],
    ["bytes in archives", packs.reduce((sum, pack) => sum + pack.bytes, 0)],
    ["keys that are none of ours", unknown.length],
  ];
}
