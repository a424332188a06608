import { createHash, randomBytes } from "node:crypto";
import type { Entry, Signature } from "./entry.ts";
import type { BlobStore } from "./store.ts";

// The keys of the store. A blob is written once under its own key, and never moved, copied or
// rewritten.
//   entries/TIME-ID      an entry
//   ids/ID.entry.TIME    an entry that came with an Idempotency-Key, found by its id alone
//   ids/ID.removed       a mark of the owner's: readers do not see this entry
//   ids/ID.erased.TIME   a mark of the owner's: no text of this entry may stay in the store
// TIME is when the entry was accepted, in marks of erasing too. A key of any other form is
// ignored.

/** An entry's unique position, `20261120T190700123Z-<id>`, which sorts by time. */
export type Position = string;

/** A key of the guestbook, and its parts. */
export interface BlobKey {
  key: string;
  /** The first two are entries; a `keyed` one came with an Idempotency-Key. */
  kind: "plain" | "keyed" | "removed" | "erased";
  id: string;
  /** The time when the entry was accepted, as in `Position`; "" in the mark of a removed entry. */
  time: string;
}

// Sources of regular expressions that mean the same in every engine, because published schemas have
// them too.
export const idSource = "[a-z][a-z2-7]{19}";
const timeSource = "[0-9]{8}T[0-9]{9}Z";
export const positionSource = `${timeSource}-${idSource}`;
const idPattern = new RegExp(`^${idSource}$`);
const positionPattern = new RegExp(`^${positionSource}$`);
const plainPattern = new RegExp(`^entries/(?<time>${timeSource})-(?<id>${idSource})$`);
const byIdPattern = new RegExp(
  `^ids/(?<id>${idSource})\\.(?:(?<kind>entry|erased)\\.(?<time>${timeSource})|removed)$`,
);

/** Whether a text has the form of an entry's id. */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** Whether a text is a position whose time can be parsed. */
export function isPosition(text: string): boolean {
  return positionPattern.test(text) && !Number.isNaN(timeOf(text));
}

/** Turns a time in RFC 3339 into a key's: `20261120T190700123Z`. */
export function keyTime(time: string): string {
  return time.replace(/[-:.]/g, "");
}

/**
 * The time of a position, or of the TIME of a key, in milliseconds since 1970; NaN if it cannot be
 * parsed.
 */
export function timeOf(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, "$1-$2-$3T$4:$5:$6.$7Z"),
  );
}

/** The position of an entry or of its key. */
export function positionOf(
  entry: Pick<BlobKey, "id" | "time"> | Pick<Entry, "id" | "ts">,
): Position {
  return `${"ts" in entry ? keyTime(entry.ts) : entry.time}-${entry.id}`;
}

/** The key of an entry's blob. @param keyed Whether the entry came with an Idempotency-Key. */
export function entryKey(entry: Pick<Entry, "id" | "ts">, keyed: boolean): string {
  return keyed ? `ids/${entry.id}.entry.${keyTime(entry.ts)}` : `entries/${positionOf(entry)}`;
}

/** The key of an owner's mark. @param time The entry's time, for a mark of erasing. */
export function markKey(id: string, time?: string): string {
  return time === undefined ? `ids/${id}.removed` : `ids/${id}.erased.${time}`;
}

/** Reads a key; null if it is not the guestbook's. */
export function parseKey(key: string): BlobKey | null {
  const plain = plainPattern.exec(key);
  const { id, kind, time = "" } = (plain ?? byIdPattern.exec(key))?.groups ?? {};
  if (id === undefined) return null;
  if (time === "") return { key, kind: "removed", id, time };
  return { key, kind: plain ? "plain" : kind === "erased" ? "erased" : "keyed", id, time };
}

/**
 * All the guestbook's keys in a store, or those below `ids/` that begin with a prefix.
 * @throws StoreError
 */
export async function listKeys(store: BlobStore, beginning?: string): Promise<BlobKey[]> {
  const pages = await Array.fromAsync(store.list(beginning && `ids/${beginning}`));
  return [...new Set(pages.flat())].map(parseKey).filter((key) => key !== null);
}

/** How many milliseconds a request repeated with its Idempotency-Key gets the same entry. */
export const retryWindow = 24 * 3_600_000;

/**
 * The blobs and marks of one entry. A request repeated to another process at the same moment may
 * leave several blobs: their ids share the first half, and they are within a day of the first.
 */
export interface StoredEntry {
  /** The id of the earliest of its blobs and erasure marks. */
  id: string;
  /** The time of that one, as in `Position`. */
  time: string;
  /** The earliest first: that one is the entry. */
  blobs: BlobKey[];
  /** The owner's marks, erasure marks first. A single mark hides all blobs. */
  marks: BlobKey[];
  state: "visible" | "removed" | "erased";
}

/** Groups keys by entry, in the order of time. */
export function storedEntries(keys: readonly BlobKey[]): StoredEntry[] {
  const byKind = Object.groupBy(keys, ({ kind }) => kind);
  const { plain = [], keyed = [], removed = [], erased = [] } = byKind;
  const removedIds = new Map(removed.map((mark) => [mark.id, mark]));
  const plainIds = new Set(plain.map(({ id }) => id));
  const stored: StoredEntry[] = [];
  const newest = new Map<string, StoredEntry>();
  const timed = [...plain, ...keyed, ...erased];
  for (const key of timed.sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1))) {
    const { id, time, kind } = key;
    const request = plainIds.has(id) ? id : id.slice(0, sharedIdLength);
    let entry = newest.get(request);
    if (entry === undefined || timeOf(time) > timeOf(entry.time) + retryWindow) {
      entry = { id, time, blobs: [], marks: [], state: "visible" };
      newest.set(request, entry);
      stored.push(entry);
    }
    const mark = removedIds.get(id);
    if (mark !== undefined) entry.marks.push(mark);
    if (kind === "erased") {
      entry.marks.unshift(key);
      entry.state = "erased";
    } else entry.blobs.push(key);
    if (mark !== undefined && entry.state === "visible") entry.state = "removed";
  }
  return stored;
}

/** The keys of the entries that readers see, newest first. */
export function visibleEntries(keys: readonly BlobKey[]): BlobKey[] {
  return storedEntries(keys)
    .flatMap(({ state, blobs }) => (state === "visible" ? blobs.slice(0, 1) : []))
    .reverse();
}

// Ids of entries.

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * 99 bits as 20 characters that are safe in addresses, keys and HTML ids; the first is a letter, as
 * CSS demands.
 */
function toId(bytes: Uint8Array): string {
  return [...bytes.subarray(0, 20)]
    .map((byte, at) => alphabet[byte & (at === 0 ? 15 : 31)])
    .join("");
}

/** A new random id. */
export function randomId(): string {
  return toId(randomBytes(20));
}

/** How many leading characters the ids of a repeated request share. */
export const sharedIdLength = 10;

/**
 * The id of an entry sent with an Idempotency-Key: its first half hashes key and content, its
 * second half these and the day. So a listing by the first half finds earlier entries of the same
 * request, and days later the request makes another entry.
 * @param time Milliseconds since 1970.
 */
export function keyedId(key: string, { message, name, url }: Signature, time: number): string {
  const hash = (parts: unknown) =>
    toId(createHash("sha256").update(JSON.stringify(parts)).digest());
  const sent = [key, message, name, url];
  const dated = [...sent, Math.floor(time / retryWindow)];
  return hash(sent).slice(0, sharedIdLength) + hash(dated).slice(sharedIdLength);
}
