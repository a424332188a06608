import { resolve } from "node:path";
import { build } from "../pipeline/build.ts";
import type { BuildReport } from "../pipeline/build-steps.ts";
import { defaultInput, servedFolder } from "../pipeline/project.ts";
import { compressed } from "./compress.ts";
import { type RunningHandler, type ServerOptions, startHandler } from "./handler.ts";
import { busyPort, listen, type RunningServer, type WebHandler } from "./node-http.ts";

export interface Preview extends RunningServer {
  /** The folder that is served. */
  output: string;
  built: BuildReport;
}

/**
 * Builds the site as for production, but for this server's own address, and serves it as the host would.
 * @throws Error of one line if the port is busy, or whatever stopped the build; nothing keeps running then.
 */
export async function startPreview(options: ServerOptions): Promise<Preview> {
  const { input = defaultInput, lenient = false, takeFaults, port, log = console.error } = options;
  // The port is taken before the build, which needs to know it; until the site is built, requests wait.
  const ready = Promise.withResolvers<WebHandler>();
  ready.promise.catch(() => {});
  const server = await listen(async (request) => (await ready.promise)(request), port).catch(busyPort(port));
  const output = resolve(options.output ?? servedFolder("preview", server.port));
  let running: RunningHandler | undefined;
  const stop = async () => {
    await server.stop();
    await running?.stop();
  };
  try {
    running = await startHandler({ ...options, output, log });
    const site = { input, base_url: server.origin, drafts: false, lenient };
    const built = await build(site, output, takeFaults);
    ready.resolve(compressed(running.handler));
    return { ...server, stop, output, built };
  } catch (error) {
    ready.reject(error);
    await stop();
    throw error;
  }
}
