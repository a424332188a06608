import { join, resolve } from "node:path";
import type { Config, Context } from "@netlify/functions";
import * as guestbook from "../../functions/guestbook/guestbook.ts";
import { matchesEtag } from "../../functions/guestbook/responses.ts";
import type { TakeFaults } from "../pipeline/build.ts";
import { configuration, project } from "../pipeline/project.ts";
import { blobsDirectory, describeEarlierStores, startBlobs } from "./blobs.ts";
import { type Background, createBackground, localContext } from "./function-context.ts";
import { problemResponse, type WebHandler } from "./node-http.ts";
import { createHeaderRules, matchRedirect, readRedirects } from "./rules.ts";
import { findStatic, mediaTypeOf, readStatic } from "./static-files.ts";

/** Options of the servers of `npm start` and `npm run preview`. */
export interface ServerOptions {
  /** The content folder; by default the project's own. */
  input?: string;
  lenient?: boolean;
  takeFaults?: TakeFaults;
  /** 0 takes any free port. */
  port: number;
  /**
   * The output folder, by default one for the command and port, because documents have the server's own address. Never
   * `_site`: what `npm start` builds has drafts, too.
   */
  output?: string;
  /** Where the guestbook's entries are kept. */
  data?: string;
  /** Prints a message about a build or a fault; by default on the terminal. */
  log?: (message: string) => void;
}

interface HandlerOptions {
  /** Folder of the built site. */
  directory: string;
  /** Path of netlify.toml. */
  configuration: string;
  /** The module of a function, which answers the paths of its `config`; by default the guestbook's. */
  hosted?: { default(request: Request, context: Context): Promise<Response>; config: Config };
  background: Background;
  /** Called with a message for each fault of the function or of the rules. */
  log: (message: string) => void;
}

export interface RunningHandler {
  handler: WebHandler;
  /** Ends it once the function's work after its answers is done. */
  stop(): Promise<void>;
}

/**
 * Starts what answers for a built site as the host would: its files and rules, and the guestbook over a local store.
 * The guestbook finds its page by the environment variable that this sets.
 * @param options.output The built site; it need not be there yet.
 */
export async function startHandler(
  options: Pick<ServerOptions, "data"> & { output: string; log: (message: string) => void },
): Promise<RunningHandler> {
  const { data = resolve(project, blobsDirectory), output, log } = options;
  const background = createBackground(log);
  const earlier = await describeEarlierStores(resolve(data));
  if (earlier !== null) log(earlier);
  const blobs = await startBlobs(resolve(data));
  process.env.OPEN_HOUSE_OUTPUT = output;
  const handler = createHandler({ directory: output, configuration, background, log });
  return {
    handler,
    async stop() {
      await background.settled();
      await blobs.stop();
    },
  };
}

/** Caching of a file for which no rule sets another, as on the host. */
const defaultCaching = "public, max-age=0, must-revalidate";

/**
 * Answers a request as the host would, in its order: the function by its paths, files, redirects, the 404 page.
 * The header rules apply to files, not to redirects and the answers of the function.
 */
export function createHandler(options: HandlerOptions): WebHandler {
  const { directory, configuration, hosted = guestbook, background, log } = options;
  const hostedPaths: readonly string[] = [hosted.config.path ?? []].flat();
  const headersFor = createHeaderRules(directory, configuration, log);

  return async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url);
    try {
      if (hostedPaths.includes(url.pathname)) return await hosted.default(request, localContext(url, background));
      return await serveStatic(request, url);
    } catch (error) {
      const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log(`${request.method} ${url.pathname} failed: ${details}`);
      return problemResponse(500, "Something went wrong on the server.");
    }
  };

  async function serveStatic(request: Request, url: URL): Promise<Response> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      // The header rules of the address apply, except for the media type, which is that of the file.
      const headers = { ...(await headersFor(url.pathname)), allow: "GET, HEAD" };
      return problemResponse(405, "Only GET and HEAD are answered here.", headers);
    }
    const file = await findStatic(directory, url.pathname);
    if (file !== null) return answerFile(request, file, url.pathname, 200);

    const rule = matchRedirect(await readRedirects(directory, configuration), url.pathname);
    if (rule !== null && rule.status >= 300 && rule.status < 400) return redirect(url, rule.to, rule.status);
    for (const { to, status } of rule === null ? [missing] : [rule, missing]) {
      const target = await findStatic(directory, to);
      if (target !== null) return answerFile(request, target, to, status);
    }
    return new Response("There is nothing here.\n", {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }

  /**
   * @param file Its path in the built site.
   * @param address The path whose header rules apply: the request's, or that of the file served in its place.
   */
  async function answerFile(request: Request, file: string, address: string, status: number): Promise<Response> {
    const { bytes, etag } = await readStatic(join(directory, file));
    const headers = new Headers({
      "content-type": mediaTypeOf(file),
      "cache-control": defaultCaching,
      "content-length": String(bytes.byteLength),
      ...(await headersFor(address)),
    });
    if (status === 200) {
      headers.set("etag", etag);
      if (matchesEtag(request.headers.get("if-none-match"), etag)) {
        headers.delete("content-length");
        headers.delete("content-type");
        return new Response(null, { status: 304, headers });
      }
    }
    return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
  }
}

/** A redirect without the headers of the rules: the host sets those on files only. */
function redirect(url: URL, location: string, status: number): Response {
  const target = location.includes("?") ? location : location + url.search;
  return new Response(null, {
    status,
    headers: { location: target.replace(/[^\x21-\x7e]/gu, encodeURIComponent) },
  });
}

const missing = { to: "/404.html", status: 404 };
