import { isUtf8 } from "node:buffer";
import { readFile, rename, writeFile } from "node:fs/promises";
import { loadEntry, loadPage, withListing } from "../../../functions/guestbook/book.ts";
import type { StoredEntry } from "../../../functions/guestbook/keys.ts";
import { entryKey, keyTime, listKeys } from "../../../functions/guestbook/keys.ts";
import { dateTime, readDate } from "../../lib/dates.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { deleteUnfinished } from "../../server/blobs.ts";
import { beginning, toPrintable } from "../../verify/report.ts";
import { type ExportedEntry, fromJsonLines, toJsonLines } from "./export-file.ts";
import * as moderation from "./moderation.ts";
import type { OwnerStore } from "./owner-store.ts";

/** The options that commands read. */
type Given = Partial<Record<"limit" | "since" | "reason" | "output", string>> & {
  yes?: boolean;
};

/**
 * @param names The ids or the file that the command was given.
 * @param now Milliseconds since 1970.
 * @returns its change in words; undefined if it only reads
 */
export type Action = (
  owner: OwnerStore,
  names: readonly string[],
  given: Given,
  now: number,
) => Promise<string | undefined>;

const everything = { from: null, limit: Infinity, bytes: Infinity };

export const list: Action = async ({ store }, _, { limit, since }) => {
  if (limit !== undefined && !/^[1-9]\d{0,6}$/.test(limit))
    throw new Error("--limit must be a whole number from 1 to 9999999.");
  const from = since === undefined ? "" : timeSince(since);
  const most = Number(limit ?? (since === undefined ? 50 : Infinity));
  const { count, entries } = await withListing(store, async (keys) => {
    const newer = keys.filter(({ time }) => time >= from);
    const page = await loadPage(store, newer, { ...everything, limit: most });
    return { ...page, count: keys.length };
  });
  for (const entry of entries)
    console.log(
      `${entry.id}  ${entry.ts}  ${beginning(entry.name || "-", 20)}  ${beginning(entry.message, 60)}`,
    );
  console.log(`${entries.length} of ${count} entries`);
};

/** A day (midnight UTC) or a date-time, in the form of times in keys. */
function timeSince(date: string): string {
  const time = Date.parse(dateTime(readDate(date)) ?? "");
  if (Number.isNaN(time))
    throw new Error("--since must be a date in UTC, such as 2026-11-20 or 2026-11-20T18:30:00Z.");
  return keyTime(new Date(time).toISOString());
}

export const show: Action = async ({ store }, ids) => {
  for (const { state, blobs, marks } of await moderation.findEntries(store, ids)) {
    const text = marks[0] ? await store.get(marks[0].key) : null;
    const { ts: since = "", reason = "" } =
      text === null ? {} : (JSON.parse(text) as Partial<moderation.Reason>);
    const marked = text === null ? {} : { since, reason };
    const entry = state !== "erased" && blobs[0] ? await loadEntry(store, blobs[0]) : {};
    const fields = { state, ...marked, ...entry };
    for (const [field, value] of Object.entries(fields))
      console.log(`${field.padEnd(11)} ${toPrintable(value)}`);
  }
};

export const remove: Action = async (owner, ids, { reason }, now) => {
  if (reason === undefined || reason.trim() === "")
    throw new Error('Say why: --reason="…". It is kept with the entry and shown only to you.');
  const visible = await findInStates(["visible"], owner, ids);
  await moderation.removeEntries(owner.store, visible, { reason, ts: new Date(now).toISOString() });
  return `Removed ${idOrCount(visible)}. \`restore\` brings back what was removed.`;
};

export const restore: Action = async (owner, ids) => {
  const removed = await findInStates(["removed"], owner, ids);
  await moderation.restoreEntries(owner.store, removed);
  return `Restored ${idOrCount(removed)}.`;
};

/** Milliseconds after which an unfinished write counts as abandoned. */
const unfinishedAge = 60_000;

export const erase: Action = async (owner, ids, { reason = "", yes }, now) => {
  const found = await findInStates(["visible", "removed"], owner, ids);
  if (yes !== true)
    throw new Error(
      `Nothing was erased. --yes erases ${idOrCount(found)}, which cannot be undone.`,
    );
  const mark = { reason, ts: new Date(now).toISOString() };
  await moderation.eraseEntries(owner.store, found, mark, now);
  if (owner.directory !== undefined) await deleteUnfinished(owner.directory, unfinishedAge);
  const rest =
    "What they said is no longer in the store; remove it from backups and exports yourself.";
  return `Erased ${idOrCount(found)}. ${rest}`;
};

export const exportAll: Action = async ({ store }, _, { output }) => {
  const entries = await withListing(store, async (keys) => {
    const { entries } = await loadPage(store, keys, everything);
    return entries.map(
      (entry, at): ExportedEntry =>
        keys[at]?.kind === "plain" ? entry : { ...entry, keyed: true },
    );
  });
  const text = toJsonLines(entries);
  if (output === undefined) {
    console.log(text.slice(0, -1));
    return undefined;
  }
  await writeFile(`${output}.part`, text); // an earlier export stays until this one is complete
  await rename(`${output}.part`, output);
  console.log(`${entries.length} entries written to ${output}.`);
};

/**
 * Adds the entries whose ids have no key in the store: removed ones do not change, and erased ones
 * come back once their marks are gone.
 */
export const importFile: Action = async (owner, [file = ""]) => {
  const bytes = await readFile(file);
  let entries: ExportedEntry[];
  try {
    if (!isUtf8(bytes)) throw new Error("it is not UTF-8");
    entries = fromJsonLines(bytes.toString());
  } catch (error) {
    throw new Error(
      `${file} cannot be imported; nothing was changed.\n${(error as Error).message}`,
    );
  }
  const known = new Set((await listKeys(owner.store)).map(({ id }) => id));
  const fresh = entries.filter(({ id }) => !known.has(id));
  await mapConcurrently(fresh, ({ keyed = false, ...entry }) =>
    owner.store.set(entryKey(entry, keyed), JSON.stringify(entry)),
  );
  return `${fresh.length} of ${entries.length} entries were new and have been imported.`;
};

/** The entries that a command can change; for every other one it prints that nothing can be done. */
async function findInStates(
  states: readonly StoredEntry["state"][],
  { store }: OwnerStore,
  ids: readonly string[],
) {
  const found = await moderation.findEntries(store, ids);
  for (const { id, state } of found)
    if (!states.includes(state)) console.error(`Nothing to do for ${id}, which is ${state}.`);
  return found.filter(({ state }) => states.includes(state));
}

/** The id of one entry, or the number of several. */
function idOrCount(found: readonly StoredEntry[]): string {
  return found.length === 1 ? (found[0] as StoredEntry).id : `${found.length} entries`;
}
