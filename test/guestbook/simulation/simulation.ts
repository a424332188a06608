import { importEntries } from "../../../build/cli/guestbook/transfer.ts";
import { createBlobCache, withCache } from "../../../functions/guestbook/blob-cache.ts";
import { compact } from "../../../functions/guestbook/compact.ts";
import { type Entry, makeEntry, type Signature } from "../../../functions/guestbook/entry.ts";
import { eraseEntry } from "../../../functions/guestbook/erase.ts";
import { removeEntry, restoreEntry } from "../../../functions/guestbook/moderation.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { sign } from "../../../functions/guestbook/sign.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import { type ClientOptions, createClient, type Faults, noFaults, SharedStore } from "./failing-store.ts";
import { commonFaults, type Kind, kinds, settings, skew, slack } from "./kinds.ts";
import { idsIn, type Known, WorldRecord } from "./record.ts";
import { createWorld, type World } from "./world.ts";

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
  forReaders: (store: BlobStore): BlobStore => withCache(store, createBlobCache()),
};
export type Guestbook = typeof guestbookAsIs;

const second = 1000;

/** A process that uses the store, with a clock of its own in milliseconds since 1970. */
interface Process {
  store: BlobStore;
  clock: () => number;
}

export interface Outcome {
  /** What must not be; empty when all is well. */
  violations: string[];
  acknowledged: number;
  erased: number;
  /** Reads that were answered. */
  reads: number;
  /** Answers to requests with an Idempotency-Key, and how many named another copy than the one that is kept. */
  keyedAnswers: number;
  otherTimes: number;
  /** Entries that are there twice because requests with one key came at the same moment, before and after midnight. */
  doubled: number;
}

/**
 * Runs visitors, readers, runs of compaction, owners and imports against a failing store, and looks whether anything was
 * lost, doubled, altered or invented, was shown after it was hidden, or is still in a blob after it was erased.
 * @param untilFirst Whether to end at the first violation.
 */
export async function simulate(guestbook: Guestbook, seed: number, { untilFirst = false } = {}): Promise<Outcome> {
  const simulation = new Simulation(guestbook, seed, untilFirst);
  await simulation.run();
  return simulation.outcome;
}

class Simulation {
  private readonly guestbook: Guestbook;
  private readonly kind: Kind;
  private readonly world: World;
  private readonly shared = new SharedStore();
  private readonly record: WorldRecord;
  private readonly untilFirst: boolean;
  /** When visitors, owners and compaction end. */
  private readonly end: number;
  private readonly failures: unknown[] = [];
  private reads = 0;
  private races = { otherTimes: 0, doubled: 0 };
  private lastPromptRead = 0;
  /** How often each of these may still be done. */
  private readonly left: { erasures: number; runs: number; readers: number; compactions: number };

  constructor(guestbook: Guestbook, seed: number, untilFirst: boolean) {
    this.guestbook = guestbook;
    this.kind = kinds[seed % kinds.length] as Kind;
    this.world = createWorld(seed);
    this.record = new WorldRecord(this.world.now);
    this.untilFirst = untilFirst;
    this.end = this.world.now() + this.kind.duration;
    const { aimedErasures, promptRuns, promptReaders, compactions } = this.kind;
    this.left = { erasures: aimedErasures, runs: promptRuns, readers: promptReaders, compactions: 2 * compactions };
  }

  get outcome(): Outcome {
    const { violations, known, erased, posts } = this.record;
    const keyedAnswers = [...posts.values()].reduce((sum, { answers }) => sum + answers.length, 0);
    const { reads, races } = this;
    return { violations, acknowledged: known.size, erased: erased.size, reads, keyedAnswers, ...races };
  }

