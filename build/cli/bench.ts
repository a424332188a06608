import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { benchBuild } from "./bench/build.ts";
import { benchEdit } from "./bench/edit.ts";
import { benchGuestbook } from "./bench/guestbook.ts";
import { benchReaders } from "./bench/readers.ts";
import { readCommandLine, run, showedHelp } from "./cli.ts";

const usage = "npm run bench -- [build|edit|guestbook|readers] [--pages=1000,10000] [--rounds=5] [--folder=DIR]";

await run(async () => {
  const argv = process.argv.slice(2);
  if (showedHelp(argv, usage)) return;
  const options = { pages: { type: "string" }, rounds: { type: "string" }, folder: { type: "string" } } as const;
  const { values, positionals: parts } = readCommandLine(argv, options, usage);
  const { pages = "1000,10000", rounds = "5", folder = tmpdir() } = values;
  const unknown = parts.find((part) => !["build", "edit", "guestbook", "readers"].includes(part));
  if (unknown !== undefined) throw new Error(`There is no benchmark \`${unknown}\`.\nUsage: ${usage}`);
  const sizes = pages.split(",").map(Number);
  if (![...sizes, Number(rounds)].every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`Sizes and rounds are whole numbers above zero.\nUsage: ${usage}`);
  const wanted = (part: string) => parts.length === 0 || parts.includes(part);
  if (wanted("build")) await benchBuild({ sizes, rounds: Number(rounds), folder: resolve(folder) }, console.log);
  if (wanted("edit")) await benchEdit({ sizes, folder: resolve(folder) }, console.log);
  if (wanted("readers")) await benchReaders(Number(rounds), console.log);
  if (wanted("guestbook")) await benchGuestbook(console.log);
});
