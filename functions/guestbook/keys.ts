import type { Entry } from "./entry.ts";

// The keys of the store: `entries/` (one entry each) sorts before `packs/` (archives of many), and a pack before any
// pack made from it, so what moves always moves to a key that sorts later. `removed/` and `erased/` hold the marks of
// moderation.

/** An entry's place in time, unique: `20261120T190700123Z-<id>`. Sorts as time does; the newest is the greatest. */
export type Position = string;

/** An entry in a blob of its own. */
export interface SingleKey {
  key: string;
  position: Position;
  id: string;
}

/** An archive of many entries, and what its key tells of it. */
export interface PackKey {
  key: string;
  /**
   * When it was written, in milliseconds since 1970, by its writer's clock, but later than all that it was made from.
   */
  created: number;
  /** Entries in it. */
  count: number;
  /** Its length. */
  bytes: number;
  /** Every entry in it, and every source it was made from, lies between these, both included. */
  low: Position;
  high: Position;
}

const id = "[a-z][a-z2-7]{19}";
const position = String.raw`\d{8}T\d{9}Z-${id}`;
const singlePattern = new RegExp(`^entries/(${position})$`);
const packPattern = new RegExp(
  String.raw`^packs/(\d{8}T\d{9}Z)\.(\d{1,9})\.(\d{1,9})\.(${position})\.(${position})\.[0-9a-f]{16}$`,
);
const removedPattern = new RegExp(`^removed/(${id})$`);
const erasedPattern = new RegExp(`^erased/(${position})$`);
const positionPattern = new RegExp(`^${position}$`);
const idPattern = new RegExp(`^${id}$`);

export function isPosition(text: string): boolean {
  return positionPattern.test(text) && timeOf(text) !== null;
}

export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** `2026-11-20T19:07:00.123Z` as `20261120T190700123Z`. */
export function compactTime(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, "");
}

export function positionOf(entry: Pick<Entry, "id" | "ts">): Position {
  return `${entry.ts.replace(/[-:.]/g, "")}-${entry.id}`;
}

/** The time a position or a compact time begins with, in milliseconds since 1970, or null if there is no such time. */
function timeOf(text: string): number | null {
  const time = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, "$1-$2-$3T$4:$5:$6.$7Z"));
  return Number.isNaN(time) ? null : time;
}

export function singleKey(at: Position): string {
  return `entries/${at}`;
}

export function removedKey(id: string): string {
  return `removed/${id}`;
}

export function erasedKey(at: Position): string {
  return `erased/${at}`;
}

/** @param digest 16 lower-case hex digits of the pack's content, so that two packs never share a key. */
export function packKey({ created, count, bytes, low, high }: Omit<PackKey, "key">, digest: string): string {
  return `packs/${compactTime(new Date(created))}.${count}.${bytes}.${low}.${high}.${digest}`;
}

export function parseSingle(key: string): SingleKey | null {
  const at = singlePattern.exec(key)?.[1];
  return at === undefined ? null : { key, position: at, id: idOf(at) };
}

export function parsePack(key: string): PackKey | null {
  const match = packPattern.exec(key);
  if (match === null) return null;
  const [, time = "", count, bytes, low = "", high = ""] = match;
  const created = timeOf(time);
  return created === null ? null : { key, created, count: Number(count), bytes: Number(bytes), low, high };
}

/** The id that a marker of removal hides. */
export function parseRemoved(key: string): string | null {
  return removedPattern.exec(key)?.[1] ?? null;
}

/** The position of the entry that a marker of erasure is about. */
export function parseErased(key: string): Position | null {
  return erasedPattern.exec(key)?.[1] ?? null;
}

export function idOf(at: Position): string {
  return at.slice(-20);
}
