import { listen } from "../../build/server/node-http.ts";

/** A port that is free on this machine. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen(async () => new Response());
  await stop();
  return port;
}
