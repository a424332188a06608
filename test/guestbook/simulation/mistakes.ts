import { createBlobCache, withCache } from "../../../functions/guestbook/blob-cache.ts";
import type { Entry } from "../../../functions/guestbook/entry.ts";
import { type PackKey, packKey, parsePack } from "../../../functions/guestbook/keys.ts";
import { listStore } from "../../../functions/guestbook/listing.ts";
import { entriesById, loadPack, spanOf } from "../../../functions/guestbook/packs.ts";
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
    removeEntry: (store, id, reason, clock) => guestbook.removeEntry(packsFirst(store), id, reason, clock),
    restoreEntry: (store, id, clock) => guestbook.restoreEntry(packsFirst(store), id, clock),
    eraseEntry: (store, id, options, settings) => guestbook.eraseEntry(packsFirst(store), id, options, settings),
    importEntries: (store, entries, clock) => guestbook.importEntries(packsFirst(store), entries, clock),
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
    compact: (store, options, settings) => guestbook.compact(without(".erased.", store), options, settings),
  }),
  "imports what was erased": (guestbook) => ({
    ...guestbook,
    importEntries: (store, entries, clock) => guestbook.importEntries(without(".erased.", store), entries, clock),
  }),
  "imports into packs that say they lie elsewhere": (guestbook) => ({
    ...guestbook,
    importEntries: (store, entries, clock) =>
      guestbook.importEntries(
        renamingPacks(store, (pack) => ({ ...pack, high: pack.low })),
        entries,
        clock,
      ),
  }),
  "deletes unread what lies within the span of a later pack": (guestbook) => ({
    ...guestbook,
    async compact(store, options, settings) {
      await deleteWithin(store, options.clock(), guestbook.settings);
      return guestbook.compact(store, options, settings);
    },
  }),
  "packs an entry with an Idempotency-Key before its copies show": (guestbook) =>
    compactingWith(guestbook, { twinWindow: 0 }),
  "reads an entry with an Idempotency-Key without looking around for copies": (guestbook) => ({
    ...guestbook,
    readPage: (store, request, now) =>
      guestbook.readPage(store, request, now, { ...guestbook.settings, twinWindow: 0 }),
  }),
  "writes an entry after a look for earlier copies that took long": (guestbook) => ({
    ...guestbook,
    sign: (store, request) => guestbook.sign(store, request, { ...guestbook.settings, lookLimit: Infinity }),
  }),
  "does not look for an earlier entry with the same Idempotency-Key": (guestbook) => ({
    ...guestbook,
    sign: (store, request, settings) =>
      guestbook.sign(
        notListing(store, (turn) => turn === 1),
        request,
        settings,
      ),
  }),
  "lets in a retry of what was erased": (guestbook) => ({
    ...guestbook,
    sign: (store, request, settings) => guestbook.sign(without(".erased.", store), request, settings),
  }),
  "answers a retry with what was removed": (guestbook) => ({
    ...guestbook,
    sign: (store, request, settings) => guestbook.sign(without(".removed.", store), request, settings),
  }),
  "counts what is removed": (guestbook) => ({
    ...guestbook,
    async readPage(store, request, now, settings) {
      const page = await guestbook.readPage(store, request, now, settings);
      const { count } = await guestbook.readPage(without(".removed.", store), request, now, settings);
      return { ...page, count };
    },
  }),
  "subtracts from the count what was removed and then erased": (guestbook) => ({
    ...guestbook,
    forReaders: (store) => guestbook.forReaders(withoutErasedOfRemoved(store)),
  }),
};

/**
 * Rules whose absence shows in no world, because another rule catches what they are for; the note on how the guestbook
 * keeps its entries gives the argument for each. They are here so that this can be tried again.
 */
export const unnoticedRules: Readonly<Record<string, Mistake>> = {
  "does not look for copies after it wrote an entry": (guestbook) => ({
    ...guestbook,
    sign: (store, request, settings) =>
      guestbook.sign(
        notListing(store, (turn) => turn > 1),
        request,
        settings,
      ),
  }),
  "names a pack by the time it is written": (guestbook) => ({
    ...guestbook,
    compact: (store, options, settings) =>
      guestbook.compact(
        renamingPacks(store, (pack) => ({ ...pack, created: Math.floor(options.clock()) })),
        options,
        settings,
      ),
  }),
  "names a pack by its entries, not as far as its sources reach": (guestbook) => ({
    ...guestbook,
    compact: (store, options, settings) =>
      guestbook.compact(
        renamingPacks(store, (pack, entries) => ({ ...pack, ...spanOf(entries) })),
        options,
        settings,
      ),
  }),
  "decides about deleting by what it remembers": (guestbook) => {
    const memories = new WeakMap<BlobStore, BlobStore>();
    return {
      ...guestbook,
      compact(store, options, settings) {
        const known = memories.get(store) ?? withCache(store, createBlobCache());
        memories.set(store, known);
        return guestbook.compact(known, options, settings);
      },
    };
  },
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

/** A store whose listings lack the keys that contain something. */
function without(part: string, store: BlobStore): BlobStore {
  return {
    ...store,
    async *list(prefix) {
      for await (const page of store.list(prefix)) yield page.filter((key) => !key.includes(part));
    },
  };
}

/** A store whose listings do not tell that an entry was erased, if it was removed as well. */
function withoutErasedOfRemoved(store: BlobStore): BlobStore {
  return {
    ...store,
    async *list(prefix) {
      const keys = (await Array.fromAsync(store.list(prefix))).flat();
      const removed = new Set(keys.filter((key) => key.includes(".removed.")).map((key) => key.split(".")[0]));
      yield keys.filter((key) => !key.includes(".erased.") || !removed.has(key.split(".")[0]));
    },
  };
}

/** A store of which some listings, by their turn, show nothing. */
function notListing(store: BlobStore, isEmpty: (turn: number) => boolean): BlobStore {
  let turns = 0;
  return {
    ...store,
    async *list(prefix) {
      if (!isEmpty(++turns)) yield* store.list(prefix);
    },
  };
}

/** A store that keeps each new pack under a key which says something else of it. */
function renamingPacks(store: BlobStore, change: (pack: PackKey, entries: Entry[]) => PackKey): BlobStore {
  return {
    ...store,
    set(key, text) {
      const pack = parsePack(key);
      if (pack === null) return store.set(key, text);
      const digest = key.split(".").at(-1) as string;
      return store.set(packKey(change(pack, JSON.parse(text) as Entry[]), digest), text);
    },
  };
}

/** Deletes every single entry and pack that lies within the span of an old pack that sorts later. */
async function deleteWithin(store: BlobStore, now: number, { grace }: StorageSettings): Promise<void> {
  const { packs, singles } = await listStore(store);
  const old = packs.filter((pack) => now - pack.created >= grace);
  const spans = [...packs, ...singles.map(({ key, position }) => ({ key, low: position, high: position }))];
  for (const { key, low, high } of spans)
    if (old.some((pack) => pack.key > key && pack.low <= low && pack.high >= high)) await store.delete(key);
}
