import { relative } from "node:path";
import { summarise } from "../serve/outcome.ts";
import { startPreview } from "../serve/preview.ts";
import { readArguments, readPort, run, untilStopped } from "./cli.ts";

const usage = "npm run preview -- [--port=8080] [--input=DIR] [--lenient]";

await run(async () => {
  const options = { port: { type: "string" }, input: { type: "string" }, lenient: { type: "boolean" } } as const;
  const { port, input, lenient } = readArguments(process.argv.slice(2), options, usage);
  const preview = await startPreview({ port: readPort(port, 8080), input, lenient });
  for (const warning of preview.built.warnings) console.warn(warning);
  console.log(summarise(preview.built, relative(process.cwd(), preview.output)));
  console.log(`As deployed, without reload: ${preview.origin}/ (Ctrl-C stops it)`);
  await untilStopped();
  await preview.stop();
});
