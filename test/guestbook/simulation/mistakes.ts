import type { CompactOptions } from "../../../functions/guestbook/compact.ts";
import { listStore } from "../../../functions/guestbook/listing.ts";
import { loadPack } from "../../../functions/guestbook/packs.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import type { Guestbook } from "./simulation.ts";

/** The guestbook's storage with a deliberate mistake in it. */
type Mistake = (guestbook: Guestbook) => Guestbook;

/**
 * Rules of the storage, each broken on purpose: a simulation that does not notice proves nothing. The mistakes are made
 * around the storage, in what it is given and in what is done besides, so that they stay what they are when its code
 * changes.
 */
export const brokenRules: Readonly<Record<string, Mistake>> = {
  "deletes what any other pack holds, not only one that sorts later": (guestbook) => ({
    ...guestbook,
    async compact(store, options) {
      await deleteHeldElsewhere(store, options);
      return guestbook.compact(store, options);
    },
  }),
  "deletes without a grace period": (guestbook) => ({
    ...guestbook,
    compact: (store, options) => guestbook.compact(store, { ...options, grace: -Infinity }),
  }),
  "does not list again when a listed blob is gone": (guestbook) => ({
    ...guestbook,
    readPage: (store, request) => guestbook.readPage(listedOnce(store), request),
  }),
  "archives sort before what they are made from": (guestbook) => ({
    compact: (store, options) => guestbook.compact(archivesFirst(store), options),
    sign: (store, request) => guestbook.sign(archivesFirst(store), request),
    readPage: (store, request) => guestbook.readPage(archivesFirst(store), request),
    removeEntry: (store, id, reason) => guestbook.removeEntry(archivesFirst(store), id, reason),
    eraseEntry: (store, id, options) => guestbook.eraseEntry(archivesFirst(store), id, options),
  }),
};

/** Deletes every archive and every single entry that some other archive holds as well, if that one is old enough. */
async function deleteHeldElsewhere(store: BlobStore, { clock, grace }: CompactOptions): Promise<void> {
  const now = clock();
  const { packs, singles } = await listStore(store);
  const loaded = await Promise.all(
    packs.map(async (pack) => ({ pack, ids: (await loadPack(store, pack)).entries.map(({ id }) => id) })),
  );
  const old = loaded.filter(({ pack }) => now - pack.created >= grace);
  const isElsewhere = (key: string, id: string) => old.some(({ pack, ids }) => pack.key !== key && ids.includes(id));
  const needless = [
    ...loaded.map(({ pack, ids }) => ({ key: pack.key, ids })),
    ...singles.map(({ key, id }) => ({ key, ids: [id] })),
  ];
  for (const { key, ids } of needless) if (ids.every((id) => isElsewhere(key, id))) await store.delete(key);
}

/** A store that is listed once: who asks again is given the same list, without what has turned out to be gone. */
function listedOnce(store: BlobStore): BlobStore {
  let listed: string[] | null = null;
  const gone = new Set<string>();
  return {
    ...store,
    async *list() {
      listed ??= (await Array.fromAsync(store.list())).flat();
      yield listed.filter((key) => !gone.has(key));
    },
    async get(key) {
      const text = await store.get(key);
      if (text === null) gone.add(key);
      return text;
    },
  };
}

/** A store that keeps archives under keys which come before those of single entries, and so lists them first. */
function archivesFirst(store: BlobStore): BlobStore {
  const inside = (key: string) => key.replace(/^packs\//, "archives/");
  const outside = (key: string) => key.replace(/^archives\//, "packs/");
  return {
    async *list() {
      for await (const page of store.list()) yield page.map(outside);
    },
    get: (key) => store.get(inside(key)),
    set: (key, text) => store.set(inside(key), text),
    delete: (key) => store.delete(inside(key)),
  };
}
