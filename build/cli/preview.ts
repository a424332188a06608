import { relative } from "node:path";
import { summarise } from "../pipeline/build.ts";
import { startPreview } from "../server/preview.ts";
import { readServerArguments, run, showedHelp, untilStopped } from "./arguments.ts";

const usage = "npm run preview -- [--port=8080] [--input=DIR] [--lenient] [--faults=FILE]";

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const preview = await startPreview(readServerArguments(argv, usage));
  for (const warning of preview.built.warnings) console.warn(warning);
  console.log(summarise(preview.built, relative(process.cwd(), preview.output)));
  console.log(`As deployed, without reload: ${preview.origin}/ (Ctrl-C stops it)`);
  await untilStopped();
  await preview.stop();
}

if (import.meta.main) await run(main);
