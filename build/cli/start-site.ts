import { startLive } from "../server/live.ts";
import { readServerArguments, run, untilStopped } from "./arguments.ts";

/** The process that `npm start` runs, and restarts when code changes. It sends its parent its origin when it serves. */
await run(async (argv) => {
  const options = readServerArguments(argv, "npm start");
  const live = await startLive(options);
  process.send?.(live.origin);
  process.on("message", () => void live.freeze().then(() => process.send?.("frozen")));
  await untilStopped();
  await live.stop();
  process.exit(0);
});
