import { importEntries } from "../../../build/cli/guestbook/transfer.ts";
import { compact } from "../../../functions/guestbook/compact.ts";
import { type Entry, makeEntry, type Signature } from "../../../functions/guestbook/entry.ts";
import { createMemory, remembering } from "../../../functions/guestbook/memory.ts";
import { eraseEntry, removeEntry, restoreEntry } from "../../../functions/guestbook/moderation.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { type StorageSettings, storageSettings } from "../../../functions/guestbook/settings.ts";
import { sign } from "../../../functions/guestbook/sign.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import { contents, createClient, type Fate, type Shared, type Unkindness } from "./adversary.ts";
import { createWorld, type World } from "./world.ts";

/** Times and sizes as in use, but small packs, so that much happens to few entries, and a day of minutes. */
const settings: StorageSettings = {
  ...storageSettings,
  retryWindow: 600_000,
  forgettingStep: 60_000,
  packBytes: 1200,
  entryBytes: 150,
  fewest: 3,
  most: 12,
  flood: 14,
};

/** The parts of the guestbook that the simulation tries, as they are. */
export const guestbookAsIs = {
  settings,
  compact,
  sign,
  readPage,
  removeEntry,
  restoreEntry,
  eraseEntry,
  importEntries,
  /** The store as readers see it. */
  forReaders: (store: BlobStore): BlobStore => remembering(store, createMemory()),
};
export type Guestbook = typeof guestbookAsIs;

const second = 1000;
const hour = 3600 * second;

const unkindness: Unkindness = {
  stale: 20 * second,
  pageSize: 5,
  quick: 0.1 * second,
  slow: 6 * second,
  slowPage: 300 * second,
  failures: 0.03,
  late: 8 * second,
  suspensions: 0.01,
  suspension: 3 * hour,
};
const kindness: Unkindness = { ...unkindness, failures: 0, stale: 0, slowPage: 0, suspensions: 0 };
/** Clocks are wrong by this much at most, either way, in milliseconds. */
const skew = 3 * second;

/** After this a listing shows what was done, whatever the clocks say. */
const slack = unkindness.stale + 2 * skew;

/** How long visitors, owners and compactions go on, in milliseconds. */
const calm = 1500 * second;
const hectic = 500 * second;

/** What the world remembers of an entry. */
interface Known {
  entry: Entry;
  acknowledged: number;
  /** What the owners made of it, since when; `unclear` from the moment an owner tries something until it is done. */
  state: "visible" | "hidden" | "unclear";
  since: number;
  /** Whether an owner is at work on it. */
  isTaken: boolean;
}

export interface Outcome {
  /** What must not be; empty when all is well. */
  violations: string[];
  acknowledged: number;
  erased: number;
  /** Reads that were answered. */
  reads: number;
}

/**
 * Runs visitors, readers, compactions, owners and imports against an unkind store, and looks whether anything was lost,
 * doubled, altered or invented, was shown after it was hidden, or is still in a blob after it was erased.
 */
