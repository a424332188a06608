import { readFile } from "node:fs/promises";
import { isId } from "../../functions/guestbook/keys.ts";
import { printable } from "../lib/printable.ts";
import { flag, readArguments, run, showedHelp, withValue } from "./arguments.ts";
import * as actions from "./guestbook/actions.ts";
import { finishErasing } from "./guestbook/moderation.ts";
import { openOwnerStore } from "./guestbook/owner-store.ts";

const usage = `npm run guestbook -- COMMAND
  list [--limit=50]                  the newest entries
  show ID                            one entry, also a removed one
  remove ID… --reason="…"            hide them; \`restore\` brings them back
  restore ID…                        show removed entries again
  erase ID… [--reason="…"] --yes     take their texts out of the store for good
  export [--format=jsonl|csv] [--output=FILE]
  import FILE                        add what is not there yet, from an export in JSON Lines
  stats                              what the store holds
In place of ids, --from=FILE takes those that the lines of a file begin with, such as the lines of \`list\`.
The store is the local one (--directory=DIR for another folder), or the deployed one where NETLIFY_SITE_ID and
NETLIFY_AUTH_TOKEN are set; --context=NAME for another deploy context than production.`;

const ofCommands = { limit: withValue, reason: withValue, format: withValue, output: withValue, yes: flag };
const options = { ...ofCommands, directory: withValue, context: withValue, from: withValue };

/** The commands, with what each takes beside its options, in the words of its messages. */
const commands: Record<
  string,
  [takes: "no name" | "the id of one entry" | "ids of entries, or --from=FILE" | "one file", actions.Action]
> = {
  list: ["no name", actions.list],
  show: ["the id of one entry", actions.show],
  remove: ["ids of entries, or --from=FILE", actions.remove],
  restore: ["ids of entries, or --from=FILE", actions.restore],
  erase: ["ids of entries, or --from=FILE", actions.erase],
  export: ["no name", actions.exportAll],
  import: ["one file", actions.importFile],
  stats: ["no name", actions.stats],
};

/**
 * Runs one of the owner's commands.
 * @param argv The arguments after the program's name.
 * @param now Milliseconds since 1970.
 * @throws Error with a message for the owner, if an argument is wrong or the store fails.
 */
export async function runGuestbookCommand(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  now = Date.now(),
): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const given = readArguments(argv, options, usage, true);
  const [name = "", ...named] = given.positionals;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (name === "") throw wrong("What shall be done?");
  if (!Object.hasOwn(commands, name)) throw wrong(`There is no command \`${printable(name)}\`.`);
  const [takes, action] = commands[name] as (typeof commands)[string];
  const isMany = takes.startsWith("ids");
  const names = isMany && given.from !== undefined ? [...named, ...(await idsIn(given.from))] : named;
  if (takes === "no name" ? names.length > 0 : isMany ? names.length === 0 : names.length !== 1)
    throw wrong(`\`${name}\` takes ${takes}.`);
  if (takes.includes("id") && !names.every(isId))
    throw new Error("An id has a letter and then 19 letters a to z and digits 2 to 7; `list` shows them.");
  const owner = await openOwnerStore(given, environment, name === "import");
  try {
    console.error(`Store: ${printable(owner.where)}`);
    await finishErasing(owner.store, now);
    await action(owner, [...new Set(names)], given, now);
  } catch (error) {
    throw explained(error);
  } finally {
    await owner.close();
  }
}

/**
 * The ids that the lines of a file begin with.
 * @throws Error naming the first line that begins with something else.
 */
async function idsIn(file: string): Promise<string[]> {
  const lines = (await readFile(file, "utf8")).split(/\r?\n/);
  const words = lines.map((line) => line.trim().split(/\s/)[0] ?? "");
  const wrong = words.findIndex((word) => word !== "" && !isId(word));
  if (wrong !== -1) throw new Error(`${file}, line ${wrong + 1}: expected the id of an entry at its beginning.`);
  return words.filter((word) => word !== "");
}

/** The errors of the guestbook without their stacks, with an explanation added if the store refused the token. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !["StoreError", "GoneError"].includes(error.name)) return error;
  const refused = /\b40[134]\b/.test(error.message);
  const why = "The store refused: the site id or the token is wrong, or may not do this.";
  return new Error(refused ? `${why} (${error.message})` : error.message);
}

if (import.meta.main) await run((argv) => runGuestbookCommand(argv, process.env));
