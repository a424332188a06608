import cluster from "node:cluster";
import { once } from "node:events";
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
  if (process.connected) {
    // A connection that is on its way from the parent to this process is thereby given back, and not lost.
    const disconnected = once(process, "disconnect");
    cluster.worker?.disconnect();
    await disconnected;
  }
  process.exit(0);
});