export async function simulate(guestbook: Guestbook, seed: number): Promise<Outcome> {
  const { settings } = guestbook;
  const world = createWorld(seed);
  /** Ids of entries that were called erased. */
  const gone = new Set<string>();
  const shared: Shared = {
    versions: new Map(),
    writtenLate: new Set(),
    onWrite(key, text) {
      for (const id of gone)
        if (text.includes(`"id":"${id}"`)) violations.push(`${id} was called erased, and is written to ${key}`);
    },
  };
  const known = new Map<string, Known>();
  const attempted = new Set<string>();
  const violations: string[] = [];
  /** Ids of entries that an owner has begun to erase. */
  const erased = new Set<string>();
  let reads = 0;
  // In every other world all happens at once, and packs are written and their sources deleted as fast as can be.
  const isHectic = seed % 2 === 1;
  const duration = isHectic ? hectic : calm;
  const end = world.now() + duration;

  const connect = (mayDie: boolean, canBeSuspended = false) => {
    const fate: Fate = { lifetime: mayDie && world.chance(0.25) ? world.between(1, 60) : Infinity, canBeSuspended };
    const offset = (world.random() * 2 - 1) * skew;
    return { ...createClient(world, shared, unkindness, fate), clock: () => world.now() + offset };
  };

  const newId = () =>
    `a${Array.from({ length: 19 }, () => "abcdefghijklmnopqrstuvwxyz234567"[world.between(0, 31)]).join("")}`;
  const newMessage = (name: string) => {
    const message = `${name} ${"x".repeat(world.between(0, 60))}`;
    attempted.add(message);
    return message;
  };
  const acknowledge = (entry: Entry) => {
    if (known.has(entry.id)) return;
    const now = world.now();
    known.set(entry.id, { entry, acknowledged: now, state: "visible", since: now, isTaken: false });
  };

  async function visitor(number: number): Promise<void> {
    const { store, clock } = connect(true);
    for (let turn = 0; turn < 10; turn++) {
      await world.sleep(world.random() * (duration / 8));
      const signature: Signature = { message: newMessage(`${number}.${turn}`), name: "", url: "" };
      const idempotencyKey = world.chance(0.4) ? `key ${number}.${turn}` : null;
      const request = { signature, userAgent: null, idempotencyKey, clock, newId };
      const attempt = async () => {
        try {
          const asked = world.now();
          const entry = await guestbook.sign(store, request, settings);
          const { state, since } = known.get(entry.id) ?? { state: "visible", since: 0 };
          if (state === "hidden" && since < asked - slack)
            violations.push(`A retry of ${signature.message} was answered with what is hidden`);
          acknowledge(entry);
        } catch (error) {
          if (error instanceof Error && error.name === "EntryRemovedError") {
            const isHidden = ({ entry, state }: Known) => entry.message === signature.message && state !== "visible";
            if (![...known.values()].some(isHidden) && !wasHidden.has(signature.message))
              violations.push(`A retry of ${signature.message} was refused though nobody hid it`);
          } else if (!isOutage(error)) throw error;
        }
      };
      const tries = idempotencyKey === null ? 1 : world.between(1, 3);
      // At the same moment, or one after the other within the time in which a retry is known to be one.
      if (world.chance(0.5)) await Promise.all(Array.from({ length: tries }, attempt));
      else
        for (let each = 0; each < tries; each++) await attempt().then(() => world.sleep(world.random() * 250 * second));
    }
  }

  /** Messages of entries that were hidden at some time. */
  const wasHidden = new Set<string>();

  async function reader(mayDie: boolean, rounds: number, time: number): Promise<void> {
    const client = connect(mayDie);
    const store = guestbook.forReaders(client.store);
    for (let round = 0; round < rounds; round++) {
      await world.sleep((world.random() * 2 * time) / rounds);
      const started = world.now();
      const limit = world.chance(0.3) ? 1000 : world.between(1, 30);
      const seen = await readAll(guestbook, store, limit, violations).catch(ifOutage);
      if (seen === null) continue;
      reads++;
      check(`A read from ${(started - world.now()) / second} s to now`, seen, started);
    }
  }

  const pause = isHectic ? 8 * second : world.between(4, 120) * second;
  async function keeper(): Promise<void> {
    const { store, clock } = connect(true, true);
    while (world.now() < end) {
      await world.sleep(world.random() * pause);
      await guestbook.compact(store, { clock }, settings).catch(ifOutage);
    }
  }

  async function owner(): Promise<void> {
    const { store, clock } = connect(true);
    for (let turn = 0; turn < 5; turn++) {
      await world.sleep(world.random() * (duration / 5));
      const isErasure = world.chance(0.5);
      const chosen = choose((each) => world.now() - each.acknowledged > slack && (isErasure || !each.isTaken));
      if (chosen === null || erased.has(chosen.entry.id)) continue;
      chosen.isTaken = true;
      if (isErasure) await erase(chosen);
      else await hide(chosen);
    }

    async function erase(chosen: Known): Promise<void> {
      const { id, message } = chosen.entry;
      wasHidden.add(message);
      chosen.state = "unclear";
      erased.add(id);
      const options = { reason, clock, wait: (milliseconds: number) => world.sleep(milliseconds) };
      await insist(id, () => guestbook.eraseEntry(store, id, options, settings));
      setState(chosen, "hidden");
      gone.add(id);
      const holders = [...holdersOf(id)].filter((key) => !shared.writtenLate.has(key));
      if (holders.length > 0) violations.push(`${id} was called erased, and is in ${holders.join(", ")}`);
    }

    async function hide(chosen: Known): Promise<void> {
      const { id, message } = chosen.entry;
      wasHidden.add(message);
      chosen.state = "unclear";
      await insist(id, () => guestbook.removeEntry(store, id, reason));
      if (!erased.has(id)) setState(chosen, "hidden");
      // A try that failed may still take effect, and must not do so after the next one.
      await world.sleep(unkindness.late + slack + world.random() * 300 * second);
      if (world.chance(0.5) && !erased.has(id)) {
        chosen.state = "unclear";
        await insist(id, () => guestbook.restoreEntry(store, id));
        if (!erased.has(id)) setState(chosen, "visible");
        await world.sleep(unkindness.late + slack);
      }
      chosen.isTaken = false;
    }
  }

  const reason = { reason: "a test", ts: new Date(world.now()).toISOString() };

  /** An owner tries again until the store has done it: it fails, and a stale listing may not show what was done. */
  async function insist(id: string, act: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await act();
        return;
      } catch (error) {
        if (!(error instanceof Error) || error.name === "TypeError") throw error;
        // An earlier try, or another owner, has done it.
        if (error.name === "ModerationError" && !error.message.startsWith("There is no")) return;
        if (tries === 100) {
          violations.push(`The owner cannot get at ${id}: ${error.message}`);
          return;
        }
        await world.sleep(world.random() * 10 * second);
      }
    }
  }

  async function importer(): Promise<void> {
    const { store, clock } = connect(true);
    await world.sleep(world.random() * duration);
    const file = Array.from({ length: world.between(1, 8) }, (_, line) => {
      const signature = { message: newMessage(`import ${line}`), name: "", url: "" };
      return makeEntry(newId(), signature, "", new Date(world.now() - Math.floor(world.random() * duration)));
    });
    const present = [...known.values()].filter(() => world.chance(0.3)).map(({ entry }) => entry);
    for (let tries = 0; tries < 5; tries++) {
      try {
        await guestbook.importEntries(store, [...file, ...present], clock);
        for (const entry of file) acknowledge(entry);
        return;
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
      await world.sleep(world.random() * 60 * second);
    }
  }

  function choose(isFit: (each: Known) => boolean): Known | null {
    const fit = [...known.values()].filter(isFit);
    return fit[world.between(0, fit.length - 1)] ?? null;
  }

  function setState(chosen: Known, state: "visible" | "hidden"): void {
    chosen.state = state;
    chosen.since = world.now();
  }

  function holdersOf(id: string): string[] {
    return [...contents(shared)].filter(([, text]) => text.includes(`"id":"${id}"`)).map(([key]) => key);
  }

  /** What was acknowledged well before must be there once; what was hidden well before must not; nothing may be invented. */
  function check(what: string, seen: readonly Entry[], started: number): void {
    const counts = new Map<string, number>();
    for (const entry of seen) {
      counts.set(entry.id, (counts.get(entry.id) ?? 0) + 1);
      if (!attempted.has(entry.message)) violations.push(`${what}: ${entry.id} was invented`);
      const original = known.get(entry.id);
      if (original !== undefined && original.entry.message !== entry.message)
        violations.push(`${what}: ${entry.id} was altered`);
    }
    for (const [id, { acknowledged, state, since }] of known) {
      if (Math.max(acknowledged, since) > started - slack) continue;
      const count = counts.get(id) ?? 0;
      const age = (started - acknowledged) / second;
      if (state === "visible" && count !== 1)
        violations.push(`${what}: ${id}, acknowledged ${age} s before, is there ${count} times`);
      if (state === "hidden" && count > 0) violations.push(`${what}: ${id} is shown though it is hidden`);
    }
  }

  const work = [
    ...Array.from({ length: 5 }, (_, number) => visitor(number)),
    ...Array.from({ length: 5 }, () => reader(true, isHectic ? 60 : 24, duration)),
    // When those who were suspended wake up, somebody reads.
    reader(false, 24, unkindness.suspension),
    ...Array.from({ length: isHectic ? 6 : 3 }, keeper),
    owner(),
    owner(),
    importer(),
  ];
  await runAll(world, work);

  // When all is quiet: everything is where it belongs, however often it is compacted after.
  await runAll(world, [reader(false, 2, slack)]);
  await runAll(world, [settle(guestbook, world, shared, 16)]);
  await runAll(world, [reader(false, 2, slack)]);
  const store = guestbook.forReaders(createClient(world, shared, kindness).store);
  await runAll(world, [
    (async () => {
      const { count } = await guestbook.readPage(
        store,
        { from: null, limit: 1, bytes: Infinity },
        world.now(),
        settings,
      );
      const entries = await readAll(guestbook, store, 7, violations);
      check("The last read", entries, Infinity);
      const ids = new Set(entries.map((entry) => entry.id));
      if (ids.size !== entries.length) violations.push("The last read: an entry is there twice");
      if (count !== ids.size) violations.push(`The last read: count is ${count}, but there are ${ids.size} entries`);
    })(),
  ]);
  for (const id of erased) {
    if (known.get(id)?.state !== "hidden") continue;
    const holders = holdersOf(id);
    if (holders.length > 0) violations.push(`The erased text of ${id} is still in ${holders.join(", ")}`);
  }
  const before = [...contents(shared).keys()].join();
  await runAll(world, [settle(guestbook, world, shared, 2)]);
  if ([...contents(shared).keys()].join() !== before) violations.push("Compaction does not come to rest");
  return { violations, acknowledged: known.size, erased: erased.size, reads };
}

