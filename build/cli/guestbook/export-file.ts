import {
  bodyLimit,
  checkSignature,
  cleanUserAgent,
  type Entry,
  entryFields,
} from "../../../functions/guestbook/entry.ts";
import { isId, isPosition, positionOf } from "../../../functions/guestbook/keys.ts";
import { jsonLine } from "../../lib/text.ts";

/** An entry in an export. `keyed` says that it came with an Idempotency-Key. */
export type ExportedEntry = Entry & { keyed?: true };

/** The version of the format that is written, and the only one that can be read. */
const exportVersion = 1;

/** Entries as JSON Lines, after a line with their count, which shows if the file is cut off. */
export function toJsonLines(entries: readonly ExportedEntry[]): string {
  const lines = [{ guestbook: exportVersion, count: entries.length }, ...entries];
  return lines.map((line) => `${jsonLine(line)}\n`).join("");
}

/**
 * Reads a complete export in JSON Lines. Every entry is checked by the guestbook's own rules,
 * except for today's length limits: an entry that was accepted under other limits stays valid.
 * @throws Error that names every fault with its line, or says that the export is incomplete
 */
export function fromJsonLines(text: string): ExportedEntry[] {
  const [first = "", ...lines] = text.split("\n");
  const { guestbook, count } = (parseLine(first) ?? {}) as { guestbook?: number; count?: number };
  if (guestbook !== exportVersion || count === undefined)
    throw new Error(
      `line 1: expected {"guestbook":${exportVersion},"count":…}, the first line of every export`,
    );
  if (lines.pop() !== "" || count !== lines.length)
    throw new Error(
      `line 1: it says ${count} entries, but ${lines.length} lines follow; the file is only a part`,
    );
  const values = lines.map(parseLine);
  const faults = values.flatMap((value, index) => {
    const fault = value === undefined ? "not JSON" : faultOf(value);
    return fault === null ? [] : [`line ${index + 2}: ${fault}`];
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return values as ExportedEntry[];
}

/** The value of a line; undefined if it is not JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * The length limits for the fields of an exported entry, in code points. Earlier limits may have
 * been higher than today's, but no guestbook ever accepted a longer body.
 */
const importLimits = { message: bodyLimit, name: bodyLimit, url: bodyLimit } as const;

/** Why a value cannot be an exported entry, whatever the limits were; null if it can be one. */
function faultOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "not a JSON object";
  const given = value as Record<string, unknown>;
  if (
    entryFields.some((name) => typeof given[name] !== "string") ||
    ("keyed" in given && given["keyed"] !== true) ||
    Object.keys(given).length > entryFields.length + ("keyed" in given ? 1 : 0)
  )
    return `an entry has ${entryFields.join(", ")}, each a string, and optionally \`"keyed":true\``;
  const entry = value as Entry;
  if (!isId(entry.id))
    return "`id` is not a guestbook id: a letter, then 19 characters from a to z and 2 to 7";
  const time = new Date(entry.ts);
  if (
    Number.isNaN(time.getTime()) ||
    time.toISOString() !== entry.ts ||
    !isPosition(positionOf(entry))
  )
    return "`ts` is not a time in UTC with milliseconds, such as 2026-01-31T12:00:00.000Z";
  const { signature, faults } = checkSignature(entry, importLimits);
  if (faults !== undefined) return faults.map((fault) => fault.detail).join(" ");
  const stored: Entry = { ...entry, ...signature, user_agent: cleanUserAgent(entry.user_agent) };
  const altered = entryFields.filter((field) => stored[field] !== entry[field]);
  if (altered.length === 0) return null;
  return `\`${altered.join("`, `")}\`: not as a guestbook stores it (line ends, surrounding white space, length)`;
}
