import { build, summarise } from "../pipeline/build.ts";
import { baseUrlFrom, defaultInput } from "../pipeline/project.ts";
import { assertApart, readArguments, run, showedHelp } from "./arguments.ts";

const usage = "npm run build -- [--input=DIR] [--output=DIR] [--lenient]";

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const options = { input: { type: "string" }, output: { type: "string" }, lenient: { type: "boolean" } } as const;
  const { input = defaultInput, output = "_site", lenient = false } = readArguments(argv, options, usage);
  assertApart(input, output);
  const built = await build({ input, base_url: baseUrlFrom(process.env), lenient }, output);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, output));
}

if (import.meta.main) await run(main);
