import { type CompactOptions, compact } from "../../../functions/guestbook/compact.ts";
import type { Entry, Signature } from "../../../functions/guestbook/entry.ts";
import { eraseEntry, removeEntry } from "../../../functions/guestbook/moderation.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { sign } from "../../../functions/guestbook/sign.ts";
import { contents, createClient, type Shared, type Unkindness } from "./adversary.ts";
import { createWorld, type World } from "./world.ts";

/** The parts of the guestbook that the simulation tries, as they are. */
export const guestbookAsIs = { compact, removeEntry, eraseEntry, readPage, sign };
export type Guestbook = typeof guestbookAsIs;

const second = 1000;

const unkindness: Unkindness = {
  stale: 20 * second,
  pageSize: 5,
  quick: 0.1 * second,
  slow: 6 * second,
  slowPage: 300 * second,
  failures: 0.03,
  late: 8 * second,
};
/** Clocks are wrong by this much at most, either way, in milliseconds. */
const skew = 3 * second;

/** After this a listing shows what was done, whatever the clocks say. */
const slack = unkindness.stale + 2 * skew;

const compaction: Omit<CompactOptions, "clock"> = {
  grace: 60 * second,
  settle: 90 * second,
  duration: 30 * second,
  packBytes: 1200,
  fewest: 3,
  most: 12,
  flood: 14,
};

/** How long visitors, owners and compactions go on, in milliseconds. */
const duration = 900 * second;

/** What the world remembers of an entry. */
interface Known {
  entry: Entry;
  acknowledged: number;
  removed: number | null;
}

export interface Outcome {
  /** What must not be; empty when all is well. */
  violations: string[];
  acknowledged: number;
  /** Reads that were answered. */
  reads: number;
}

