import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { answerLimit, type Entry } from "../../../functions/guestbook/entry.ts";
import { listStore } from "../../../functions/guestbook/listing.ts";
import { findEntry, readReason, removeEntry, restoreEntry } from "../../../functions/guestbook/moderation.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { storageSettings } from "../../../functions/guestbook/settings.ts";
import { oneLine, printable } from "../../lib/printable.ts";
import { fromFile, toFile } from "./export-file.ts";
import type { OwnerStore } from "./owner-store.ts";
import { importEntries, readEveryEntry } from "./transfer.ts";

/** What a command uses besides the store: where its lines go, where an answer comes from, and the time. */
export interface Terminal {
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line about the work itself, on standard error, so that it is not part of an export. */
  warn(line: string): void;
  /** Shows a line about the work in place of the one before; "" clears it. Null where lines cannot be replaced. */
  replace: ((line: string) => void) | null;
  /** Text as it is; resolves when it is out. */
  write(text: string): Promise<void>;
  /** What the owner types, or "" if the input has ended. */
  ask(question: string): Promise<string>;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Waits, in milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
}

/** The options of a command line that commands look at. */
interface Given {
  limit?: string;
  reason?: string;
  yes?: boolean;
  format?: string;
  output?: string;
}

/** @param argument The id or file that the command was given, or "". */
export type Action = (owner: OwnerStore, argument: string, given: Given, terminal: Terminal) => Promise<void>;

export const list: Action = async ({ store }, _, { limit = "50" }, { print }) => {
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Error("--limit is a number from 1.");
  const { count, entries } = await readPage(store, { from: null, limit: Number(limit), bytes: answerLimit });
  for (const entry of entries)
    print(`${entry.id}  ${entry.ts}  ${oneLine(entry.name || "-", 20)}  ${oneLine(entry.message, 60)}`);
  print(`${entries.length} of ${count} entries`);
};

export const show: Action = async ({ store }, id, _, { print, clock }) => {
  const found = await findEntry(store, id, clock());
  if (found === null) throw new Error(`There is no entry ${id}.`);
  print(`state       ${found.state.replace("_", " ")}`);
  if (found.state !== "visible") print(`reason      ${printable(await readReason(store, id))}`);
  for (const [field, text] of Object.entries(found.entry ?? {})) print(`${field.padEnd(11)} ${printable(text)}`);
};

export const remove: Action = async (owner, id, { reason }, terminal) => {
  if (reason === undefined || reason.trim() === "")
    throw new Error('Say why: --reason="…". It is kept with the mark and shown to nobody else.');
  const entry = await removeEntry(owner.store, id, { reason, ts: timestamp(terminal.clock()) }, terminal.clock);
  await finish(owner, terminal, `Removed ${describe(entry)}. \`restore ${id}\` brings it back.`);
};

export const restore: Action = async (owner, id, _, terminal) => {
  await finish(owner, terminal, `Restored ${describe(await restoreEntry(owner.store, id, terminal.clock))}.`);
};

export const exportAll: Action = async ({ store }, _, { format = "jsonl", output }, terminal) => {
  if (format !== "jsonl" && format !== "csv") throw new Error("--format is jsonl or csv.");
  const entries = await readEveryEntry(store);
  const text = toFile(entries, format);
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

export const importFile: Action = async (owner, file, _, terminal) => {
  const text = await readFile(file);
  let entries: Entry[];
  try {
    entries = fromFile(new TextDecoder("utf-8", { fatal: true }).decode(text), terminal.clock());
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : (error as Error).message;
    throw new Error(`${file} cannot be imported; nothing was.\n${reason}`);
  }
  const fresh = await importEntries(owner.store, entries, terminal.clock);
  await finish(owner, terminal, `${fresh} of ${entries.length} entries were new and are imported.`);
};

export const stats: Action = async ({ store }, _, __, { print, clock }) => {
  const { count, entries } = await readPage(store, { from: null, limit: 1, bytes: answerLimit });
  const { singles, packs, removed, erased, unknown } = await listStore(store);
  const recent = [...erased.values()].filter(({ marked }) => clock() < marked + storageSettings.grace).length;
  const figures: [name: string, value: string | number][] = [
    ["entries", count],
    ["newest", entries[0]?.ts ?? "none"],
    ["removed", [...removed.keys()].filter((id) => !erased.has(id)).length],
    ["erased", erased.size - recent],
    ["being erased", recent],
    ["blobs of one entry", singles.length],
    ["packs", packs.length],
    ["entries in packs", packs.reduce((sum, pack) => sum + pack.count, 0)],
    ["bytes in packs", packs.reduce((sum, pack) => sum + pack.bytes, 0)],
    ["keys that are none of ours", unknown.length],
  ];
  for (const [name, value] of figures) print(`${name.padEnd(28)} ${value}`);
};

/** Has readers see a change at once, and prints what was done. */
export async function finish(owner: OwnerStore, terminal: Terminal, what: string): Promise<void> {
  const cache = await owner.refresh();
  terminal.print(cache === null ? what : `${what} ${cache}`);
}

/** An entry in one line: its id, time, and the beginning of what it says. */
export function describe(entry: Entry): string {
  return `${entry.id} (${entry.ts}, ${oneLine(entry.name || "no name", 20)}: ${oneLine(entry.message, 40)})`;
}

/** Milliseconds since 1970 as RFC 3339. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
