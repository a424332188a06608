import { readFile } from "node:fs/promises";
import { isId } from "../../functions/guestbook/keys.ts";
import { readTemplate } from "../lib/text.ts";
import { toPrintable } from "../verify/report.ts";
import { flag, readArguments, run, withValue } from "./arguments.ts";
import * as actions from "./guestbook/actions.ts";
import { finishErasing } from "./guestbook/moderation.ts";
import { openOwnerStore } from "./guestbook/owner-store.ts";

const usage = readTemplate(import.meta.dirname, "guestbook/usage.txt")({}).trimEnd();

const options = {
  limit: withValue,
  since: withValue,
  reason: withValue,
  output: withValue,
  yes: flag,
  directory: withValue,
  context: withValue,
  from: withValue,
};

const ids = "ids of entries, or --from=FILE";

/** The commands, with the arguments that each takes besides its options, as messages name them. */
const commands: Readonly<
  Record<string, [takes: "only options" | "one file" | typeof ids, actions.Action]>
> = {
  list: ["only options", actions.list],
  show: [ids, actions.show],
  remove: [ids, actions.remove],
  restore: [ids, actions.restore],
  erase: [ids, actions.erase],
  export: ["only options", actions.exportAll],
  import: ["one file", actions.importFile],
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
  const given = readArguments(argv, options, usage, true);
  const [name = "", ...named] = given.positionals;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (name === "") throw wrong("What shall be done?");
  if (!Object.hasOwn(commands, name)) throw wrong(`There is no command \`${toPrintable(name)}\`.`);
  const [takes, action] = commands[name] as (typeof commands)[string];
  // The ids at the beginnings of a file's lines.
  const lines = given.from === undefined ? [] : (await readFile(given.from, "utf8")).split("\n");
  const names = [...named, ...lines.flatMap((line) => line.trim().split(/\s/)[0] || [])];
  if (takes === ids ? names.length === 0 : names.length !== (takes === "one file" ? 1 : 0))
    throw wrong(`\`${name}\` takes ${takes}.`);
  for (const id of takes === ids ? names : [])
    if (!isId(id))
      throw new Error(
        `\`${toPrintable(id.slice(0, 60))}\` is not an id, which is a letter and then 19 characters from a to z and 2 to 7.`,
      );
  const owner = await openOwnerStore(given, environment, name === "import");
  try {
    console.error(`Store: ${toPrintable(owner.where)}`);
    await finishErasing(owner.store, now);
    const changed = await action(owner, [...new Set(names)], given, now);
    if (changed !== undefined) console.log(changed + ((await owner.refresh?.()) ?? ""));
  } catch (error) {
    throw explainedRefusal(error);
  } finally {
    await owner.close?.();
  }
}

/** The store's errors without stacks, with an explanation if the store refused the token. */
function explainedRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !["StoreError", "GoneError"].includes(error.name)) return error;
  const why = "The store refused: the site id or the token is wrong, or the token may not do this.";
  return new Error(/\b40[134]\b/.test(error.message) ? `${why} (${error.message})` : error.message);
}

if (import.meta.main) await run((argv) => runGuestbookCommand(argv, process.env));
