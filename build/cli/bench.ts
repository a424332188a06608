import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { readCommandLine, run, showedHelp, withValue } from "./arguments.ts";

const parts = ["build", "docs", "edit", "guestbook", "readers"];

const usage = `npm run bench -- [${parts.join("|")}] [--pages=1000,10000] [--rounds=5] [--folder=DIR]`;

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const { values, positionals } = readCommandLine(
    argv,
    { pages: withValue, rounds: withValue, folder: withValue },
    usage,
  );
  const unknown = positionals.find((part) => !parts.includes(part));
  if (unknown !== undefined) throw new Error(`There is no benchmark \`${unknown}\`.\nUsage: ${usage}`);
  const sizes = (values.pages ?? "1000,10000").split(",").map(Number);
  const rounds = Number(values.rounds ?? "5");
  if (![...sizes, rounds].every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`Sizes and rounds are whole numbers above zero.\nUsage: ${usage}`);
  const options = { sizes, rounds, folder: resolve(values.folder ?? tmpdir()) };
  const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  // Each benchmark is loaded when it runs: they load browsers and servers.
  if (isWanted("build")) await (await import("./bench/build.ts")).benchBuild(options, console.log);
  if (isWanted("docs")) {
    const { benchBuild, faulty } = await import("./bench/build.ts");
    await benchBuild({ ...options, sizes: values.pages === undefined ? [9_700] : sizes }, console.log, faulty);
  }
  if (isWanted("edit")) await (await import("./bench/edit.ts")).benchEdit(options, console.log);
  if (isWanted("readers")) await (await import("./bench/readers.ts")).benchReaders(options, console.log);
  if (isWanted("guestbook")) await (await import("./bench/guestbook.ts")).benchGuestbook(console.log);
}

if (import.meta.main) await run(main);
