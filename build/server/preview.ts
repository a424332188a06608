import { resolve } from "node:path";
import { buildApart } from "../pipeline/build.ts";
import { defaultInput, servedFolder } from "../pipeline/project.ts";
import { startBlobs } from "./blobs.ts";
import { createHandler, type ServerOptions } from "./handler.ts";
import { listen, type WebHandler } from "./node-http.ts";

/**
 * Builds the site as for production, but for this server's address, and serves it as the host does.
 * @throws Error of one line if the port is busy; any error that stopped the build
 */
export async function startPreview(options: ServerOptions) {
  const { input = defaultInput, lenient = false, log = console.error } = options;
  // The port is taken before the build, which needs its number; requests wait for the build.
  const ready = Promise.withResolvers<WebHandler>();
  const server = await listen(async (request) => (await ready.promise)(request), options.port);
  const output = resolve(options.output ?? servedFolder("preview", server.port));
  const store = await startBlobs(options.data);
  const built = await buildApart({ input, base_url: server.origin, lenient }, output);
  ready.resolve(createHandler(output, log));
  const stop = async () => {
    await server.stop();
    await store.stop();
  };
  return { ...server, stop, output, built };
}
