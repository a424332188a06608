import type { BlobStore } from "../../../functions/guestbook/store.ts";
import type { World } from "./world.ts";

/** How unkind the store is. Times in milliseconds. */
export interface Unkindness {
  /** A page of a listing may show the store as it was this long ago; each page by another measure. */
  stale: number;
  /** Keys on one page of a listing. */
  pageSize: number;
  /** Most calls take up to `quick`, some up to `slow`, some pages of a listing up to `slowPage`. */
  quick: number;
  slow: number;
  slowPage: number;
  /** Of all calls, so many fail: before they took effect, after, or with an effect that comes later still. */
  failures: number;
  /** How long after its failure a call may still take effect. */
  late: number;
  /** Of the calls of a client that can be suspended, so many are: with all that it does, for up to `suspension`. */
  suspensions: number;
  suspension: number;
}

/** The state that all share: every version of every blob, so that the past can be listed. */
export interface Shared {
  versions: Map<string, { time: number; text: string | null }[]>;
  /** Keys of blobs that were written by a call in the middle of which the client was suspended. */
  writtenLate: Set<string>;
  /** Called with every other blob that is written. */
  onWrite(key: string, text: string): void;
}

/** Thrown by a store that fails; a name of its own, because the guestbook must not rely on which error it is. */
class Outage extends Error {
  override name = "Outage";
}

export interface Client {
  store: BlobStore;
  /** From now on nothing that this client does goes on: each call ends nowhere. */
  isKilled(): boolean;
}

/** What may befall a client. */
export interface Fate {
  /** Calls until the process is killed, in the middle of one. */
  lifetime: number;
  /** Whether its host may suspend it for hours. */
  canBeSuspended: boolean;
}

/**
 * One process's view of the shared store. Reads of single blobs are current (strong consistency); listings are neither
 * current nor of one moment.
 */
export function createClient(
  world: World,
  shared: Shared,
  unkindness: Unkindness,
  { lifetime, canBeSuspended }: Fate = { lifetime: Infinity, canBeSuspended: false },
): Client {
  let calls = 0;
  let killed = false;
  const forever = new Promise<never>(() => {});

  async function call<T>(effect: (isLate: boolean) => T, isPage = false): Promise<T> {
    if (killed) return forever;
    calls++;
    const isLast = calls >= lifetime;
    await world.sleep(delay(world, unkindness, isPage));
    if (killed) return forever;
    const isSuspended = canBeSuspended && world.chance(unkindness.suspensions);
    if (isSuspended) await world.sleep(world.random() * unkindness.suspension);
    if (isLast) {
      killed = true;
      if (world.chance(0.5)) effect(isSuspended);
      return forever;
    }
    if (world.chance(unkindness.failures)) {
      const how = world.between(0, 2);
      if (how === 1) effect(isSuspended);
      if (how === 2) void world.sleep(world.random() * unkindness.late).then(() => effect(isSuspended));
      throw new Outage("The store is out of order.");
    }
    const result = effect(isSuspended);
    await world.sleep(delay(world, unkindness, isPage));
    return killed ? forever : result;
  }

  const write = (key: string, text: string | null, isLate: boolean) => {
    const versions = shared.versions.get(key) ?? [];
    versions.push({ time: world.now(), text });
    if (isLate) shared.writtenLate.add(key);
    else if (text !== null) shared.onWrite(key, text);
    shared.versions.set(key, versions);
  };

  const store: BlobStore = {
    async *list(prefix = "") {
      let cursor = "";
      for (;;) {
        const page = await call(() => {
          const moment = world.now() - (world.chance(0.5) ? world.random() * unkindness.stale : 0);
          return [...shared.versions.keys()]
            .filter((key) => key > cursor && key.startsWith(prefix) && textAt(shared, key, moment) !== null)
            .sort()
            .slice(0, unkindness.pageSize);
        }, true);
        if (page.length === 0) return;
        cursor = page.at(-1) as string;
        yield page;
      }
    },
    get: (key) => call(() => textAt(shared, key, world.now())),
    set: (key, text) => call((isLate) => write(key, text, isLate)),
    delete: (key) => call((isLate) => write(key, null, isLate)),
  };
  return { store, isKilled: () => killed };
}

function delay(world: World, { quick, slow, slowPage }: Unkindness, isPage: boolean): number {
  if (isPage && world.chance(0.02)) return world.random() * slowPage;
  return world.random() * (world.chance(0.05) ? slow : quick);
}

function textAt(shared: Shared, key: string, moment: number): string | null {
  return (shared.versions.get(key) ?? []).findLast((version) => version.time <= moment)?.text ?? null;
}

/** All that is in the store now. */
export function contents(shared: Shared): Map<string, string> {
  const now = new Map<string, string>();
  for (const [key, versions] of shared.versions) {
    const text = versions.at(-1)?.text ?? null;
    if (text !== null) now.set(key, text);
  }
  return now;
}