/** Runs visitors, readers, compactions and an owner against an unkind store, and looks whether anything was lost, doubled or invented. */
export async function simulate(guestbook: Guestbook, seed: number): Promise<Outcome> {
  const world = createWorld(seed);
  const shared: Shared = { versions: new Map() };
  const known = new Map<string, Known>();
  const attempted = new Set<string>();
  const violations: string[] = [];
  const erased: string[] = [];
  let reads = 0;

  const connect = (mayDie: boolean) => {
    const client = createClient(
      world,
      shared,
      unkindness,
      mayDie && world.chance(0.25) ? world.between(1, 60) : Infinity,
    );
    const offset = (world.random() * 2 - 1) * skew;
    return { ...client, clock: () => world.now() + offset };
  };

  const newId = () =>
    `a${Array.from({ length: 19 }, () => "abcdefghijklmnopqrstuvwxyz234567"[world.between(0, 31)]).join("")}`;

  async function visitor(number: number): Promise<void> {
    const { store, clock } = connect(true);
    for (let turn = 0; turn < 10; turn++) {
      await world.sleep(world.random() * (duration / 8));
      const message = `${number}.${turn} ${"x".repeat(world.between(0, 60))}`;
      const signature: Signature = { message, name: "", url: "" };
      const idempotencyKey = world.chance(0.4) ? `key ${number}.${turn}` : null;
      attempted.add(message);
      const tries = idempotencyKey === null ? 1 : world.between(1, 3);
      const attempt = async () => {
        try {
          const asked = world.now();
          const entry = await guestbook.sign(store, { signature, userAgent: null, idempotencyKey, clock, newId });
          const removed = known.get(entry.id)?.removed ?? null;
          if (removed !== null && removed < asked - slack)
            violations.push(`A retry of ${message} was answered with what was removed`);
          if (!known.has(entry.id)) known.set(entry.id, { entry, acknowledged: world.now(), removed: null });
        } catch (error) {
          if (error instanceof Error && error.name === "EntryRemovedError") {
            if (![...known.values()].some((each) => each.entry.message === message && each.removed !== null))
              violations.push(`A retry of ${message} was told of a removal that nobody asked for`);
          } else if (!isOutage(error)) throw error;
        }
      };
      if (world.chance(0.5)) await Promise.all(Array.from({ length: tries }, attempt));
      else
        for (let each = 0; each < tries; each++) await attempt().then(() => world.sleep(world.random() * 90 * second));
    }
  }

  async function reader(mayDie: boolean, rounds: number): Promise<void> {
    const { store } = connect(mayDie);
    for (let round = 0; round < rounds; round++) {
      await world.sleep(world.random() * (duration / 12));
      const started = world.now();
      const seen = await readAll(guestbook, store, world.between(1, 30)).catch(ifOutage);
      if (seen === null) continue;
      reads++;
      check(`A read from ${started - world.now()} to now`, seen, started);
    }
  }

  const pause = world.between(4, 50) * second;
  async function keeper(): Promise<void> {
    const { store, clock } = connect(true);
    while (world.now() < end) {
      await world.sleep(world.random() * pause);
      await guestbook.compact(store, { ...compaction, clock }).catch(ifOutage);
    }
  }

  async function owner(): Promise<void> {
    const { store, clock } = connect(false);
    const reason = { reason: "a test", ts: new Date(world.now()).toISOString() };
    for (let turn = 0; turn < 4; turn++) {
      await world.sleep(world.random() * (duration / 4));
      const visible = [...known.values()].filter(
        (each) => each.removed === null && world.now() - each.acknowledged > slack,
      );
      const chosen = visible[world.between(0, visible.length - 1)];
      if (chosen === undefined) continue;
      const { id } = chosen.entry;
      // From the moment it is tried, it may be gone; once it was answered, it must be.
      chosen.removed = Infinity;
      const isErasure = world.chance(0.4);
      for (let tries = 1; ; tries++) {
        try {
          if (isErasure)
            await guestbook.eraseEntry(store, id, { reason, compaction: { ...compaction, clock }, wait: world.sleep });
          else await guestbook.removeEntry(store, id, reason);
          break;
        } catch (error) {
          if (!(error instanceof Error) || error.name === "TypeError") throw error;
          // The first try may have had its effect although it failed.
          if (error.name === "ModerationError" && !error.message.startsWith("There is no")) break;
          // A stale listing may not show yet what the last try did, so an owner tries again.
          if (tries === 100) {
            violations.push(`The owner cannot get at ${id}: ${error.message}`);
            break;
          }
          await world.sleep(world.random() * 10 * second);
        }
      }
      chosen.removed = world.now();
      if (isErasure) erased.push(id);
    }
  }

  /** What was acknowledged well before must be there once; what was removed well before must not; nothing may be invented. */
  function check(what: string, seen: readonly Entry[], started: number): void {
    const counts = new Map<string, number>();
    for (const entry of seen) {
      counts.set(entry.id, (counts.get(entry.id) ?? 0) + 1);
      if (!attempted.has(entry.message)) violations.push(`${what}: ${entry.id} was invented`);
      const original = known.get(entry.id);
      if (original !== undefined && original.entry.message !== entry.message)
        violations.push(`${what}: ${entry.id} was altered`);
    }
    for (const [id, { acknowledged, removed }] of known) {
      if (acknowledged > started - slack) continue;
      const count = counts.get(id) ?? 0;
      if (removed === null && count !== 1)
        violations.push(
          `${what}: ${id}, acknowledged ${(started - acknowledged) / second} s before, is there ${count} times`,
        );
      if (removed !== null && removed < started - slack && count > 0)
        violations.push(`${what}: ${id} came back after its removal`);
    }
  }

  const end = world.now() + duration;
  const work = [
    ...Array.from({ length: 5 }, (_, number) => visitor(number)),
    ...Array.from({ length: 5 }, () => reader(true, 24)),
    keeper(),
    keeper(),
    keeper(),
    owner(),
  ];
  await runAll(world, work);

  // When all is quiet: everything is where it belongs, however often it is compacted after.
  await runAll(world, [reader(false, 2)]);
  await runAll(world, [settle(guestbook, world, shared)]);
  await runAll(world, [reader(false, 2)]);
  const last = await finalRead(guestbook, world, shared);
  check("The last read", last.entries, Infinity);
  const ids = new Set(last.entries.map((entry) => entry.id));
  if (ids.size !== last.entries.length) violations.push("The last read: an entry is there twice");
  if (last.count !== ids.size)
    violations.push(`The last read: count is ${last.count}, but there are ${ids.size} entries`);
  for (const id of erased) {
    const holders = [...contents(shared)].filter(([, text]) => text.includes(`"id":"${id}"`));
    if (holders.length > 0)
      violations.push(`The erased text of ${id} is still in ${holders.map(([key]) => key).join(", ")}`);
  }
  return { violations, acknowledged: known.size, reads };
}

/** Lets compaction work in peace until nothing is left to do. */
async function settle(guestbook: Guestbook, world: World, shared: Shared): Promise<void> {
  const store = createClient(world, shared, { ...unkindness, failures: 0, stale: 0, slowPage: 0 }, Infinity).store;
  for (let round = 0; round < 12; round++) {
    await world.sleep(compaction.grace + slack);
    await guestbook.compact(store, { ...compaction, clock: world.now });
  }
}

async function finalRead(
  guestbook: Guestbook,
  world: World,
  shared: Shared,
): Promise<{ entries: Entry[]; count: number }> {
  const { store } = createClient(world, shared, { ...unkindness, failures: 0, stale: 0, slowPage: 0 }, Infinity);
  let result = { entries: [] as Entry[], count: 0 };
  await runAll(world, [
    (async () => {
      const { count } = await guestbook.readPage(store, { from: null, limit: 1, bytes: Infinity });
      result = { entries: await readAll(guestbook, store, 7), count };
    })(),
  ]);
  return result;
}

/** Follows the pages to the end. */
async function readAll(
  guestbook: Guestbook,
  store: Parameters<Guestbook["readPage"]>[0],
  limit: number,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let from: string | null = null;
  do {
    const page: Awaited<ReturnType<Guestbook["readPage"]>> = await guestbook.readPage(store, {
      from,
      limit,
      bytes: Infinity,
    });
    entries.push(...page.entries);
    from = page.next;
  } while (from !== null);
  return entries;
}

/** Runs the world until nobody waits. Those who were killed never end, so they are not waited for; whoever fails makes the run fail. */
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
