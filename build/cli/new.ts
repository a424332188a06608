import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultInput } from "../pipeline/project.ts";
import { readCommandLine, run, showedHelp } from "./arguments.ts";
import { type NewPageKind, newPage, newPageKinds } from "./new-page.ts";

const usage = `npm run new -- ${newPageKinds.join("|")} "Title" [--input=DIR]`;

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const { values, positionals } = readCommandLine(argv, { input: { type: "string" } } as const, usage);
  const { input = defaultInput } = values;
  const [kind = "", title = "", ...more] = positionals;
  if (!newPageKinds.some((known) => known === kind))
    throw new Error(`${kind === "" ? "What kind of page?" : `\`${kind}\` is not a kind of page.`}\nUsage: ${usage}`);
  if (title.trim() === "" || more.length > 0)
    throw new Error(`${more.length > 0 ? "Put the title in quotes." : "The page needs a title."}\nUsage: ${usage}`);
  if (!statSync(input, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no content folder ${input}.`);

  const { path, text } = newPage(kind as NewPageKind, title.trim(), new Date().toISOString().slice(0, 10));
  const file = join(input, path);
  if (existsSync(file))
    throw new Error(`${file} is already there; it was left as it is. Choose another title, or open that file.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: "wx" });
  console.log(
    `${file} is ready to be written. It is a draft: \`npm start\` shows it, ` +
      "no build publishes it until the line `draft: true` is gone.",
  );
}

if (import.meta.main) await run(main);
