import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { compaction } from "../../functions/guestbook/compact.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { isId } from "../../functions/guestbook/keys.ts";
import { eraseEntry, findEntry, removeEntry, restoreEntry } from "../../functions/guestbook/moderation.ts";
import { openOwnerStore, type OwnerStore } from "../guestbook/owner-store.ts";
import { oneLine, printable } from "../guestbook/printable.ts";
import { guestbookStats } from "../guestbook/stats.ts";
import { importEntries, readEveryEntry } from "../guestbook/transfer-store.ts";
import { fromFile, toFile } from "../guestbook/transfer.ts";
import { readArguments, run, type Arguments } from "./cli.ts";

const usage = `npm run guestbook -- COMMAND
  list [--limit=50]               the newest entries
  show ID                         one entry, also a removed one
  remove ID --reason="…"          hide it; \`restore\` brings it back
  restore ID                      show a removed entry again
  erase ID [--reason="…"] [--yes] take its text out of the store for good
  export [--format=jsonl|csv] [--output=FILE]
  import FILE                     add what is not there yet
  stats                           what the store holds
The store is the local one (--directory=DIR for another folder), or the deployed one where NETLIFY_SITE_ID and
NETLIFY_AUTH_TOKEN are set (or --site and --token are given); --context=NAME for another deploy context than production.`;

const options = {
  limit: { type: "string" },
  reason: { type: "string" },
  yes: { type: "boolean" },
  format: { type: "string" },
  output: { type: "string" },
  directory: { type: "string" },
  site: { type: "string" },
  token: { type: "string" },
  context: { type: "string" },
} as const;

type Given = Arguments<typeof options>;
type Command = (owner: OwnerStore, argument: string, given: Given) => Promise<void>;

/** Each command, and what it must be given: an entry's id, a file, or nothing. */
const commands: Record<string, { needs: "id" | "file" | null; run: Command }> = {
  list: { needs: null, run: list },
  show: { needs: "id", run: show },
  remove: { needs: "id", run: remove },
  restore: { needs: "id", run: restore },
  erase: { needs: "id", run: erase },
  export: { needs: null, run: exportAll },
  import: { needs: "file", run: importFile },
  stats: { needs: null, run: stats },
};

await run(async () => {
  const argv = spacedOptions(process.argv.slice(2));
  const given = readArguments(argv.filter((each) => each.startsWith("--")), options, usage);
  const [name = "", argument, ...more] = argv.filter((each) => !each.startsWith("--"));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(`${name === "" ? "What shall be done?" : `There is no command \`${printable(name)}\`.`}\nUsage: ${usage}`);
  if (command.needs === null ? argument !== undefined : argument === undefined || more.length > 0) {
    throw new Error(`\`${name}\` takes ${command.needs === null ? "no name" : command.needs === "id" ? "the id of one entry" : "one file"}.\nUsage: ${usage}`);
  }
  if (command.needs === "id" && !isId(argument as string)) throw new Error("An id has a letter and then 19 letters a to z and digits 2 to 7; `list` shows them.");
  const owner = await openOwnerStore(given, process.env);
  try {
    // On standard error, so that what is exported stays clean.
    console.error(`Store: ${printable(owner.where)}`);
    await command.run(owner, argument ?? "", given);
  } catch (error) {
    throw explained(error);
  } finally {
    await owner.close();
  }
});

/** `--reason "…"` as `--reason=…`, as both are natural. */
function spacedOptions(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const each of argv) {
    const last = joined.at(-1)?.replace(/^--/, "") as keyof typeof options | undefined;
    const takesText = joined.at(-1)?.startsWith("--") === true && last !== undefined && Object.hasOwn(options, last) && options[last].type === "string";
    if (takesText && !each.startsWith("--")) joined[joined.length - 1] += `=${each}`;
    else joined.push(each);
  }
  return joined;
}

