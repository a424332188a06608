import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { Entry } from "../../../functions/guestbook/entry.ts";
import { entryKey, listKeys } from "../../../functions/guestbook/keys.ts";
import { loadEntry, readPage } from "../../../functions/guestbook/read.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { oneLine, printable } from "../../verify/printable.ts";
import { fromJsonLines, toCsv, toJsonLines } from "./export-file.ts";
import { eraseEntries, type Found, findEntries, type Reason, removeEntries, restoreEntries } from "./moderation.ts";
import type { OwnerStore } from "./owner-store.ts";

/** What a command uses besides the store: where its lines go, where an answer comes from, and the time. */
export interface Terminal {
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line about the work itself, on standard error, so that it is not part of an export. */
  warn(line: string): void;
  /** Text as it is; resolves when it is out. */
  write(text: string): Promise<void>;
  /** What the owner types, or "" if the input has ended. */
  ask(question: string): Promise<string>;
  /** Milliseconds since 1970. */
  clock(): number;
}

/** The options of a command line that commands look at. */
interface Given {
  limit?: string;
  reason?: string;
  yes?: boolean;
  format?: string;
  output?: string;
}

/** @param names The ids or the file that the command was given. */
export type Action = (owner: OwnerStore, names: readonly string[], given: Given, terminal: Terminal) => Promise<void>;

export const list: Action = async ({ store }, _, { limit = "50" }, { print }) => {
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Error("--limit is a number from 1.");
  const { count, entries } = await readEntries(store, Number(limit));
  for (const entry of entries)
    print(`${entry.id}  ${entry.ts}  ${oneLine(entry.name || "-", 20)}  ${oneLine(entry.message, 60)}`);
  print(`${entries.length} of ${count} entries`);
};

export const show: Action = async ({ store }, ids, _, { print }) => {
  const [{ state, entry, mark }] = (await findEntries(store, ids)) as [Found];
  print(`state       ${state}`);
  const text = mark === null ? null : await store.get(mark);
  if (text !== null) {
    const { reason = "", ts = "" } = JSON.parse(text) as Partial<Reason>;
    print(`since       ${printable(ts)}`);
    print(`reason      ${printable(reason)}`);
  }
  const fields: Record<string, string> = entry === null ? {} : { ...(await loadEntry(store, entry)) };
  for (const [field, value] of Object.entries(fields)) print(`${field.padEnd(11)} ${printable(value)}`);
};

export const remove: Action = async (owner, ids, { reason }, terminal) => {
  if (reason === undefined || reason.trim() === "")
    throw new Error('Say why: --reason="…". It is kept with the mark and shown to nobody else.');
  const visible = (await findEntries(owner.store, ids)).filter(isIn("visible", terminal));
  await removeEntries(owner.store, idsOf(visible), { reason, ts: timestamp(terminal) });
  await finish(owner, terminal, `Removed ${countOf(visible)}. \`restore\` brings back what was removed.`);
};

export const restore: Action = async (owner, ids, _, terminal) => {
  const removed = (await findEntries(owner.store, ids)).filter(isIn("removed", terminal));
  await restoreEntries(owner.store, idsOf(removed));
  await finish(owner, terminal, `Restored ${countOf(removed)}.`);
};

export const erase: Action = async (owner, ids, { reason = "", yes }, terminal) => {
  const found = (await findEntries(owner.store, ids)).filter(isIn("not erased", terminal));
  const [first] = found;
  if (first?.entry) {
    const entry = await loadEntry(owner.store, first.entry);
    terminal.print(`To be erased for good: ${countOf(found)}, the first by ${oneLine(entry.name || "no name", 20)}:`);
    terminal.print(`  ${oneLine(entry.message, 70)}`);
    const answer = found.length === 1 ? first.id : String(found.length);
    const what = found.length === 1 ? "the id" : "the number of entries";
    if (yes !== true && (await terminal.ask(`This cannot be undone. Type ${what} to go on: `)).trim() !== answer)
      throw new Error("Nothing was erased.");
  }
  await eraseEntries(owner.store, found, { reason, ts: timestamp(terminal) }, terminal.clock());
  await owner.sweep();
  const rest = "What they said is no longer in the store; remove it from backups and exports yourself.";
  await finish(owner, terminal, `Erased ${countOf(found)}. ${rest}`);
};

export const exportAll: Action = async ({ store }, _, { format = "jsonl", output }, terminal) => {
  if (format !== "jsonl" && format !== "csv") throw new Error("--format is jsonl or csv.");
  const { entries } = await readEntries(store, Infinity);
  const text = format === "csv" ? toCsv(entries) : toJsonLines(entries);
  if (output === undefined) return terminal.write(text);
  const unfinished = `${output}.${process.pid}.part`;
  try {
    await writeFile(unfinished, text, { flag: "wx" });
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    // The message names the file that the owner asked for, not the unfinished one beside it.
    throw error instanceof Error ? Object.assign(error, { path: output }) : error;
  }
  terminal.print(`${entries.length} entries written to ${output}.`);
};

/** Adds the entries that the store does not hold. What is there, also removed or erased, is left as it is. */
export const importFile: Action = async (owner, [file = ""], _, terminal) => {
  const text = await readFile(file);
  let entries: Entry[];
  try {
    entries = fromJsonLines(new TextDecoder("utf-8", { fatal: true }).decode(text), terminal.clock());
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : (error as Error).message;
    throw new Error(`${file} cannot be imported; nothing was.\n${reason}`);
  }
  const known = new Set((await listKeys(owner.store)).map(({ id }) => id));
  const fresh = entries.filter(({ id }) => !known.has(id));
  await mapConcurrently(fresh, (entry) => owner.store.set(entryKey(entry, false), JSON.stringify(entry)));
  await finish(owner, terminal, `${fresh.length} of ${entries.length} entries were new and are imported.`);
};

export const stats: Action = async ({ store }, _, __, { print }) => {
  const { count, entries } = await readEntries(store, 1);
  const keys = await listKeys(store);
  const number = (kind: string) => keys.filter((key) => key.kind === kind).length;
  const figures = {
    entries: count,
    newest: entries[0]?.ts ?? "none",
    removed: number("removed"),
    "marks of erased entries": number("erased"),
    "blobs of entries": number("entry"),
  };
  for (const [name, value] of Object.entries(figures)) print(`${name.padEnd(24)} ${value}`);
};

async function readEntries(store: BlobStore, limit: number): Promise<{ count: number; entries: Entry[] }> {
  const page = await readPage(store, { from: null, limit, bytes: Infinity });
  return page ?? { count: 0, entries: [] };
}

/** Whether a command has something to do with an entry; says so where it has not. */
function isIn(wanted: "visible" | "removed" | "not erased", { warn }: Terminal): (found: Found) => boolean {
  return ({ id, state }) => {
    if (state === wanted || (wanted === "not erased" && state !== "erased")) return true;
    warn(`${id} ${state === "visible" ? "was not removed" : `is ${state} already`}.`);
    return false;
  };
}

/** Has readers see a change at once, and prints what was done. */
async function finish(owner: OwnerStore, { print }: Terminal, what: string): Promise<void> {
  const cache = await owner.refresh();
  print(cache === null ? what : `${what} ${cache}`);
}

function idsOf(found: readonly Found[]): string[] {
  return found.map(({ id }) => id);
}

/** The id of one entry, or the number of several. */
function countOf(found: readonly Found[]): string {
  return found.length === 1 ? (found[0] as Found).id : `${found.length} entries`;
}

function timestamp({ clock }: Terminal): string {
  return new Date(clock()).toISOString();
}
