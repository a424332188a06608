import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { readCommandLine, run, showedHelp } from "./arguments.ts";

const usage = "npm run bench -- [build|docs|edit|guestbook|readers] [--pages=1000,10000] [--rounds=5] [--folder=DIR]";

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const options = { pages: { type: "string" }, rounds: { type: "string" }, folder: { type: "string" } } as const;
  const { values, positionals: parts } = readCommandLine(argv, options, usage);
  const { pages, rounds = "5", folder = tmpdir() } = values;
  const unknown = parts.find((part) => !["build", "docs", "edit", "guestbook", "readers"].includes(part));
  if (unknown !== undefined) throw new Error(`There is no benchmark \`${unknown}\`.\nUsage: ${usage}`);
  const sizes = (pages ?? "1000,10000").split(",").map(Number);
  if (![...sizes, Number(rounds)].every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`Sizes and rounds are whole numbers above zero.\nUsage: ${usage}`);
  // Each benchmark is loaded when it runs: they load browsers and servers.
  const wanted = (part: string) => parts.length === 0 || parts.includes(part);
  if (wanted("build"))
    await (await import("./bench/build.ts")).benchBuild(
      { sizes, rounds: Number(rounds), folder: resolve(folder) },
      console.log,
    );
  if (wanted("docs")) {
    const { benchBuild, faulty } = await import("./bench/build.ts");
    const options = { sizes: pages === undefined ? [9_700] : sizes, rounds: Number(rounds), folder: resolve(folder) };
    await benchBuild(options, console.log, faulty);
  }
  if (wanted("edit"))
    await (await import("./bench/edit.ts")).benchEdit({ sizes, folder: resolve(folder) }, console.log);
  if (wanted("readers"))
    await (await import("./bench/readers.ts")).benchReaders(
      { sizes, rounds: Number(rounds), folder: resolve(folder) },
      console.log,
    );
  if (wanted("guestbook")) await (await import("./bench/guestbook.ts")).benchGuestbook(console.log);
}

if (import.meta.main) await run(main);
