import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { readArguments, run, withValue } from "../../build/cli/arguments.ts";

const parts = ["build", "edit", "guestbook", "visits"];

const usage = `npm run bench -- [${parts.join("|")}] [--pages=1000,10000] [--rounds=5] [--folder=DIR]`;

export async function main(argv: readonly string[]): Promise<void> {
  const known = { pages: withValue, rounds: withValue, folder: withValue };
  const { positionals, ...values } = readArguments(argv, known, usage, true);
  const unknown = positionals.find((part) => !parts.includes(part));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark \`${unknown}\`.\nUsage: ${usage}`);
  const sizes = (values.pages ?? "1000,10000").split(",").map(Number);
  const rounds = Number(values.rounds ?? "5");
  if (![...sizes, rounds].every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`Sizes and rounds are whole numbers above zero.\nUsage: ${usage}`);
  const options = { sizes, rounds, folder: resolve(values.folder ?? tmpdir()) };
  const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  // Each benchmark is loaded when it runs, because some start servers.
  if (isWanted("build")) await (await import("./build.ts")).benchBuild(options, console.log);
  if (isWanted("edit")) await (await import("./edit.ts")).benchEdit(options, console.log);
  if (isWanted("visits")) await (await import("./visits.ts")).benchVisits(options, console.log);
  if (isWanted("guestbook")) await (await import("./guestbook.ts")).benchGuestbook(console.log);
}

if (import.meta.main) await run(main);
