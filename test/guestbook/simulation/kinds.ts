import { type StorageSettings, storageSettings } from "../../../functions/guestbook/settings.ts";
import type { Faults } from "./failing-store.ts";

const second = 1000;
const hour = 3600 * second;

/** Times and sizes as in use, but small packs, so that much happens to few entries, and a day of minutes. */
export const settings: StorageSettings = {
  ...storageSettings,
  retryWindow: 600 * second,
  forgettingStep: 60 * second,
  packBytes: 1200,
  entryBytes: 150,
  fewest: 3,
  most: 12,
  flood: 14,
};

/** Clocks are wrong by this much at most, either way, in milliseconds. */
export const skew = 3 * second;

export const commonFaults: Faults = {
  stale: 20 * second,
  quick: 0.1 * second,
  slow: 9 * second,
  slowCalls: 0.05,
  slowWrites: 0.2,
  slowPage: 300 * second,
  slowListings: 0.1,
  failures: 0.03,
  late: 12 * second,
  suspensions: 0,
  suspension: 0,
};

/** After this a listing shows what was done, whatever the clocks say. */
export const slack = commonFaults.stale + 2 * skew;

/** A kind of world: how much happens in it, and what goes wrong. Times in milliseconds. */
export interface Kind {
  name: string;
  /** How long visitors, owners and compaction go on. */
  duration: number;
  /** What goes wrong for visitors, readers, and runs of compaction; `commonFaults` for all others. */
  visitorFaults: Faults;
  readerFaults: Faults;
  compactionFaults: Faults;
  /** Processes that run compaction again and again, and the longest pause between two runs. */
  compactions: number;
  pause: number;
  /** Processes that read, and how often each does. */
  readers: number;
  rounds: number;
  /** The share of entries that are sent with an Idempotency-Key. */
  keyed: number;
  /** The share of erasures in what owners do; otherwise they remove and restore. */
  erasures: number;
  /** Entries at most that owners begin to erase just when a run of compaction, or an import, has read them. */
  aimedErasures: number;
  /** Runs of compaction at most that begin just after a pack was written, and readers just after a deletion. */
  promptRuns: number;
  promptReaders: number;
}

/**
 * The kinds of worlds, in turn. In all of them hold the assumptions of the storage (see `assumptions`), except that a
 * host may suspend a run of compaction for as long as it likes.
 */
export const kinds: readonly Kind[] = [
  {
    // Little is hidden, so packs stay where they are for long, and even listings that take long come to an end.
    name: "calm",
    duration: 1500 * second,
    visitorFaults: { ...commonFaults, slowListings: 0.3 },
    readerFaults: { ...commonFaults, slowListings: 0.7, slowPage: 600 * second },
    compactionFaults: { ...commonFaults, slowListings: 0 },
    compactions: 3,
    pause: 20 * second,
    readers: 12,
    rounds: 15,
    keyed: 0.25,
    erasures: 0.1,
    aimedErasures: 0,
    promptRuns: 0,
    promptReaders: 5,
  },
  {
    // Packs are written and their sources deleted as fast as can be.
    name: "hectic",
    duration: 900 * second,
    visitorFaults: { ...commonFaults, slowListings: 0.3 },
    readerFaults: { ...commonFaults, slowListings: 0.2 },
    compactionFaults: { ...commonFaults, slowWrites: 0.5, slowListings: 0 },
    compactions: 5,
    pause: 30 * second,
    readers: 10,
    rounds: 10,
    keyed: 0.5,
    erasures: 0.4,
    aimedErasures: 8,
    promptRuns: 40,
    promptReaders: 40,
  },
  {
    // Runs of compaction are suspended for hours, and what they have read is erased meanwhile.
    name: "interrupted",
    duration: 1500 * second,
    visitorFaults: { ...commonFaults, slowListings: 0.3 },
    readerFaults: { ...commonFaults, slowListings: 0.1, slowPage: hour },
    compactionFaults: { ...commonFaults, slowListings: 0, suspensions: 0.05, suspension: 3 * hour },
    compactions: 4,
    pause: 150 * second,
    readers: 3,
    rounds: 15,
    keyed: 0.5,
    erasures: 0.4,
    aimedErasures: 10,
    promptRuns: 0,
    promptReaders: 10,
  },
];

/**
 * What the storage takes for granted, each as the longest time that something can take and the time it must be shorter
 * than.
 */
export const assumptions = kinds.flatMap(({ name, visitorFaults, compactionFaults }) => {
  const longestCall = Math.max(visitorFaults.slow, compactionFaults.slow);
  const { stale, late } = commonFaults;
  const { duration, grace, lookLimit, twinWindow } = settings;
  return [
    {
      name: `${name}: what a run of compaction writes shows within the grace period`,
      longest: duration + longestCall + late + stale + 2 * skew,
      limit: grace,
    },
    {
      name: `${name}: copies of one entry show, and lie in time, within the window for them`,
      longest: lookLimit + longestCall + late + stale + 2 * skew,
      limit: twinWindow,
    },
  ];
});