  async run(): Promise<void> {
    const { kind, record } = this;
    for (let number = 0; number < 5; number++) this.start(this.visitor(number));
    for (let number = 0; number < kind.readers; number++) this.start(this.reader(true, kind.rounds, kind.duration));
    // When those who were suspended wake up, somebody reads.
    this.start(this.reader(false, kind.rounds, Math.max(kind.duration, kind.compactionFaults.suspension)));
    for (let number = 0; number < kind.compactions; number++) this.start(this.compaction());
    this.start(this.owner());
    this.start(this.owner());
    this.start(this.importer());
    await this.untilQuiet();

    // When all is quiet: everything is where it belongs, however often it is compacted after.
    this.start(this.reader(false, 2, slack));
    await this.untilQuiet();
    this.start(this.compactInPeace(16));
    await this.untilQuiet();
    this.start(this.lastReader());
    await this.untilQuiet();
    if (this.isOver()) return;
    for (const id of record.erased) {
      if (record.known.get(id)?.state !== "hidden") continue;
      const holders = this.holdersOf(id);
      if (holders.length > 0) record.violations.push(`The erased text of ${id} is still in ${holders.join(", ")}`);
    }
    const before = [...this.shared.contents().keys()].join();
    this.start(this.compactInPeace(2));
    await this.untilQuiet();
    if ([...this.shared.contents().keys()].join() !== before)
      record.violations.push("Compaction does not come to rest");
  }

