import { answerLimit, type Entry, importLimits, isEntry } from "../../../functions/guestbook/entry.ts";
import { isId, isPosition, positionOf } from "../../../functions/guestbook/keys.ts";
import { listStore, withListing } from "../../../functions/guestbook/listing.ts";
import { chunksOf, loadPack, makePack, spanOf } from "../../../functions/guestbook/packs.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { storageSettings } from "../../../functions/guestbook/settings.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import { cleanUserAgent, validate } from "../../../functions/guestbook/validate.ts";

/** A table as RFC 4180 has it: CRLF between rows, every cell in quotes. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}

/**
 * Reads what `toCsv` wrote.
 * @throws Error if the text ends within a cell or row, or has anything between cells.
 */
export function fromCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r?\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (match === null)
      throw new Error(`row ${rows.length + 1}: a cell is broken at character ${at + 1}, or the file ends within it`);
    row.push(unguarded((match[1] as string).replaceAll('""', '"')));
    if (match[2] === ",") continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error(`row ${rows.length + 1}: the file ends within it`);
  return rows;
}

/**
 * A spreadsheet takes a cell that begins with one of these for a formula, so an apostrophe is put before it. One is put
 * before an apostrophe, too, so that reading can always remove it.
 */
const formula = /^['=+\-@\t\r\n]/;

function guarded(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

function unguarded(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** Every visible entry, newest first. @throws StoreError */
export async function readEveryEntry(store: BlobStore): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let from: string | null | undefined; from !== null; ) {
    const page = await readPage(store, { from: from ?? null, limit: Infinity, bytes: answerLimit });
    entries.push(...page.entries);
    from = page.next;
  }
  return entries;
}

/**
 * Puts entries into the store that are not in it, as packs. What is there, also removed or erased, is left as it is, so
 * the same file may be imported again, also after an import that was cut short.
 * @param clock Milliseconds since 1970.
 * @returns How many were new.
 * @throws StoreError
 */
export async function importEntries(store: BlobStore, entries: readonly Entry[], clock: () => number): Promise<number> {
  const known = await withListing(store, async ({ singles, packs }) => {
    const ids = new Set(singles.map((single) => single.id));
    for (const pack of packs) for (const entry of await loadPack(store, pack)) ids.add(entry.id);
    return ids;
  });
  const fresh = entries
    .filter((entry) => !known.has(entry.id))
    .map(({ id, name, message, url, user_agent, ts }) => ({ id, name, message, url, user_agent, ts }))
    .sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  let imported = 0;
  for (const chunk of chunksOf(fresh, storageSettings.packBytes)) {
    // A pack must be made of what a listing shows that is no older than the time in its key: what is erased meanwhile
    // is looked for by that time.
    const start = clock();
    const { erased } = await listStore(store);
    const kept = chunk.filter(({ id }) => !erased.has(id));
    if (kept.length === 0) continue;
    const { key, text } = makePack(kept, spanOf(kept), start);
    await store.set(key, text);
    imported += kept.length;
  }
  return imported;
}

export type Format = "jsonl" | "csv";

const columns = ["id", "ts", "name", "message", "url", "user_agent"] as const;

/** The first line of an export, by which an incomplete file is recognized. */
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
 * Reads an exported file and checks every entry by the guestbook's own rules, except for today's limits of length: an
 * entry that was accepted under other limits stays as it was.
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
