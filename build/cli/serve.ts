import cluster from "node:cluster";
import { once } from "node:events";
import { relative } from "node:path";
import { findPort } from "../server/free-port.ts";
import { supervise } from "../server/supervise.ts";
import { flag, readArguments, run, withValue } from "./arguments.ts";

/** `npm start` serves while an author writes: with drafts, and a saved file reloads open pages. */
export async function start(argv: readonly string[]): Promise<void> {
  const options = readServerArguments(argv, "npm start");
  if (cluster.isPrimary) {
    // Found here, because every process that replaces another serves on the same port.
    const port = await findPort(options.port);
    const args = ["start", ...argv, `--port=${port}`];
    const supervised = supervise(import.meta.filename, args, console.log);
    void untilStopped().then(supervised.stop);
    process.exit(await supervised.ended);
  }
  // Loaded only by the process that serves, because loading modules takes much of a start.
  const { startLive } = await import("../server/live.ts");
  let live: Awaited<ReturnType<typeof startLive>> | undefined;
  // Until it accepts connections, it ends at once; later it first answers accepted requests.
  void untilStopped().then(async () => {
    await live?.stop();
    process.exit(0);
  });
  live = await startLive({ ...options, replace: () => process.send?.(null) });
  process.send?.(live.origin);
}

/** `npm run preview` serves the site as it is deployed. */
export async function preview(argv: readonly string[]): Promise<void> {
  const options = readServerArguments(argv, "npm run preview");
  const { startPreview } = await import("../server/preview.ts");
  const { summarise } = await import("../pipeline/build-report.ts");
  const { built, output, origin, stop } = await startPreview(options);
  for (const warning of built.warnings) console.warn(warning);
  console.log(summarise(built, relative(process.cwd(), output)));
  console.log(`As deployed, without reload: ${origin}/ (Ctrl-C stops it)`);
  await untilStopped();
  await stop();
}

/**
 * The options of both commands.
 * @throws As in `readArguments`.
 */
export function readServerArguments(argv: readonly string[], command: string) {
  const usage = `${command} -- [--port=8080] [--input=DIR] [--lenient]`;
  const known = { port: withValue, input: withValue, lenient: flag };
  const { port = "8080", ...rest } = readArguments(argv, known, usage);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port=${port}: expected a number from 0 to 65535.`);
  return { ...rest, port: Number(port) };
}

/** Resolves when the process is asked to end (Ctrl-C, `kill`), or its parent is gone. */
function untilStopped(): Promise<unknown> {
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"];
  return Promise.race(events.map((event) => once(process, event)));
}

if (import.meta.main)
  await run(([command, ...argv]) => (command === "preview" ? preview : start)(argv));
