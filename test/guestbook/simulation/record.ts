import type { Entry } from "../../../functions/guestbook/entry.ts";
import { settings, skew, slack } from "./kinds.ts";

const second = 1000;

/** What is known of an entry from outside. Times in milliseconds since 1970. */
export interface Known {
  entry: Entry;
  acknowledged: number;
  /** What the owners made of it, since when; `unclear` from the moment an owner tries something until it is done. */
  state: "visible" | "hidden" | "unclear";
  since: number;
  /** Whether an owner is at work on it. */
  isTaken: boolean;
}

/** What was sent with one Idempotency-Key, always with the same body. */
export interface KeyedPost {
  message: string;
  /** Copies that were ever written. */
  copies: { id: string; ts: string }[];
  answers: { entry: Entry; given: number }[];
}

/** Keeps what visitors and owners were told, and finds out what contradicts it. */
export class WorldRecord {
  readonly known = new Map<string, Known>();
  readonly posts = new Map<string, KeyedPost>();
  /** Messages that were ever sent, and those of entries that an owner has ever begun to hide. */
  readonly attempted = new Set<string>();
  readonly wasHidden = new Set<string>();
  /** Ids of entries that an owner has begun to erase, and of those that were called erased. */
  readonly erased = new Set<string>();
  readonly gone = new Set<string>();
  /** What must not be. */
  readonly violations: string[] = [];
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  acknowledge(entry: Entry): void {
    if (this.known.has(entry.id)) return;
    const now = this.now();
    this.known.set(entry.id, { entry, acknowledged: now, state: "visible", since: now, isTaken: false });
  }

  setState(chosen: Known, state: "visible" | "hidden"): void {
    chosen.state = state;
    chosen.since = this.now();
  }

  /** A blob was written in time; a run that was suspended in the middle of writing is the one thing that may be late. */
  written(key: string, text: string): void {
    for (const id of this.gone)
      if (text.includes(`"id":"${id}"`)) this.violations.push(`${id} was called erased, and is written to ${key}`);
    if (!key.startsWith("ids/") || !text.includes('"message"')) return;
    const { id, ts, message } = JSON.parse(text) as Entry;
    this.posts.get(message)?.copies.push({ id, ts });
  }

  /** A visitor who asked at some time was answered with an entry. */
  answered(message: string, entry: Entry, asked: number): void {
    const { state, since } = this.known.get(entry.id) ?? { state: "visible", since: 0 };
    if (state === "hidden" && since < asked - slack)
      this.violations.push(`A retry of ${message} was answered with what is hidden`);
    this.acknowledge(entry);
    const post = this.posts.get(message);
    if (post === undefined) return;
    const first = post.answers[0];
    post.answers.push({ entry, given: this.now() });
    const kept = earliest(post);
    // Requests at the same moment may be answered before they see each other's copies; a later one sees them all.
    if (first === undefined || kept === null || asked - first.given < settings.twinWindow) return;
    if (Date.parse(kept.ts) - asked < 2 * skew - settings.retryWindow) return;
    if (entry.id !== kept.id || entry.ts !== kept.ts)
      this.violations.push(
        `A retry of ${message}, ${(asked - first.given) / second} s after it was answered, is ${entry.id} of ${entry.ts} ` +
          `and not ${kept.id} of ${kept.ts}`,
      );
  }

  /** A visitor was told that the entry is not there any more. */
  refused(message: string): void {
    if (!this.wasHidden.has(message)) this.violations.push(`A retry of ${message} was refused though nobody hid it`);
  }

  /**
   * What was acknowledged well before must be there once; what was hidden well before must not; nothing is invented.
   * @param isWhole Whether all entries were read, and not only so many of the newest.
   */
  read(what: string, seen: readonly Entry[], started: number, isWhole = true): void {
    const oldest = isWhole ? "" : (seen.at(-1)?.ts ?? "");
    const counts = new Map<string, number>();
    for (const [at, entry] of seen.entries()) {
      counts.set(entry.id, (counts.get(entry.id) ?? 0) + 1);
      if (!this.attempted.has(entry.message)) this.violations.push(`${what}: ${entry.id} was invented`);
      const original = this.known.get(entry.id);
      if (original !== undefined && original.entry.message !== entry.message)
        this.violations.push(`${what}: ${entry.id} was altered`);
      const kept = this.keptLongBefore(entry, started);
      if (kept !== undefined && kept.ts !== entry.ts && kept.id === entry.id)
        this.violations.push(`${what}: ${entry.id} has the time ${entry.ts} and not ${kept.ts}`);
      if (at > 0 && (seen[at - 1] as Entry).ts < entry.ts) this.violations.push(`${what}: ${entry.id} is out of order`);
    }
    for (const [id, { entry, acknowledged, state, since }] of this.known) {
      if (Math.max(acknowledged, since) > started - slack) continue;
      const post = this.posts.get(entry.message);
      if (((post && earliest(post)) ?? entry).ts <= oldest && !counts.has(id)) continue;
      const count = counts.get(id) ?? 0;
      const age = (started - acknowledged) / second;
      if (state === "visible" && count !== 1)
        this.violations.push(`${what}: ${id}, acknowledged ${age} s before, is there ${count} times`);
      if (state === "hidden" && count > 0) this.violations.push(`${what}: ${id} is shown though it is hidden`);
    }
  }

  /** The copy that is kept of an entry, once it was answered so long ago that all copies show. */
  private keptLongBefore({ message }: Entry, moment: number): { id: string; ts: string } | undefined {
    const post = this.posts.get(message);
    const first = post?.answers[0];
    if (post === undefined || first === undefined || moment - first.given < settings.twinWindow) return undefined;
    return earliest(post) ?? undefined;
  }

  /** When all is quiet: what one Idempotency-Key made must be one entry, unless the requests came at the same moment. */
  checkPosts(seen: readonly Entry[]): { otherTimes: number; doubled: number } {
    let otherTimes = 0;
    let doubled = 0;
    for (const post of this.posts.values()) {
      const kept = earliest(post);
      otherTimes += post.answers.filter(({ entry }) => entry.ts !== kept?.ts || entry.id !== kept.id).length;
      const shown = seen.filter(({ message }) => message === post.message).reverse();
      if (shown.length < 2) continue;
      const [first, second_] = shown as [Entry, Entry];
      const apart = Date.parse(second_.ts) - Date.parse(first.ts);
      if (apart < settings.twinWindow) doubled++;
      else if (apart < settings.retryWindow - 2 * skew)
        this.violations.push(`${post.message} is there ${shown.length} times, ${apart / second} s apart`);
    }
    return { otherTimes, doubled };
  }
}

/** The copy that is kept of what was sent with one key: the earliest. */
function earliest({ copies }: KeyedPost): { id: string; ts: string } | null {
  const sorted = [...copies].sort((a, b) => (`${a.ts}${a.id}` < `${b.ts}${b.id}` ? -1 : 1));
  return sorted[0] ?? null;
}

/** The ids of all entries in the text of a blob. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(/"id":"([a-z2-7]{20})"/g)].map(([, id]) => id as string);
}