/** Lets compaction work in peace until nothing is left to do. */
async function settle({ compact, settings }: Guestbook, world: World, shared: Shared, rounds: number): Promise<void> {
  const { store } = createClient(world, shared, kindness);
  for (let round = 0; round < rounds; round++) {
    await world.sleep(settings.grace + slack);
    await compact(store, { clock: world.now }, settings);
  }
}

/** Follows the pages to the end. A page that holds all must hold as many entries as it counts. */
async function readAll(guestbook: Guestbook, store: BlobStore, limit: number, violations: string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  let from: string | null = null;
  do {
    const request = { from, limit, bytes: Infinity };
    const page: Awaited<ReturnType<Guestbook["readPage"]>> = await guestbook.readPage(
      store,
      request,
      0,
      guestbook.settings,
    );
    if (from === null && page.next === null && page.count !== page.entries.length)
      violations.push(`A page says ${page.count} entries and has all ${page.entries.length}`);
    entries.push(...page.entries);
    from = page.next;
  } while (from !== null);
  return entries;
}

/**
 * Runs the world until nobody waits. Those who were killed never end, so they are not waited for; whoever fails makes
 * the run fail.
 */
async function runAll(world: World, work: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = [];
  for (const each of work) each.catch((error: unknown) => failures.push(error));
  if (!(await world.run())) throw new Error("The world does not come to rest.");
  if (failures.length > 0) throw failures[0];
}

function isOutage(error: unknown): boolean {
  return error instanceof Error && ["Outage", "StoreError", "GoneError"].includes(error.name);
}

function ifOutage(error: unknown): null {
  if (isOutage(error)) return null;
  throw error;
}
