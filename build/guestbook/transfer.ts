import { cleanUserAgent, isEntry, type Entry } from "../../functions/guestbook/entry.ts";
import { isId, isPosition, positionOf } from "../../functions/guestbook/keys.ts";
import { importLimits } from "../../functions/guestbook/limits.ts";
import { validate } from "../../functions/guestbook/validate.ts";
import { fromCsv, toCsv } from "./csv.ts";

export type Format = "jsonl" | "csv";

const columns = ["id", "ts", "name", "message", "url", "user_agent"] as const;

/** What the first line of an export says, so that a half of it can be told from the whole. */
interface Heading {
  guestbook: 1;
  count: number;
}

/** Entries as a file: JSON Lines after one line that says how many, or a table whose last row says so. */
export function toFile(entries: readonly Entry[], format: Format): string {
  if (format === "csv")
    return toCsv([
      columns,
      ...entries.map((entry) => columns.map((column) => entry[column])),
      ["end", String(entries.length)],
    ]);
  const heading: Heading = { guestbook: 1, count: entries.length };
  return [heading, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Reads an exported file whole and checks every entry by the guestbook's own rules. Only lengths are not held to
 * today's bounds: an entry that was accepted when it might be longer stays as it was.
 * @throws Error naming every line that is wrong, or what is missing.
 */
export function fromFile(text: string): Entry[] {
  const rows = text.startsWith('"id"') ? csvRows(text) : jsonRows(text);
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const fault = faultOf(row) ?? (ids.has((row as Entry).id) ? "the same id is in the file before" : null);
    if (fault !== null) faults.push(`entry ${index + 1}: ${fault}`);
    else ids.add((row as Entry).id);
  }
  if (faults.length > 0)
    throw new Error(
      [...faults.slice(0, 20), ...(faults.length > 20 ? [`and ${faults.length - 20} more`] : [])].join("\n"),
    );
  return rows as Entry[];
}

function jsonRows(text: string): unknown[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error("the last line does not end; the file is only a part");
  const values = lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new Error(`line ${index + 1} is not JSON`);
    }
  });
  const heading = values.shift() as Partial<Heading> | undefined;
  if (typeof heading?.count !== "number")
    throw new Error("the first line does not say how many entries there are; this is no export of a guestbook");
  if (heading.count !== values.length)
    throw new Error(
      `the first line says ${heading.count} entries, but there are ${values.length}; the file is only a part`,
    );
  return values;
}

function csvRows(text: string): unknown[] {
  const [head = [], ...rows] = fromCsv(text);
  if (head.join() !== columns.join()) throw new Error(`the first row must be ${columns.join(", ")}`);
  const [end, count] = rows.pop() ?? [];
  if (end !== "end" || Number(count) !== rows.length)
    throw new Error("the last row does not close the table; the file is only a part");
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}

/**
 * What keeps a value from being an entry that the guestbook could have stored, now or under other bounds of length; or
 * null.
 */
function faultOf(value: unknown): string | null {
  if (!isEntry(value)) return "not all fields are there as strings";
  if (!isId(value.id)) return "the id is none of the guestbook’s";
  if (!isPosition(positionOf(value)) || new Date(value.ts).toISOString() !== value.ts)
    return "the time is not RFC 3339 in UTC with milliseconds";
  const { signature, faults } = validate(value, importLimits);
  if (faults !== undefined) return faults.map((fault) => fault.detail).join(" ");
  const { message, name, url } = signature;
  if (message !== value.message || name !== value.name || url !== value.url)
    return "line ends or surrounding white space are not as the guestbook stores them";
  return cleanUserAgent(value.user_agent) === value.user_agent
    ? null
    : "the User-Agent is not as the guestbook stores it";
}
