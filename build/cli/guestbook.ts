import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { isId } from "../../functions/guestbook/keys.ts";
import { storageSettings } from "../../functions/guestbook/settings.ts";
import { printable } from "../lib/printable.ts";
import { flag, readCommandLine, run, withValue } from "./arguments.ts";
import * as actions from "./guestbook/actions.ts";
import { erase } from "./guestbook/erase.ts";
import { openOwnerStore } from "./guestbook/owner-store.ts";

const usage = `npm run guestbook -- COMMAND
  list [--limit=50]               the newest entries
  show ID                         one entry, also a removed one
  remove ID --reason="…"          hide it; \`restore\` brings it back
  restore ID                      show a removed entry again
  erase ID [--reason="…"] [--yes] take its text out of the store for good; ${storageSettings.grace / 60_000} minutes or more
  export [--format=jsonl|csv] [--output=FILE]
  import FILE                     add what is not there yet
  stats                           what the store holds
The store is the local one (--directory=DIR for another folder), or the deployed one where NETLIFY_SITE_ID and
NETLIFY_AUTH_TOKEN are set (or --site and --token are given); --context=NAME for another deploy context than production.`;

const options = {
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
const argumentKinds = { nothing: "no name", id: "the id of one entry", file: "one file" } as const;

const commands: Record<string, { takes: keyof typeof argumentKinds; run: actions.Action }> = {
  list: { takes: "nothing", run: actions.list },
  show: { takes: "id", run: actions.show },
  remove: { takes: "id", run: actions.remove },
  restore: { takes: "id", run: actions.restore },
  erase: { takes: "id", run: erase },
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
  const [name = "", argument = ""] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (name === "") throw wrong("What shall be done?");
  if (command === undefined) throw wrong(`There is no command \`${printable(name)}\`.`);
  if (positionals.length !== (command.takes === "nothing" ? 1 : 2))
    throw wrong(`\`${name}\` takes ${argumentKinds[command.takes]}.`);
  if (command.takes === "id" && !isId(argument))
    throw new Error("An id has a letter and then 19 letters a to z and digits 2 to 7; `list` shows them.");
  const owner = await openOwnerStore(given, environment, { creates: name === "import", log: terminal.warn });
  try {
    terminal.warn(`Store: ${printable(owner.where)}`);
    await command.run(owner, argument, given, terminal);
  } catch (error) {
    throw explained(error);
  } finally {
    await owner.close();
  }
}

/** The errors of the guestbook without their stacks, with an explanation added if the store refused the token. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !["ModerationError", "StoreError", "GoneError"].includes(error.name)) return error;
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
      replace: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001b[K${line}`) : null,
      write: (text) =>
        new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve()))),
      ask,
      clock: Date.now,
      wait,
    }),
  );
