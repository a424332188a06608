import { writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { Faults } from "../content/diagnostics.ts";
import { byPlace, describeFaults, type Fault } from "../content/fault.ts";
import { buildApart } from "../pipeline/build.ts";
import { summarise } from "../pipeline/build-report.ts";
import { baseUrlFrom, defaultInput, isWithin, realPath } from "../pipeline/project.ts";
import { flag, readArguments, run, withValue } from "./arguments.ts";

const usage = "npm run build -- [--input=DIR] [--output=DIR] [--lenient] [--faults=FILE]";

export async function main(argv: readonly string[]): Promise<void> {
  const known = { input: withValue, output: withValue, lenient: flag, faults: withValue };
  const { faults: list, ...given } = readArguments(argv, known, usage);
  const { input = defaultInput, output = "_site", lenient = false } = given;
  assertApart(input, output);
  const options = { input, base_url: baseUrlFrom(process.env), lenient };
  const writeList = (faults: readonly Fault[], warnings: readonly string[] = []): void => {
    const told = faults.length === 0 ? [] : [describeFaults([...faults].sort(byPlace))];
    const parts = [...told, ...warnings].map((part) => `${part}\n`);
    if (list !== undefined) writeFileSync(list, parts.join("\n"));
  };
  const built = await buildApart(options, output).catch((error: unknown) => {
    if (error instanceof Faults) writeList(error.faults);
    throw error;
  });
  writeList(built.tolerated, built.fullWarnings);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, output));
}

/**
 * Makes sure that neither of two folders contains the other: a build removes other files from its
 * output, and must never remove an author's. Links are followed.
 * @throws Error of one line if they are the same folder, or one is inside the other.
 */
export function assertApart(input: string, output: string): void {
  const from = realPath(input);
  const to = realPath(output);
  if (!isWithin(from, to) && !isWithin(to, from)) return;
  throw new Error(
    `--output=${output} is the content folder ${input}, inside of it or around it, so nothing was written. ` +
      "Name a folder beside it.",
  );
}

if (import.meta.main) {
  await run(main);
  flushCompileCache();
  // Node would free the whole site's memory first: a tenth of a second for 10,000 pages.
  process.stderr.write("", () => process.stdout.write("", () => process.exit()));
}
