/** A world with its own time, in which everything that is random comes from a seed, so that every run can be had again. */
export interface World {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** In [0, 1). */
  random(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /**
   * Lets time pass until nobody waits for it any more, or nothing more is to be learnt. Tells whether it ended so; it did
   * not if a week is over.
   */
  run(isOver: () => boolean): Promise<boolean>;
}

const aWeek = 7 * 24 * 3600 * 1000;

interface Waiting {
  time: number;
  order: number;
  wake: () => void;
}

export function createWorld(seed: number): World {
  const random = mulberry32(seed);
  const start = Date.UTC(2026, 0, 1, 23, 50);
  let time = start;
  let order = 0;
  const waiting: Waiting[] = [];
  const isBefore = (a: Waiting, b: Waiting) => a.time < b.time || (a.time === b.time && a.order < b.order);

  function push(item: Waiting): void {
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(item, waiting[middle] as Waiting)) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, item);
  }

  return {
    now: () => time,
    sleep: (milliseconds) =>
      new Promise((wake) => push({ time: time + Math.max(0, milliseconds), order: order++, wake })),
    random,
    between: (low, high) => low + Math.floor(random() * (high - low + 1)),
    chance: (probability) => random() < probability,
    async run(isOver) {
      for (;;) {
        // All that is ready to run does so before time goes on.
        await new Promise(setImmediate);
        const next = waiting.pop();
        if (next === undefined || isOver()) return true;
        if (next.time > start + aWeek) return false;
        time = next.time;
        next.wake();
      }
    },
  };
}

/** A small generator of pseudorandom numbers with 32 bits of state. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
