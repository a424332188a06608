import { build, summarise } from "../pipeline/build.ts";
import { baseUrlFrom, defaultInput } from "../pipeline/project.ts";
import { assertApart, readArguments, run, showedHelp } from "./arguments.ts";
import { faultList } from "./fault-list.ts";
import { createProgressLine } from "./progress.ts";

const usage = "npm run build -- [--input=DIR] [--output=DIR] [--lenient] [--faults=FILE]";

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const known = {
    input: { type: "string" },
    output: { type: "string" },
    lenient: { type: "boolean" },
    faults: { type: "string" },
  } as const;
  const { input = defaultInput, output = "_site", lenient = false, faults: list } = readArguments(argv, known, usage);
  assertApart(input, output);
  const progress = createProgressLine();
  const options = { input, base_url: baseUrlFrom(process.env), lenient, progress: progress.show };
  const built = await build(options, output, faultList(list)).finally(progress.hide);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, output));
}

if (import.meta.main) await run(main);