/** Errors of the guestbook are written for people; a refused token is the one that needs a word more. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !["ModerationError", "StoreError", "GoneError"].includes(error.name)) return error;
  return new Error(/\b40[134]\b/.test(error.message) ? `The store refused: the site id or the token is wrong, or may not do this. (${error.message})` : error.message);
}

async function list({ store }: OwnerStore, _: string, { limit = "50" }: Given): Promise<void> {
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Error("--limit is a number from 1.");
  const entries = await readEveryEntry(store);
  for (const entry of entries.slice(0, Number(limit))) console.log(`${entry.id}  ${entry.ts}  ${oneLine(entry.name || "-", 20)}  ${oneLine(entry.message, 60)}`);
  console.log(`${Math.min(entries.length, Number(limit))} of ${entries.length} entries`);
}

async function show({ store }: OwnerStore, id: string): Promise<void> {
  const found = await findEntry(store, id);
  if (found === null) throw new Error(`There is no entry ${id}.`);
  console.log(`state       ${found.state.replace("_", " ")}`);
  for (const [field, text] of Object.entries(found.entry ?? {})) console.log(`${field.padEnd(11)} ${printable(text)}`);
}

async function remove(owner: OwnerStore, id: string, { reason }: Given): Promise<void> {
  if (reason === undefined || reason.trim() === "") throw new Error('Say why: --reason="…". It is kept with the mark and shown to nobody else.');
  const entry = await removeEntry(owner.store, id, { reason, ts: new Date().toISOString() });
  await tell(owner, `Removed ${describe(entry)}. \`restore ${id}\` brings it back.`);
}

async function restore(owner: OwnerStore, id: string): Promise<void> {
  await tell(owner, `Restored ${describe(await restoreEntry(owner.store, id))}.`);
}

async function erase(owner: OwnerStore, id: string, { reason = "", yes }: Given): Promise<void> {
  const found = await findEntry(owner.store, id);
  if (found === null) throw new Error(`There is no entry ${id}.`);
  if (found.entry !== null) console.log(`To be erased for good: ${describe(found.entry)}`);
  if (yes !== true && !(await confirmed(id))) throw new Error("Nothing was erased.");
  const { grace, duration } = owner;
  await eraseEntry(owner.store, id, {
    reason: { reason, ts: new Date().toISOString() },
    compaction: { ...compaction, grace, duration, clock: Date.now },
    wait: pause,
    report: (line) => console.error(line),
  });
  await owner.sweep();
  await tell(owner, `Erased ${id}. Its text is in the store no more; backups and exports are yours to look after.`);
}

async function confirmed(id: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Where nobody can answer, the input ends and the question with it.
    const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
    return (await Promise.race([terminal.question(`This cannot be undone. Type the id to go on: `), ended])).trim() === id;
  } finally {
    terminal.close();
  }
}

async function exportAll({ store }: OwnerStore, _: string, { format = "jsonl", output }: Given): Promise<void> {
  if (format !== "jsonl" && format !== "csv") throw new Error("--format is jsonl or csv.");
  const entries = await readEveryEntry(store);
  const text = toFile(entries, format);
  if (output === undefined) {
    await new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
    return;
  }
  const unfinished = `${output}.${process.pid}.part`;
  try {
    await writeFile(unfinished, text, { flag: "wx" });
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  console.log(`${entries.length} entries written to ${output}.`);
}

async function importFile(owner: OwnerStore, file: string): Promise<void> {
  const text = await readFile(file);
  let entries: Entry[];
  try {
    entries = fromFile(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : (error as Error).message;
    throw new Error(`${file} cannot be imported; nothing was.\n${reason}`);
  }
  const fresh = await importEntries(owner.store, entries, Date.now());
  await tell(owner, `${fresh} of ${entries.length} entries were new and are imported.`);
}

async function stats({ store }: OwnerStore): Promise<void> {
  for (const [name, value] of await guestbookStats(store)) console.log(`${name.padEnd(28)} ${value}`);
}

async function tell(owner: OwnerStore, what: string): Promise<void> {
  const cache = await owner.refresh();
  console.log(cache === null ? what : `${what} ${cache}`);
}

function describe(entry: Entry): string {
  return `${entry.id} (${entry.ts}, ${oneLine(entry.name || "no name", 20)}: ${oneLine(entry.message, 40)})`;
}
