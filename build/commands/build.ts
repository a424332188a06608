import { resolve } from "node:path";
import { assertFolder, isMarkdown, listFiles } from "../content/files.ts";
import { createCrew } from "../crew/crew.ts";
import { assertApart } from "../serve/apart.ts";
import { baseUrlFrom, defaultInput } from "../serve/options.ts";
import { readArguments, run, showedHelp } from "./cli.ts";

const usage = "npm run build -- [--input=DIR] [--output=DIR] [--lenient]";

await run(async () => {
  const argv = process.argv.slice(2);
  if (showedHelp(argv, usage)) return;
  const options = { input: { type: "string" }, output: { type: "string" }, lenient: { type: "boolean" } } as const;
  const { input = defaultInput, output = "_site", lenient = false } = readArguments(argv, options, usage);
  assertApart(input, output);
  assertFolder(input);
  const files = listFiles(resolve(input));
  const crew = createCrew();
  crew.hire(files.filter(({ path }) => isMarkdown(path)).length);
  // Loaded only now, so that other threads are getting ready meanwhile: on a large site that is a tenth of the time.
  const [{ buildOnce }, { summarise }] = await Promise.all([import("../run/once.ts"), import("../run/outcome.ts")]);
  const built = await buildOnce({ input, base_url: baseUrlFrom(process.env), lenient, files }, output, crew);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, output));
});
