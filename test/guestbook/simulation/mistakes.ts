import { listStore } from "../../../functions/guestbook/listing.ts";
import { entriesById, loadPack } from "../../../functions/guestbook/packs.ts";
import type { StorageSettings } from "../../../functions/guestbook/settings.ts";
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
  "answers before an entry is stored": (guestbook) => ({
    ...guestbook,
    sign: (store, request, settings) => guestbook.sign(notWaitingForWrites(store), request, settings),
  }),
  "gives what could be read when the rest cannot be": (guestbook) => ({
    ...guestbook,
    forReaders: (store) => listingWhatItCan(store),
  }),
  "does not list again when a listed blob is gone": (guestbook) => ({ ...guestbook, forReaders: listedOnce }),
  "deletes what any other pack holds, not only one that sorts later": (guestbook) => ({
    ...guestbook,
    async compact(store, options, settings) {
      await deleteHeldElsewhere(store, options.clock(), settings ?? guestbook.settings);
      return guestbook.compact(store, options, settings);
    },
  }),
  "deletes without a grace period": (guestbook) => compactingWith(guestbook, { grace: 0 }),
  "keeps packs under keys that sort before what they are made from": (guestbook) => ({
    ...guestbook,
    compact: (store, options, settings) => guestbook.compact(packsFirst(store), options, settings),
    sign: (store, request, settings) => guestbook.sign(packsFirst(store), request, settings),
    removeEntry: (store, id, reason) => guestbook.removeEntry(packsFirst(store), id, reason),
    restoreEntry: (store, id) => guestbook.restoreEntry(packsFirst(store), id),
    eraseEntry: (store, id, options, settings) => guestbook.eraseEntry(packsFirst(store), id, options, settings),
    importEntries: (store, entries, now) => guestbook.importEntries(packsFirst(store), entries, now),
    forReaders: (store) => guestbook.forReaders(packsFirst(store)),
  }),
  "does not expect two copies of an entry with an Idempotency-Key": (guestbook) => ({
    ...guestbook,
    settings: { ...guestbook.settings, twinWindow: 0 },
  }),
  "deletes an entry with an Idempotency-Key as soon as any other": (guestbook) =>
    compactingWith(guestbook, { retryWindow: -guestbook.settings.grace }),
  "writes after its deadline": (guestbook) => compactingWith(guestbook, { duration: Infinity }),
  "calls an entry erased as soon as no blob holds it": (guestbook) => ({
    ...guestbook,
    eraseEntry: (store, id, options) => guestbook.eraseEntry(store, id, options, { ...guestbook.settings, grace: 1 }),
  }),
  "counts by its key a pack from before an erasure": (guestbook) => ({
    ...guestbook,
    readPage: (store, request, now) => guestbook.readPage(store, request, now, { ...guestbook.settings, grace: -1e9 }),
  }),
  "does not look for what is erased when it compacts": (guestbook) => ({
    ...guestbook,
    compact: (store, options, settings) => guestbook.compact(withoutErasedMarks(store), options, settings),
  }),
  "imports what was erased": (guestbook) => ({
    ...guestbook,
    importEntries: (store, entries, now) => guestbook.importEntries(withoutErasedMarks(store), entries, now),
  }),
};

function compactingWith(guestbook: Guestbook, changed: Partial<StorageSettings>): Guestbook {
  return {
    ...guestbook,
    compact: (store, options) => guestbook.compact(store, options, { ...guestbook.settings, ...changed }),
  };
}

function notWaitingForWrites(store: BlobStore): BlobStore {
  return {
    ...store,
    async set(key, text) {
      store.set(key, text).catch(() => undefined);
    },
  };
}

/** A store whose listings end where it fails. */
function listingWhatItCan(store: BlobStore): BlobStore {
  return {
    ...store,
    async *list(prefix) {
      try {
        yield* store.list(prefix);
      } catch {
        // What was listed until here is taken for all.
      }
    },
  };
}

/** Deletes every pack and every single entry that some other pack holds as well, if that one is old enough. */
async function deleteHeldElsewhere(store: BlobStore, now: number, { grace }: StorageSettings): Promise<void> {
  const { packs, singles } = await listStore(store);
  const loaded = await Promise.all(
    packs.map(async (pack) => ({ pack, ids: [...entriesById([await loadPack(store, pack)]).keys()] })),
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
  let listed: string[] = [];
  const gone = new Set<string>();
  return {
    ...store,
    async *list() {
      if (gone.size === 0) listed = (await Array.fromAsync(store.list())).flat();
      yield listed.filter((key) => !gone.has(key));
      gone.clear();
    },
    async get(key) {
      const text = await store.get(key);
      if (text === null) gone.add(key);
      return text;
    },
  };
}

/** A store that keeps packs under keys which come before those of single entries, and so lists them first. */
function packsFirst(store: BlobStore): BlobStore {
  const inside = (key: string) => key.replace(/^packs\//, "archives/");
  const outside = (key: string) => key.replace(/^archives\//, "packs/");
  return {
    async *list(prefix) {
      for await (const page of store.list(prefix)) yield page.map(outside);
    },
    get: (key) => store.get(inside(key)),
    set: (key, text) => store.set(inside(key), text),
    delete: (key) => store.delete(inside(key)),
  };
}

function withoutErasedMarks(store: BlobStore): BlobStore {
  return {
    ...store,
    async *list(prefix) {
      for await (const page of store.list(prefix)) yield page.filter((key) => !key.includes(".erased."));
    },
  };
}
