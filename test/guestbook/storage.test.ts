import fc from "fast-check";
import { test } from "vitest";
import {
  eraseEntries,
  findEntries,
  finishErasing,
  removeEntries,
  restoreEntries,
} from "../../build/cli/guestbook/moderation.ts";
import { sign } from "../../functions/guestbook/book.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { Refusal } from "../../functions/guestbook/http.ts";
import { type BlobStore, StoreError } from "../../functions/guestbook/store.ts";
import { createMemoryStore } from "../support/memory-store.ts";
import { readPage } from "../support/read-page.ts";
import { createProcess, fates, type Process } from "./failing-store.ts";

// Visitors, readers and an owner at once, in every order that the scheduler of fast-check finds, on
// a store that fails, hangs, kills, and lists without what is written meanwhile.

/** One thing that somebody does. A post with a key has the message that belongs to the key. */
type Step =
  | { does: "post"; key: number | null }
  | { does: "read" }
  | { does: "remove" | "restore" | "erase"; which: number };

const visitorStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant("post" as const), key: fc.option(fc.nat(1)) }),
  fc.record({ does: fc.constant("read" as const) }),
);
const ownerStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom("erase" as const, "erase" as const, "remove" as const, "restore" as const),
  which: fc.nat(3),
});

/**
 * What is known of an entry from outside. Moments are numbers that grow with everything that
 * happens.
 */
interface Known {
  id: string;
  /** `unclear` while an owner is at work on it, and for good when the owner's command failed. */
  state: "visible" | "hidden" | "unclear";
  since: number;
}

/**
 * When a run begins: near midnight UTC, when the ids of one request change, or at any time of day.
 */
const starts = fc
  .oneof(fc.integer({ min: -60, max: 0 }), fc.nat(24 * 3_600_000))
  .map((distance) => Date.UTC(2026, 0, 1) + distance);

/** Runs what everybody does and finds out what must not be. */
class World {
  readonly blobs = new Map<string, string>();
  /** By message: two ids of one entry, as a midnight may give them, are one thing that was said. */
  private readonly known = new Map<string, Known>();
  private readonly attempted = new Set<string>();
  /** Messages that were called erased, and since when. */
  private readonly erased = new Map<string, number>();
  /**
   * Messages and how many posts of them have not ended well, so that each may leave a copy behind.
   */
  private readonly disturbed = new Map<string, number>();
  /** Messages of entries that the owner ever tried to take away. */
  private readonly touched = new Set<string>();
  /** Messages that the owner ever tried to erase. A try that failed may have been enough. */
  private readonly doomed = new Set<string>();
  private moment = 0;
  private posts = 0;
  private readonly start: number;
  constructor(start: number) {
    this.start = start;
  }

  /** @param skew By how many milliseconds the process's clock is ahead of others. */
  async act(process: Process, skew: number, steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      try {
        if (step.does === "post") await this.post(process, skew, step.key);
        else if (step.does === "read") await this.read(process.store);
        else await this.moderate(process.store, step.does, step.which);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
    }
  }

