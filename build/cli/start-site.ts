import { startLive } from "../server/live.ts";
import { readServerArguments, run, untilStopped } from "./arguments.ts";
import { createProgressLine } from "./progress.ts";

/** The process that `npm start` runs, and restarts when code changes. It sends its parent a message when it serves. */
await run(async (argv) => {
  const options = readServerArguments(argv, "npm start");
  const live = await startLive({ ...options, progress: createProgressLine() });
  console.log(`Open at ${live.origin}/ (Ctrl-C stops it)`);
  process.send?.({ serving: live.origin });
  await untilStopped();
  await live.stop();
  process.exit(0);
});