  private start(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.failures.push(error));
  }

  private isOver(): boolean {
    return this.failures.length > 0 || (this.untilFirst && this.record.violations.length > 0);
  }

  /** Those who were killed never end, so they are not waited for. */
  private async untilQuiet(): Promise<void> {
    if (!(await this.world.run(() => this.isOver()))) throw new Error("The world does not come to rest.");
    if (this.failures.length > 0) throw this.failures[0];
  }

  private connect(faults: Faults, options: ClientOptions & { mayDie?: boolean } = {}): Process {
    const { world, shared, record } = this;
    const { mayDie = false, onChange, ...rest } = options;
    const offset = (world.random() * 2 - 1) * skew;
    const store = createClient(world, shared, faults, {
      ...rest,
      lifetime: mayDie && world.chance(0.25) ? world.between(1, 60) : Infinity,
      onChange: (key, text, isLate) => {
        if (text !== null && !isLate) record.written(key, text);
        onChange?.(key, text, isLate);
      },
    });
    return { store, clock: () => world.now() + offset };
  }

  private newMessage(name: string): string {
    const message = `${name} ${"x".repeat(this.world.between(0, 60))}`;
    this.record.attempted.add(message);
    return message;
  }

  private readonly newId = () =>
    `a${Array.from({ length: 19 }, () => "abcdefghijklmnopqrstuvwxyz234567"[this.world.between(0, 31)]).join("")}`;

  private async visitor(number: number): Promise<void> {
    const { world, kind, record } = this;
    // Each request is answered by one of several processes, each with its own clock.
    const processes = Array.from({ length: 3 }, () =>
      this.connect(kind.visitorFaults, {
        mayDie: true,
        onDelay: (milliseconds, text) => {
          if (text !== null && milliseconds > 4 * second) this.compactPromptly(4 * second);
        },
      }),
    );
    for (let turn = 0; turn < 10; turn++) {
      await world.sleep(world.random() * (kind.duration / 8));
      const signature: Signature = { message: this.newMessage(`${number}.${turn}`), name: "", url: "" };
      const isKeyed = world.chance(kind.keyed);
      if (isKeyed) record.posts.set(signature.message, { message: signature.message, copies: [], answers: [] });
      const attempt = () => this.sign(signature, isKeyed, processes[world.between(0, 2)] as Process);
      if (!isKeyed) {
        await attempt();
        continue;
      }
      // Together shorter than the time in which a retry is known to be one.
      const pauses = Array.from({ length: world.between(0, 2) }, () => world.random() * 250 * second);
      const manner = world.between(0, 2);
      if (manner === 0) await Promise.all([0, ...pauses].map((pause) => world.sleep(pause / 200).then(attempt)));
      else if (manner === 1) {
        await attempt();
        for (const pause of pauses) await world.sleep(pause).then(attempt);
      } else {
        // A client that does not wait for the answer before it tries again.
        this.start(attempt());
        for (const pause of pauses) this.start(world.sleep(pause).then(attempt));
      }
    }
  }

  private async sign(signature: Signature, isKeyed: boolean, { store, clock }: Process): Promise<void> {
    const { guestbook, world, record, newId } = this;
    const { message } = signature;
    const asked = world.now();
    const request = { signature, userAgent: null, idempotencyKey: isKeyed ? `key ${message}` : null, clock, newId };
    try {
      record.answered(message, await guestbook.sign(store, request, guestbook.settings), asked);
    } catch (error) {
      if (error instanceof Error && error.name === "EntryRemovedError") record.refused(message);
      else ifOutage(error);
    }
  }

  private async reader(mayDie: boolean, rounds: number, time: number): Promise<void> {
    const { world } = this;
    const store = this.guestbook.forReaders(this.connect(this.kind.readerFaults, { mayDie }).store);
    for (let round = 0; round < rounds; round++) {
      await world.sleep((world.random() * 2 * time) / rounds);
      const manner = world.between(0, 2);
      if (manner === 0) await this.readOnce(store, 1000);
      else if (manner === 1) await this.readOnce(store, world.between(5, 60));
      // The newest entries alone, which do not depend on older packs that may move meanwhile.
      else await this.readOnce(store, world.between(1, 8), 1);
    }
  }

  private async readOnce(store: BlobStore, limit: number, pages = Infinity): Promise<void> {
    const started = this.world.now();
    const seen = await this.readAll(store, limit, pages).catch(ifOutage);
    if (seen === null) return;
    this.reads++;
    const what = `A read from ${(started - this.world.now()) / second} s to now`;
    this.record.read(what, seen, started, pages === Infinity);
  }

  /** Follows the pages to the end. A page that holds all must hold as many entries as it counts. */
  private async readAll(store: BlobStore, limit: number, pages = Infinity): Promise<Entry[]> {
    const { guestbook, world, record } = this;
    const entries: Entry[] = [];
    let from: string | null = null;
    for (let turn = 0; turn < pages; turn++) {
      const request = { from, limit, bytes: Infinity };
      const started = world.now();
      const page: Awaited<ReturnType<Guestbook["readPage"]>> = await guestbook.readPage(
        store,
        request,
        world.now(),
        guestbook.settings,
      );
      // While a listing that takes longer than the grace period goes on, an entry that it shows as removed can be erased.
      const isBrief = world.now() - started < settings.grace;
      if (isBrief && from === null && page.next === null && page.count !== page.entries.length)
        record.violations.push(`A page says ${page.count} entries and has all ${page.entries.length}`);
      entries.push(...page.entries);
      from = page.next;
      if (from === null) break;
    }
    return entries;
  }

  /** A process that runs compaction again and again. */
  private async compaction(runs = Infinity): Promise<void> {
    const { guestbook, world, kind } = this;
    /** Ids of entries that the run under way has read. */
    let read: string[] = [];
    const { store, clock } = this.connect(kind.compactionFaults, {
      mayDie: true,
      canBeSuspended: true,
      onRead: (text) => read.push(...idsIn(text)),
      onDelay: (milliseconds, text) => {
        if (milliseconds < 4 * second) return;
        const isSuspension = milliseconds > kind.compactionFaults.slow;
        if (isSuspension && this.left.compactions-- > 0) this.start(this.compaction());
        // What was read last is what the run is about to write.
        if (text !== null || isSuspension || world.chance(0.3))
          this.eraseOneOf(text === null ? read.slice(-12) : idsIn(text));
      },
      onChange: (_key, text) => {
        if (text === null) this.readPromptly();
        else this.compactPromptly(8 * second);
      },
    });
    for (let run = 0; run < runs && world.now() < this.end; run++) {
      if (runs === Infinity) await world.sleep(world.random() * kind.pause);
      read = [];
      await guestbook.compact(store, { clock }, guestbook.settings).catch(ifOutage);
    }
  }

  private compactPromptly(within: number): void {
    const { world } = this;
    if (this.left.runs-- > 0) this.start(world.sleep(world.random() * within).then(() => this.compaction(1)));
  }

  /** Reads just after something was deleted, when its copy may not yet show in a listing. */
  private readPromptly(): void {
    const { world, kind } = this;
    // Many blobs are deleted at once.
    if (this.left.readers === 0 || world.now() - this.lastPromptRead < second) return;
    this.left.readers--;
    this.lastPromptRead = world.now();
    const { store } = this.connect({ ...kind.readerFaults, slowListings: 0, slowCalls: 0 });
    this.start(this.readOnce(this.guestbook.forReaders(store), 1000));
  }

  private async owner(): Promise<void> {
    const { world, kind, record } = this;
    for (let turn = 0; turn < 5; turn++) {
      await world.sleep(world.random() * (kind.duration / 5));
      const isErasure = world.chance(kind.erasures);
      const fit = [...record.known.values()].filter((each) => this.isFit(each) && (isErasure || !each.isTaken));
      const chosen = fit[world.between(0, fit.length - 1)];
      if (chosen === undefined) continue;
      chosen.isTaken = true;
      await (isErasure ? this.erase(chosen) : this.hide(chosen));
    }
  }

  /** Whether an owner can find an entry in every listing. */
  private isFit({ entry, acknowledged }: Known): boolean {
    return this.world.now() - acknowledged > slack && !this.record.erased.has(entry.id);
  }

  /** Lets an owner erase an entry that somebody has just read who is about to write it. */
  private eraseOneOf(ids: readonly string[]): void {
    const { world, record } = this;
    if (this.left.erasures === 0) return;
    const fit = ids.map((id) => record.known.get(id)).filter((each) => each !== undefined && this.isFit(each));
    const chosen = fit[world.between(0, fit.length - 1)];
    if (chosen === undefined) return;
    this.left.erasures--;
    this.start(
      this.erase(chosen, { ...commonFaults, quick: 0.05 * second, slowCalls: 0, slowWrites: 0, slowListings: 0 }),
    );
  }

  private async erase(chosen: Known, faults = commonFaults): Promise<void> {
    const { guestbook, world, record } = this;
    const { store, clock } = this.connect(faults, { mayDie: true });
    const { id, message } = chosen.entry;
    record.wasHidden.add(message);
    chosen.state = "unclear";
    record.erased.add(id);
    // The command may be left and taken up again, at once or later.
    let waits = 0;
    const wait = (milliseconds: number) => world.sleep(milliseconds * (waits++ === 0 ? 0.1 : world.between(1, 4)));
    await this.insist(id, () => guestbook.eraseEntry(store, id, { reason, clock, wait }, guestbook.settings));
    record.setState(chosen, "hidden");
    record.gone.add(id);
    const holders = this.holdersOf(id).filter((key) => !this.shared.writtenBySuspended.has(key));
    if (holders.length > 0) record.violations.push(`${id} was called erased, and is in ${holders.join(", ")}`);
    this.retry(chosen);
  }

  private async hide(chosen: Known): Promise<void> {
    const { guestbook, world, record } = this;
    const { store, clock } = this.connect(commonFaults, { mayDie: true });
    const { id, message } = chosen.entry;
    record.wasHidden.add(message);
    chosen.state = "unclear";
    await this.insist(id, () => guestbook.removeEntry(store, id, reason, clock));
    if (!record.erased.has(id)) record.setState(chosen, "hidden");
    this.retry(chosen);
    // A try that failed may still take effect, and must not do so after the next one.
    await world.sleep(commonFaults.late + slack + world.random() * 300 * second);
    if (world.chance(0.5) && !record.erased.has(id)) {
      chosen.state = "unclear";
      await this.insist(id, () => guestbook.restoreEntry(store, id, clock));
      if (!record.erased.has(id)) record.setState(chosen, "visible");
      await world.sleep(commonFaults.late + slack);
    }
    chosen.isTaken = false;
  }

  /** An owner tries again until the store has done it: it fails, and a stale listing may not show what was done. */
  private async insist(id: string, act: () => Promise<unknown>): Promise<void> {
    const { world, record } = this;
    for (let tries = 1; ; tries++) {
      try {
        await act();
        return;
      } catch (error) {
        if (!(error instanceof Error) || error.name === "TypeError") throw error;
        // An earlier try, or another owner, has done it.
        if (error.name === "ModerationError" && !error.message.startsWith("There is no")) return;
        if (tries === 1000) {
          record.violations.push(`The owner cannot get at ${id}: ${error.message}`);
          return;
        }
        await world.sleep(world.random() * 10 * second);
      }
    }
  }

  /** The visitor who sent an entry that was hidden sends it again, if that is still known to be a retry. */
  private retry({ entry: { message, ts } }: Known): void {
    const { world, record } = this;
    const wait = slack + world.random() * 100 * second;
    if (!record.posts.has(message)) return;
    if (world.now() + wait - Date.parse(ts) > this.guestbook.settings.retryWindow - 30 * second) return;
    const process = this.connect(commonFaults);
    this.start(world.sleep(wait).then(() => this.sign({ message, name: "", url: "" }, true, process)));
  }

  /** An owner imports a file, sometimes twice at the same moment. Some of what it holds is there already. */
  private async importer(): Promise<void> {
    const { world, kind, record, newId } = this;
    await world.sleep(world.random() * kind.duration);
    const file = Array.from({ length: world.between(1, 8) }, (_, line) => {
      const signature = { message: this.newMessage(`import ${line}`), name: "", url: "" };
      return makeEntry(newId(), signature, "", new Date(world.now() - Math.floor(world.random() * kind.duration)));
    });
    // A file is older than the moment in which copies of an entry may not show yet.
    const isExported = ({ acknowledged }: { acknowledged: number }) =>
      world.now() - acknowledged > this.guestbook.settings.twinWindow && world.chance(0.3);
    const present = [...record.known.values()].filter(isExported).map(({ entry }) => entry);
    const times = world.chance(0.3) ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => this.importFile(file, present)));
  }

  private async importFile(file: readonly Entry[], present: readonly Entry[]): Promise<void> {
    const { guestbook, world, record } = this;
    const onDelay = (milliseconds: number) => {
      if (milliseconds > 4 * second) this.eraseOneOf(present.map(({ id }) => id));
    };
    const { store, clock } = this.connect(commonFaults, { mayDie: true, onDelay });
    for (let tries = 0; tries < 5; tries++) {
      try {
        await guestbook.importEntries(store, [...file, ...present], clock);
        for (const entry of file) record.acknowledge(entry);
        return;
      } catch (error) {
        ifOutage(error);
      }
      await world.sleep(world.random() * 60 * second);
    }
  }

  private holdersOf(id: string): string[] {
    return [...this.shared.contents()].filter(([, text]) => text.includes(`"id":"${id}"`)).map(([key]) => key);
  }

  private async lastReader(): Promise<void> {
    const { guestbook, world, record } = this;
    const store = guestbook.forReaders(createClient(world, this.shared, noFaults));
    const request = { from: null, limit: 1, bytes: Infinity };
    const { count } = await guestbook.readPage(store, request, world.now(), guestbook.settings);
    const entries = await this.readAll(store, 7);
    record.read("The last read", entries, Infinity);
    const ids = new Set(entries.map((entry) => entry.id));
    if (ids.size !== entries.length) record.violations.push("The last read: an entry is there twice");
    if (count !== ids.size)
      record.violations.push(`The last read: count is ${count}, but there are ${ids.size} entries`);
    this.races = record.checkPosts(entries);
  }

  /** Lets compaction work in peace until nothing is left to do. */
  private async compactInPeace(rounds: number): Promise<void> {
    const { guestbook, world, shared } = this;
    const store = createClient(world, shared, noFaults);
    for (let round = 0; round < rounds; round++) {
      await world.sleep(guestbook.settings.grace + slack);
      await guestbook.compact(store, { clock: world.now }, guestbook.settings);
    }
  }
}

const reason = { reason: "a test", ts: "2026-01-01T00:00:00.000Z" };

function ifOutage(error: unknown): null {
  if (error instanceof Error && ["Outage", "StoreError", "GoneError"].includes(error.name)) return null;
  throw error;
}
