import { relative, resolve } from "node:path";
import { isForEleventy, isOwnSite } from "../pipeline/author-templates.ts";
import { defaultInput, functionsDirectory, isWithin, project } from "../pipeline/project.ts";
import { freePort } from "../server/node-http.ts";
import { supervise } from "../server/supervise.ts";
import { readServerArguments, run, showedHelp, untilStopped } from "./arguments.ts";

const usage = "npm start -- [--port=8080] [--input=DIR] [--lenient] [--faults=FILE]";

export async function main(argv: readonly string[]): Promise<void> {
  if (showedHelp(argv, usage)) return;
  const { input = defaultInput, port } = readServerArguments(argv, usage);
  const content = resolve(input);
  // What Eleventy runs or reads itself stays as it was once it is loaded: a change of it is a change of code.
  const isTemplate = (path: string) => isOwnSite(content) && isForEleventy(relative(content, path));
  const supervised = await supervise({
    module: resolve(import.meta.dirname, "./start-site.ts"),
    argv: [...argv, `--port=${await freePort(port)}`], // the same one, however often it starts again
    watched: [resolve(project, "build"), functionsDirectory, resolve(project, ".eleventy.ts"), content],
    isCode: (path) => !isWithin(content, path) || isTemplate(path),
    log: console.log,
    serves: (origin) => console.log(`Open at ${origin}/ (Ctrl-C stops it)`),
  });
  void untilStopped().then(supervised.stop);
  process.exit(await supervised.ended);
}

if (import.meta.main) await run(main);
