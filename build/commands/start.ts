import { resolve } from "node:path";
import { functionsDirectory, project } from "../serve/project.ts";
import { supervise } from "../serve/supervise.ts";
import { readArguments, readPort, run, showedHelp, untilStopped } from "./cli.ts";

const usage = "npm start -- [--port=8080] [--input=DIR] [--lenient]";

await run(async () => {
  const options = { port: { type: "string" }, input: { type: "string" }, lenient: { type: "boolean" } } as const;
  const argv = process.argv.slice(2);
  if (showedHelp(argv, usage)) return;
  readPort(readArguments(argv, options, usage).port, 8080);
  const supervised = await supervise({
    module: resolve(import.meta.dirname, "../serve/site-process.ts"),
    argv,
    watched: [resolve(project, "build"), functionsDirectory, resolve(project, ".eleventy.ts")],
    log: console.log,
  });
  void untilStopped().then(supervised.stop);
  process.exit(await supervised.ended);
});
