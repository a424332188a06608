import { assertApart } from "../serve/apart.ts";
import { buildOnce } from "../run/once.ts";
import { summarise } from "../run/outcome.ts";
import { baseUrlFrom, defaultInput } from "../serve/options.ts";
import { readArguments, run, showedHelp } from "./cli.ts";

const usage = "npm run build -- [--input=DIR] [--output=DIR] [--lenient]";

await run(async () => {
  const argv = process.argv.slice(2);
  if (showedHelp(argv, usage)) return;
  const options = { input: { type: "string" }, output: { type: "string" }, lenient: { type: "boolean" } } as const;
  const { input = defaultInput, output = "_site", lenient = false } = readArguments(argv, options, usage);
  assertApart(input, output);
  const built = await buildOnce({ input, base_url: baseUrlFrom(process.env), drafts: false, lenient }, output);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, output));
});
