import { resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { buildApart } from "../pipeline/build.ts";
import type { BuildReport } from "../pipeline/build-report.ts";
import { defaultInput, servedFolder } from "../pipeline/project.ts";
import { startBlobs } from "./blobs.ts";
import { createHandler, type ServerOptions } from "./handler.ts";
import { listen, type RunningServer, type WebHandler } from "./node-http.ts";

export interface Preview extends RunningServer {
  /** The folder that is served. */
  output: string;
  built: BuildReport;
}

/**
 * Builds the site as for production, but for this server's own address, and serves it as the host
 * would.
 * @throws Error of one line if the port is busy, or whatever stopped the build.
 */
export async function startPreview(options: ServerOptions): Promise<Preview> {
  const { input = defaultInput, lenient = false, log = console.error } = options;
  // The port is taken before the build, which needs to know it; until the site is built, requests
  // wait.
  const ready = Promise.withResolvers<WebHandler>();
  const server = await listen(async (request) => (await ready.promise)(request), options.port);
  const output = resolve(options.output ?? servedFolder("preview", server.port));
  const store = await startBlobs(options.data);
  const built = await buildApart(
    { input, base_url: server.origin, drafts: false, lenient },
    output,
  );
  ready.resolve(compressed(createHandler(output, log)));
  const stop = async () => {
    await server.stop();
    await store.stop();
  };
  return { ...server, stop, output, built };
}

const compressible =
  /^(text\/|application\/(json|javascript|xml|jsonlines|[\w.-]+\+(json|xml))|image\/svg\+xml)/;

/** Brotli in a list of encodings. A weight of 0 means no (RFC 9110, section 12.5.3). */
const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/** Answers of fewer bytes are not compressed: it saves too little. */
const smallest = 512;

const compress = promisify(brotliCompress);

/**
 * Compresses text answers for clients that accept Brotli, as the host's edge does. Like the host it
 * adds `-df` inside the ETag of a compressed answer, so that code which compares ETags meets that
 * here too.
 */
export function compressed(handler: WebHandler): WebHandler {
  return async (request) => {
    const answer = await handler(request);
    const headers = new Headers(answer.headers);
    if (!compressible.test(headers.get("content-type") ?? "") || headers.has("content-encoding"))
      return answer;
    headers.append("vary", "Accept-Encoding");
    const isLong = Number(headers.get("content-length") ?? Infinity) >= smallest;
    const hasBody = answer.body !== null || request.method === "HEAD";
    if (!isLong || !hasBody || !acceptsBrotli.test(request.headers.get("accept-encoding") ?? ""))
      return new Response(answer.body, { status: answer.status, headers });
    headers.set("content-encoding", "br");
    headers.delete("content-length");
    const etag = headers.get("etag");
    if (etag !== null) headers.set("etag", etag.replace(/"$/, '-df"'));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    const body = answer.body && (await compress(await answer.arrayBuffer(), { params }));
    return new Response(body, { status: answer.status, headers });
  };
}
