import { startLive } from "../server/live.ts";
import { readArguments, readPort, run, untilStopped } from "./cli.ts";

/** The process that `npm start` runs, and restarts when code changes. It sends its parent a message when it serves. */
await run(async () => {
  const options = { port: { type: "string" }, input: { type: "string" }, lenient: { type: "boolean" } } as const;
  const { port, input, lenient } = readArguments(process.argv.slice(2), options, "npm start");
  const live = await startLive({ port: readPort(port, 8080), input, lenient });
  console.log(`Open at ${live.origin}/ (Ctrl-C stops it)`);
  process.send?.({ serving: live.origin });
  await untilStopped();
  await live.stop();
  process.exit(0);
});
