import { writeFileSync } from "node:fs";
import { Faults } from "../content/diagnostics.ts";
import { byPlace, describeFaults, type Fault } from "../content/fault.ts";
import { build, summarise } from "../pipeline/build.ts";
import { baseUrlFrom, defaultInput } from "../pipeline/project.ts";
import { assertApart, readArguments, run, showedHelp } from "./arguments.ts";
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
  const keepList = (faults: readonly Fault[]): void => {
    if (list !== undefined)
      writeFileSync(list, faults.length === 0 ? "" : `${describeFaults([...faults].sort(byPlace))}\n`);
  };
  const built = await build(options, output)
    .finally(progress.hide)
    .catch((error: unknown) => {
      if (error instanceof Faults) keepList(error.faults);
      throw error;
    });
  keepList(built.tolerated);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, output));
}

if (import.meta.main) await run(main);
