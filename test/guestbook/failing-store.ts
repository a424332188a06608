import fc from "fast-check";
import { type BlobStore, StoreError } from "../../functions/guestbook/store.ts";

/**
 * What may go wrong with one call: it fails before it took effect, or after; it hangs until it is
 * given up and takes effect later still; or the process dies in the middle of it, before or after
 * the effect.
 */
const mishaps = ["fails before", "fails after", "late", "dies before", "dies after"] as const;
type Mishap = (typeof mishaps)[number];

/**
 * What happens to the calls of a run, one after the other, and which of the changes during a
 * listing it shows.
 */
export interface Fate {
  mishap: Mishap | "none";
  /**
   * Turns of others that a call waits before it takes effect, beside those that the scheduler
   * chooses.
   */
  delay: number;
  showsWritten: boolean;
  showsDeleted: boolean;
}

/** @param share Of a hundred calls, so many go wrong. */
export function fates(share: number): fc.Arbitrary<fc.Stream<Fate>> {
  const mishap = fc.oneof(
    { weight: 100 - share, arbitrary: fc.constant("none" as const) },
    { weight: share, arbitrary: fc.constantFrom(...mishaps) },
  );
  const delay = fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.nat(60) },
  );
  return fc.infiniteStream(
    fc.record({ mishap, delay, showsWritten: fc.boolean(), showsDeleted: fc.boolean() }),
  );
}

/** A process that may die: nothing it waits for ever comes then. */
export interface Process {
  store: BlobStore;
  /** Resolves when the process dies. */
  death: Promise<"died">;
  /** What went wrong with its calls so far. */
  mishaps: number;
}

/** Keys on one page of a listing. */
const pageSize = 2;

/**
 * A process's view of blobs that it shares with others. The scheduler decides in which order the
 * calls of all take effect and are answered. A listing shows whatever was there when it was called
 * and is still there; what is written or deleted meanwhile it may show or not.
 */
export function createProcess(
  blobs: Map<string, string>,
  scheduler: fc.Scheduler,
  fate: fc.Stream<Fate>,
): Process {
  let die = (): void => {};
  let isDead = false;
  const forever = new Promise<never>(() => {});
  const death = new Promise<"died">((resolve) => {
    die = () => {
      isDead = true;
      resolve("died");
    };
  });
  const turn = (): Promise<unknown> => scheduler.schedule(Promise.resolve());
  const next = (): Fate => fate.next().value as Fate;

  async function call<T>(effect: () => T): Promise<T> {
    if (isDead) return forever;
    const { mishap, delay } = next();
    if (mishap !== "none") process.mishaps++;
    for (let turns = 0; turns <= delay; turns++) await turn();
    if (mishap === "dies before") die();
    if (isDead) return forever;
    if (mishap === "late") void turn().then(turn).then(effect);
    if (mishap === "late" || mishap === "fails before") throw new StoreError("The store failed.");
    const result = effect();
    if (mishap === "dies after") die();
    await turn();
    if (isDead) return forever;
    if (mishap === "fails after") throw new StoreError("The store failed.");
    return result;
  }

  const store: BlobStore = {
    async *list(prefix = "") {
      const { showsWritten, showsDeleted } = next();
      const now = () => [...blobs.keys()].filter((key) => key.startsWith(prefix));
      const before = now();
      for (let cursor = ""; ; ) {
        const page: string[] = await call(() => {
          const present = now();
          const shown = [
            ...before.filter((key) => showsDeleted || blobs.has(key)),
            ...(showsWritten ? present : []),
          ];
          return [...new Set(shown)]
            .filter((key) => key > cursor)
            .sort()
            .slice(0, pageSize);
        });
        if (page.length === 0) return;
        yield page;
        cursor = page.at(-1) as string;
      }
    },
    get: (key) => call(() => blobs.get(key) ?? null),
    set: (key, text) => call(() => void blobs.set(key, text)),
    delete: (key) => call(() => void blobs.delete(key)),
  };
  const process: Process = { store, death, mishaps: 0 };
  return process;
}