  private async post(process: Process, skew: number, key: number | null): Promise<void> {
    const message = key === null ? `text ${this.posts++}.` : `text of key ${key}.`;
    this.attempted.add(message);
    const begun = ++this.moment;
    const before = process.mishaps;
    const signature = { message, name: "", url: "" };
    const idempotencyKey = key === null ? null : String(key);
    this.disturbed.set(message, (this.disturbed.get(message) ?? 0) + 1);
    try {
      const clock = () => this.start + skew + ++this.moment;
      const entry = await sign(process.store, {
        signature,
        userAgent: null,
        idempotencyKey,
        now: clock(),
      });
      const erased = this.erased.get(message) ?? Infinity;
      if (erased < begun)
        throw new Error(`${message} was erased, and a later retry is answered with it`);
      if (entry.message !== message)
        throw new Error(`${message} is answered with ${entry.message}`);
      const known = this.known.get(message);
      if (known === undefined)
        this.known.set(message, { id: entry.id, state: "visible", since: begun });
      else known.id = entry.id;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!this.touched.has(message))
        throw new Error(`${message} is refused though nobody took it away`);
    }
    if (process.mishaps === before)
      this.disturbed.set(message, (this.disturbed.get(message) ?? 0) - 1);
  }

  private async moderate(
    store: BlobStore,
    does: "remove" | "restore" | "erase",
    which: number,
  ): Promise<void> {
    const [message, entry] = [...this.known][which] ?? [];
    if (message === undefined || entry === undefined) return;
    entry.state = "unclear";
    this.touched.add(message);
    if (does === "erase") this.doomed.add(message);
    const reason = { reason: "r", ts: "" };
    // As every command of the owner's begins.
    await finishErasing(store, this.start);
    const found = await findEntries(store, [entry.id]).catch((error: unknown) => {
      if (error instanceof StoreError || this.doomed.has(message))
        throw new StoreError("Nothing is left of it.");
      throw error;
    });
    if (does === "remove") await removeEntries(store, found, reason);
    if (does === "restore") await restoreEntries(store, found);
    if (does === "erase") await eraseEntries(store, found, reason, this.start);
    if (does === "erase") this.erased.set(message, ++this.moment);
    const wasErased = found.some(({ state }) => state === "erased");
    const state = does === "restore" && !wasErased ? "visible" : "hidden";
    Object.assign(entry, { state, since: ++this.moment });
  }

  /**
   * Whatever was acknowledged before and not touched meanwhile is in it once; nothing that is
   * hidden; nothing else.
   */
  private async read(store: BlobStore): Promise<void> {
    const begun = ++this.moment;
    const before = [...this.known].map(([message, entry]) => [message, { ...entry }] as const);
    const { count, entries } = await readPage(store, {
      from: null,
      limit: 1000,
      bytes: 1e9,
    });
    for (const { message } of entries) {
      if (!this.attempted.has(message)) throw new Error(`${message} was invented`);
      if ((this.erased.get(message) ?? Infinity) < begun)
        throw new Error(`${message} is shown after it was erased`);
    }
    if (count !== entries.length)
      throw new Error(`${count} are counted, and ${entries.length} are there`);
    if (new Set(entries.map(({ message }) => message)).size !== count)
      throw new Error("An entry is there twice");
    if (!entries.every(({ ts }, at) => at === 0 || ts <= (entries[at - 1] as Entry).ts))
      throw new Error("Out of order");
    const shown = new Set(entries.map(({ message }) => message));
    for (const [message, { state, since }] of before) {
      const now = this.known.get(message) as Known;
      if (state === "unclear" || now.state !== state || now.since !== since) continue;
      if (shown.has(message) !== (state === "visible"))
        throw new Error(`${message} is ${state}, but the list says otherwise`);
    }
  }

  /** When all is quiet: what an erasure promised, before and after the owner's next command. */
  async settle(): Promise<void> {
    const quiet = createMemoryStore();
    for (const [key, text] of this.blobs) quiet.blobs.set(key, text);
    const holds = (message: string) =>
      [...quiet.blobs.values()].some((text) => text.includes(message));
    await this.read(quiet.store);
    for (const message of this.erased.keys())
      if (this.disturbed.get(message) === 0 && holds(message))
        throw new Error(`${message} was erased and is in the store`);
    await finishErasing(quiet.store, this.start);
    for (const message of this.erased.keys())
      if (holds(message))
        throw new Error(`${message} is in the store after the owner's next command`);
    await this.read(quiet.store);
  }
}

const visitors = fc.array(
  fc.record({
    skew: fc.integer({ min: -30, max: 30 }),
    steps: fc.array(visitorStep, { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 4 },
);
/** The owner signs, too, so that there is something to erase from the beginning. */
const owner = fc
  .array(fc.oneof(visitorStep, ownerStep, ownerStep), { maxLength: 6 })
  .map((steps): Step[] => [{ does: "post", key: 0 }, ...steps]);

test.each([
  ["that does what it is told", 0],
  ["that fails now and then", 8],
  ["that fails often", 30],
])(
  "on a store %s nothing is lost, doubled or invented, and nothing erased comes back",
  async (_, share) => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fates(share),
      starts,
      visitors,
      owner,
      async (scheduler, fate, start, ...steps) => {
        const world = new World(start);
        const all = [...steps[0], { skew: 0, steps: steps[1] }].map((each) => {
          const process = createProcess(world.blobs, scheduler, fate);
          return Promise.race([world.act(process, each.skew, each.steps), process.death]);
        });
        await scheduler.waitFor(Promise.all(all));
        await scheduler.waitIdle();
        await world.settle();
      },
    );
    await fc.assert(property, { numRuns: 400, seed: 20260101 + share });
  },
);
