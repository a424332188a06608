import type { Entry } from "./entry.ts";

// The keys of the store, by their beginnings:
//   entries/  one entry each, sent without an Idempotency-Key
//   ids/      what must be found by an id alone: an entry sent with an Idempotency-Key, and the owner's marks
//   packs/    many entries each
// What moves, moves to a key that sorts later: from `entries/` and `ids/` to `packs/`, and from one pack to another
// with a later time. A listing runs forwards, so it cannot miss an entry that moves meanwhile.

/** An entry's place in time, unique: `20261120T190700123Z-<id>`. Sorts as time does; the newest is the greatest. */
export type Position = string;

/** Where things lie in time: between these positions, both included. */
export interface Span {
  low: Position;
  high: Position;
}

/** An entry in a blob of its own. */
export interface SingleKey {
  key: string;
  position: Position;
  id: string;
  /** Whether it was sent with an Idempotency-Key. */
  keyed: boolean;
}

/**
 * A pack, which is a blob of many entries, and what its key says about it. Its span holds every entry in it. Packs that
 * were made together reach, from the beginning of the first to the end of the last, over all that they were made from.
 */
export interface PackKey extends Span {
  key: string;
  /**
   * When the run that wrote it began, in milliseconds since 1970; later than the times of all packs it was made from.
   */
  created: number;
  /** Entries in it. */
  count: number;
  /** Its length. */
  bytes: number;
}

/** What the owner has done with an entry: hidden it, or begun to take its text out of the store. */
type MarkKind = "removed" | "erased";

/** The mark of an entry that is hidden. */
export interface MarkKey {
  key: string;
  kind: MarkKind;
  id: string;
  position: Position;
  /** When the mark was set, in milliseconds since 1970. */
  marked: number;
}

// Sources of regular expressions that mean the same in every engine, because published schemas have them too.
export const idSource = "[a-z][a-z2-7]{19}";
const timeSource = "[0-9]{8}T[0-9]{9}Z";
export const positionSource = `${timeSource}-${idSource}`;
const idPattern = new RegExp(`^${idSource}$`);
const positionPattern = new RegExp(`^${positionSource}$`);
const plainPattern = new RegExp(`^entries/(${positionSource})$`);
const keyedPattern = new RegExp(`^ids/(${idSource})\\.entry\\.(${timeSource})$`);
const markPattern = new RegExp(`^ids/(${idSource})\\.(removed|erased)\\.(${timeSource})\\.(${timeSource})$`);
const packPattern = new RegExp(
  String.raw`^packs/(${timeSource})\.(\d{1,9})\.(\d{1,9})\.(${positionSource})\.(${positionSource})\.[0-9a-f]{16}$`,
);

/** Whether a text is a position, with a time that exists. */
export function isPosition(text: string): boolean {
  return positionPattern.test(text) && timeOf(text) !== null;
}

/** Whether a text has the form of an entry's id. */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** Milliseconds since 1970 as `20261120T190700123Z`, the form of a time in keys. */
export function keyTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:.]/g, "");
}

/**
 * The time that a position or a time in a key begins with, in milliseconds since 1970; null if there is no such time.
 */
export function timeOf(text: string): number | null {
  const time = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, "$1-$2-$3T$4:$5:$6.$7Z"));
  return Number.isNaN(time) ? null : time;
}

/** The position of an entry, or of a copy of it with another time. */
export function positionOf(entry: Pick<Entry, "id" | "ts">): Position {
  return `${entry.ts.replace(/[-:.]/g, "")}-${entry.id}`;
}

/** The id at the end of a position. */
export function idOf(at: Position): string {
  return at.slice(-20);
}

/** The beginning of every key about an id, or about all ids that share their first characters with it. */
export function idPrefix(of: string, length = of.length): string {
  return `ids/${of.slice(0, length)}`;
}

/** The key of an entry in a blob of its own. */
export function singleKey(at: Position, { keyed }: { keyed: boolean }): string {
  return keyed ? `ids/${idOf(at)}.entry.${at.slice(0, -21)}` : `entries/${at}`;
}

/** @param marked Milliseconds since 1970. */
export function markKey(kind: MarkKind, at: Position, marked: number): string {
  return `ids/${idOf(at)}.${kind}.${at.slice(0, -21)}.${keyTime(marked)}`;
}

/** @param digest 16 lower-case hex digits of the pack's content, so that two packs never share a key. */
export function packKey({ created, count, bytes, low, high }: Omit<PackKey, "key">, digest: string): string {
  return `packs/${keyTime(created)}.${count}.${bytes}.${low}.${high}.${digest}`;
}

/** Reads the key of an entry's own blob; null for any other key. */
export function parseSingle(key: string): SingleKey | null {
  const plain = plainPattern.exec(key)?.[1];
  if (plain !== undefined) return { key, position: plain, id: idOf(plain), keyed: false };
  const [, of, at] = keyedPattern.exec(key) ?? [];
  return of === undefined ? null : { key, position: `${at}-${of}`, id: of, keyed: true };
}

/** Reads the key of a pack; null for any other key. */
export function parsePack(key: string): PackKey | null {
  const [, at = "", count, bytes, low = "", high = ""] = packPattern.exec(key) ?? [];
  const created = timeOf(at);
  return created === null ? null : { key, created, count: Number(count), bytes: Number(bytes), low, high };
}

/** Reads the key of a mark; null for any other key. */
export function parseMark(key: string): MarkKey | null {
  const [, of, kind, at, markTime = ""] = markPattern.exec(key) ?? [];
  const marked = timeOf(markTime);
  return of === undefined || marked === null
    ? null
    : { key, kind: kind as MarkKind, id: of, position: `${at}-${of}`, marked };
}
