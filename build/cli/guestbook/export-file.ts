import { bodyLimit, type Entry } from "../../../functions/guestbook/entry.ts";
import { isId, isPosition, positionOf } from "../../../functions/guestbook/keys.ts";
import { cleanUserAgent, validate } from "../../../functions/guestbook/validate.ts";

/** The fields of an entry, in the order of the table's columns. */
const columns = ["id", "ts", "name", "message", "url", "user_agent"] as const satisfies readonly (keyof Entry)[];

/** The first line of an export. The number of entries tells a whole file from a part of it. */
interface Heading {
  /** Version of the format. */
  guestbook: number;
  count: number;
}

/** The version that is written, and the only one that is read. */
const version = 1;

/** Entries as JSON Lines after a heading, which `import` reads. */
export function toJsonLines(entries: readonly Entry[]): string {
  const heading: Heading = { guestbook: version, count: entries.length };
  return [heading, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Entries as a table for spreadsheets, as RFC 4180 has it: CRLF between rows, every cell in quotes. */
export function toCsv(entries: readonly Entry[]): string {
  const rows = [columns, ...entries.map((entry) => columns.map((column) => entry[column]))];
  return rows.map((row) => `${row.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}

/** A spreadsheet takes a cell that begins with one of these for a formula, so an apostrophe goes before it. */
function guarded(cell: string): string {
  return /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

/** A value that should be an entry, or what kept the line from being read. */
interface Row {
  /** The line of the file on which it begins, from 1. */
  line: number;
  value?: unknown;
  fault?: string;
}

/** More faults than these are only counted. */
const namedFaults = 20;

/**
 * How far a time in the file may be ahead of this machine's clock, in milliseconds: no more than two clocks may differ.
 */
const clockDifference = 5 * 60_000;

/**
 * Reads an export in JSON Lines whole. It takes only what an export can have given: every entry is checked by the guestbook's
 * own rules. Only lengths are not held to today's bounds: an entry that was accepted under others stays as it was.
 * @param now Milliseconds since 1970; an entry cannot have been accepted later.
 * @throws Error naming the line of the file for every fault, or what is missing.
 */
export function fromJsonLines(text: string, now: number): Entry[] {
  const rows = rowsOf(text);
  const lines = new Map<string, number>();
  const faults: string[] = [];
  for (const { line, value, fault = faultOf(value, now) } of rows) {
    const id = (value as Partial<Entry> | undefined)?.id ?? "";
    const before = lines.get(id);
    if (fault !== null) faults.push(`line ${line}: ${fault}`);
    else if (before !== undefined) faults.push(`line ${line}: the entry of line ${before} again, by its id`);
    else lines.set(id, line);
  }
  if (faults.length > namedFaults) faults.splice(namedFaults, Infinity, `and ${faults.length - namedFaults} more`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return rows.map(({ value }) => value as Entry);
}

function rowsOf(text: string): Row[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error(`line ${lines.length + 1}: it does not end; the file is only a part`);
  const [first, ...rows] = lines.map((line, index): Row => {
    try {
      return { line: index + 1, value: JSON.parse(line) as unknown };
    } catch {
      return { line: index + 1, fault: "not JSON" };
    }
  });
  const { guestbook, count } = (first?.value ?? {}) as Partial<Heading>;
  if (guestbook === undefined || !Number.isSafeInteger(count))
    throw new Error(
      `line 1: expected {"guestbook":${version},"count":…} with the number of entries; this is no export of a guestbook`,
    );
  if (guestbook !== version)
    throw new Error(
      `line 1: the format has version ${JSON.stringify(guestbook)}; only version ${version} can be read here`,
    );
  if (count !== rows.length)
    throw new Error(`line 1: it says ${count} entries, but ${rows.length} lines follow; the file is only a part`);
  return rows;
}

/** Why a value is no entry that a guestbook can have exported, now or under other bounds of length; or null. */
function faultOf(value: unknown, now: number): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const fields = value as Record<string, unknown>;
  const wrong = [
    ...columns.filter((name) => !Object.hasOwn(fields, name)).map((name) => `\`${name}\` is missing`),
    ...columns
      .filter((name) => Object.hasOwn(fields, name) && typeof fields[name] !== "string")
      .map((name) => `\`${name}\` is not a string`),
    ...Object.keys(fields)
      .filter((name) => !(columns as readonly string[]).includes(name))
      .map((name) => `${JSON.stringify(name)} is no field of an entry`),
  ];
  return wrong.length > 0 ? wrong.join("; ") : entryFault(value as Entry, now);
}

/**
 * How long the fields of an entry in an export may be, in code points. It may have been accepted under other bounds
 * than today's, and is kept as it was; but no guestbook ever read a longer body.
 */
const importLimits = { message: bodyLimit, name: bodyLimit, url: bodyLimit } as const;

function entryFault(entry: Entry, now: number): string | null {
  if (!isId(entry.id)) return "`id` is not one that a guestbook gives: a letter and 19 of a to z and 2 to 7";
  const time = new Date(entry.ts);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== entry.ts || !isPosition(positionOf(entry)))
    return "`ts` is not a time in UTC with milliseconds, such as 2026-01-31T12:00:00.000Z";
  if (time.getTime() > now + clockDifference)
    return `\`ts\` is in the future: ${entry.ts}, and this machine's clock shows ${new Date(now).toISOString()}`;
  const { signature, faults } = validate(entry, importLimits);
  if (faults !== undefined) return faults.map((fault) => fault.detail).join(" ");
  const altered = (["message", "name", "url"] as const).filter((field) => signature[field] !== entry[field]);
  if (cleanUserAgent(entry.user_agent) !== entry.user_agent)
    return "`user_agent` is not as a guestbook stores it: in one line, cut, without surrounding white space";
  return altered.length === 0
    ? null
    : `\`${altered.join("`, `")}\`: line ends or surrounding white space are not as a guestbook stores them`;
}
