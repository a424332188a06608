import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Entry } from "../../../functions/guestbook/entry.ts";
import { answerLimit } from "../../../functions/guestbook/entry.ts";
import { listStore } from "../../../functions/guestbook/listing.ts";
import {
  eraseEntry,
  findEntry,
  readReason,
  removeEntry,
  restoreEntry,
} from "../../../functions/guestbook/moderation.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import type { BlobStore } from "../../../functions/guestbook/store.ts";
import type { OwnerStore } from "./owner-store.ts";
import { printable } from "./owner-store.ts";
import { fromFile, importEntries, readEveryEntry, toFile } from "./transfer.ts";

/** The terminal as commands use it: output, and answers to questions. */
export interface Terminal {
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line about the work itself, on standard error, so that it is not part of an export. */
  warn(line: string): void;
  /** Writes text as it is; resolves when it is written. */
  write(text: string): Promise<void>;
  /** What the owner types, or "" if the input has ended. */
  ask(question: string): Promise<string>;
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

export const show: Action = async ({ store }, id, _, { print }) => {
  const found = await findEntry(store, id);
  if (found === null) throw new Error(`There is no entry ${id}.`);
  print(`state       ${found.state.replace("_", " ")}`);
  if (found.state !== "visible") print(`reason      ${printable(await readReason(store, id))}`);
  for (const [field, text] of Object.entries(found.entry ?? {})) print(`${field.padEnd(11)} ${printable(text)}`);
};

export const remove: Action = async (owner, id, { reason }, terminal) => {
  if (reason === undefined || reason.trim() === "")
    throw new Error('Say why: --reason="…". It is kept with the mark and shown to nobody else.');
  const entry = await removeEntry(owner.store, id, { reason, ts: new Date().toISOString() });
  await finish(owner, terminal, `Removed ${describe(entry)}. \`restore ${id}\` brings it back.`);
};

export const restore: Action = async (owner, id, _, terminal) => {
  await finish(owner, terminal, `Restored ${describe(await restoreEntry(owner.store, id))}.`);
};

export const erase: Action = async (owner, id, { reason = "", yes }, terminal) => {
  const found = await findEntry(owner.store, id);
  if (found === null) throw new Error(`There is no entry ${id}.`);
  if (found.entry !== null) terminal.print(`To be erased for good: ${describe(found.entry)}`);
  if (yes !== true && (await terminal.ask("This cannot be undone. Type the id to go on: ")).trim() !== id)
    throw new Error("Nothing was erased.");
  await eraseEntry(owner.store, id, {
    reason: { reason, ts: new Date().toISOString() },
    clock: Date.now,
    wait: pause,
    report: ({ state }) => terminal.warn(state),
  });
  await owner.sweep();
  await finish(
    owner,
    terminal,
    `Erased ${id}. Its text is no longer in the store; remove it from backups and exports yourself.`,
  );
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
    entries = fromFile(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : (error as Error).message;
    throw new Error(`${file} cannot be imported; nothing was.\n${reason}`);
  }
  const fresh = await importEntries(owner.store, entries, Date.now);
  await finish(owner, terminal, `${fresh} of ${entries.length} entries were new and are imported.`);
};

export const stats: Action = async ({ store }, _, __, { print }) => {
  for (const [name, value] of await guestbookStats(store)) print(`${name.padEnd(28)} ${value}`);
};

/** Prints each line once, however often it is reported. */
function onceEach(print: (line: string) => void): (line: string) => void {
  const printed = new Set<string>();
  return (line) => {
    if (!printed.has(line)) print(line);
    printed.add(line);
  };
}

/** Refreshes the host's cache, and prints what was done. */
async function finish(owner: OwnerStore, terminal: Terminal, what: string): Promise<void> {
  const cache = await owner.refresh();
  terminal.print(cache === null ? what : `${what} ${cache}`);
}

function describe(entry: Entry): string {
  return `${entry.id} (${entry.ts}, ${oneLine(entry.name || "no name", 20)}: ${oneLine(entry.message, 40)})`;
}

/** The beginning of a text in one line, cut at a number of code points. */
export function oneLine(text: string, length: number): string {
  const characters = [...printable(text.replace(/\s+/gu, " "))];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}

/** Figures about a guestbook, by their names. @throws StoreError */
async function guestbookStats(store: BlobStore): Promise<[name: string, value: string | number][]> {
  const { count, entries } = await readPage(store, { from: null, limit: 1, bytes: Infinity });
  const { singles, packs, removed, erased, unknown } = await listStore(store);
  const beingErased = [...erased.keys()].filter((id) => removed.has(id)).length;
  return [
    ["entries", count],
    ["newest", entries[0]?.ts ?? "none"],
    ["removed", removed.size - beingErased],
    ["erased", erased.size - beingErased],
    ["being erased", beingErased],
    ["blobs of one entry", singles.length],
    ["archives", packs.length],
    ["entries in archives", packs.reduce((sum, pack) => sum + pack.count, 0)],
    ["bytes in archives", packs.reduce((sum, pack) => sum + pack.bytes, 0)],
    ["keys that are none of ours", unknown.length],
  ];
}
