import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { isId } from "../../functions/guestbook/keys.ts";
import { printable } from "../verify/printable.ts";
import { flag, readCommandLine, run, withValue } from "./arguments.ts";
import * as actions from "./guestbook/actions.ts";
import { finishErasing } from "./guestbook/moderation.ts";
import { openOwnerStore } from "./guestbook/owner-store.ts";

const usage = `npm run guestbook -- COMMAND
  list [--limit=50]                  the newest entries
  show ID                            one entry, also a removed one
  remove ID… --reason="…"            hide them; \`restore\` brings them back
  restore ID…                        show removed entries again
  erase ID… [--reason="…"] [--yes]   take their texts out of the store for good
  export [--format=jsonl|csv] [--output=FILE]
  import FILE                        add what is not there yet, from an export in JSON Lines
  stats                              what the store holds
In place of ids, --from=FILE takes those that the lines of a file begin with, such as the lines of \`list\`.
The store is the local one (--directory=DIR for another folder), or the deployed one where NETLIFY_SITE_ID and
NETLIFY_AUTH_TOKEN are set (or --site and --token are given); --context=NAME for another deploy context than production.`;

const options = {
  from: withValue,
  limit: withValue,
  reason: withValue,
  yes: flag,
  format: withValue,
  output: withValue,
  directory: withValue,
  site: withValue,
  token: withValue,
  context: withValue,
  help: flag,
};

/** What a command takes beside its options, in the words of its messages. */
const argumentKinds = {
  nothing: "no name",
  id: "the id of one entry",
  ids: "ids of entries, or --from=FILE",
  file: "one file",
} as const;

const commands: Record<string, { takes: keyof typeof argumentKinds; run: actions.Action }> = {
  list: { takes: "nothing", run: actions.list },
  show: { takes: "id", run: actions.show },
  remove: { takes: "ids", run: actions.remove },
  restore: { takes: "ids", run: actions.restore },
  erase: { takes: "ids", run: actions.erase },
  export: { takes: "nothing", run: actions.exportAll },
  import: { takes: "file", run: actions.importFile },
  stats: { takes: "nothing", run: actions.stats },
};

/**
 * Runs one of the owner's commands.
 * @param argv The arguments after the program's name.
 * @throws Error with a message for the owner, if an argument is wrong or the store fails.
 */
export async function runGuestbookCommand(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: actions.Terminal,
): Promise<void> {
  const { values: given, positionals } = readCommandLine(argv, options, usage);
  if (given.help === true) return terminal.print(`Usage: ${usage}`);
  const [name = "", ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (name === "") throw wrong("What shall be done?");
  if (command === undefined) throw wrong(`There is no command \`${printable(name)}\`.`);
  const { takes } = command;
  const names = takes === "ids" && given.from !== undefined ? [...rest, ...(await idsIn(given.from))] : rest;
  if (takes === "nothing" ? names.length > 0 : takes === "ids" ? names.length === 0 : names.length !== 1)
    throw wrong(`\`${name}\` takes ${argumentKinds[takes]}.`);
  if ((takes === "id" || takes === "ids") && !names.every(isId))
    throw new Error("An id has a letter and then 19 letters a to z and digits 2 to 7; `list` shows them.");
  const owner = await openOwnerStore(given, environment, { creates: name === "import" });
  try {
    terminal.warn(`Store: ${printable(owner.where)}`);
    await finishErasing(owner.store, terminal.clock());
    await command.run(owner, [...new Set(names)], given, terminal);
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
  return new Error(
    /\b40[134]\b/.test(error.message)
      ? `The store refused: the site id or the token is wrong, or may not do this. (${error.message})`
      : error.message,
  );
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Where nobody can answer, the input ends and the question with it.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

if (import.meta.main)
  await run((argv) =>
    runGuestbookCommand(argv, process.env, {
      print: (line) => console.log(line),
      warn: (line) => console.error(line),
      write: (text) =>
        new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve()))),
      ask,
      clock: Date.now,
    }),
  );
