import type { Context } from "@netlify/functions";
import { staticMiddleware } from "srvx/static";
import * as guestbook from "../../functions/guestbook/guestbook.ts";
import { matchesEtag, routedPath } from "../../functions/guestbook/http.ts";
import { sha256 } from "../lib/bytes.ts";
import { percentDecoded } from "../lib/text.ts";
import { configuration as ownConfiguration } from "../pipeline/project.ts";
import type { WebHandler } from "./node-http.ts";
import { createHeaderRules, matchRedirect, readRedirects } from "./rules.ts";

/** Options of the servers of `npm start` and `npm run preview`. */
export interface ServerOptions {
  /** The content folder; by default the project's own. */
  input?: string;
  lenient?: boolean;
  /** 0 takes any free port. */
  port: number;
  /**
   * The output folder, by default one for the command and port, because documents contain the
   * server's address. Never `_site`, because `npm start` also builds drafts.
   */
  output?: string;
  /** The folder of the guestbook's entries. */
  data?: string;
  /** Prints a message about a build or a fault; by default on the terminal. */
  log?: (message: string) => void;
}

/** `Cache-Control` of files without a rule for it, as on the host. */
const defaultCaching = "public, max-age=0, must-revalidate";

/** Paths that are not files: those that only the host reads, and those with an empty segment. */
const unserved = /^\/_(headers|redirects)$|\/\//;

/**
 * Answers a request as the host would, in the same order: the function by its paths, files,
 * redirects, the 404 page. The header rules apply to files, not to redirects and the answers of the
 * function. It sets the environment variable by which the guestbook finds its page.
 * @param directory The folder of the built site; it need not exist yet.
 * @param log Called with a message for each fault in the function or the rules.
 * @param configuration Path of netlify.toml.
 */
export function createHandler(
  directory: string,
  log: (message: string) => void,
  configuration = ownConfiguration,
): WebHandler {
  process.env.OPEN_HOUSE_OUTPUT = directory;
  const hostedPaths = [guestbook.config.path ?? []].flat().map(routedPath);
  const headersFor = createHeaderRules(directory, configuration, log);
  // The part of the host's context that the guestbook uses.
  const waitUntil = (work: Promise<unknown>) =>
    void work.catch((error) => log(`Work after an answer failed: ${error}`));
  const context = { deploy: { context: "dev" }, waitUntil } as Context;
  // `/x/` is answered with `/x/index.html`; `/x` with the file `/x`, `/x.html` or `/x/index.html`.
  const plain = { compress: false, etag: false, lastModified: false, ranges: false };
  const files = staticMiddleware({ dir: directory, ...plain });

  return async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url);
    try {
      if (hostedPaths.includes(routedPath(url.pathname)))
        return await guestbook.default(request, context);
      return await serveStatic(request, url);
    } catch (error) {
      const why = error instanceof Error ? error.stack : error;
      log(`${request.method} ${url.pathname} failed: ${why}`);
      return new Response("Something went wrong on the server.\n", { status: 500 });
    }
  };

  async function serveStatic(request: Request, { pathname, search }: URL): Promise<Response> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      const headers = new Headers(await headersFor(pathname));
      headers.set("allow", "GET, HEAD");
      return new Response("Only GET and HEAD are answered here.\n", { status: 405, headers });
    }
    const file = await answerFile(request, pathname, 200);
    if (file !== null) return file;
    const rule = matchRedirect(await readRedirects(directory, configuration), pathname);
    if (rule !== null && rule.status >= 300 && rule.status < 400) {
      const to = rule.to.includes("?") ? rule.to : rule.to + search;
      const location = to.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
      return new Response(null, { status: rule.status, headers: { location } });
    }
    return (
      (rule && (await answerFile(request, rule.to, rule.status))) ??
      (await answerFile(request, "/404.html", 404)) ??
      new Response("There is nothing here.\n", { status: 404 })
    );
  }

  /** The file at a path, with the headers that rules set for the path; null without a file. */
  async function answerFile(request: Request, path: string, status: number) {
    // An encoded slash does not separate folders.
    const name = percentDecoded(path);
    if (unserved.test(name) || /%2f/i.test(path)) return null;
    // The file reader uses `decodeURI`, which undoes `encodeURI`.
    const _url = { pathname: encodeURI(name) } as URL;
    const wanted = Object.assign(new Request("http://localhost/"), { _url });
    const found = await files(wanted, () => new Response(null, { status: 404 }));
    if (!found.ok) return null;
    const bytes = await found.arrayBuffer();
    const headers = new Headers({ "cache-control": defaultCaching });
    for (const [name, value] of [...found.headers, ...(await headersFor(path))])
      headers.set(name, value);
    if (status === 200) {
      const etag = `"${sha256(new Uint8Array(bytes)).slice(0, 32)}"`;
      headers.set("etag", etag);
      if (matchesEtag(request.headers.get("if-none-match"), etag)) {
        for (const name of ["content-length", "content-type"]) headers.delete(name);
        return new Response(null, { status: 304, headers });
      }
    }
    return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
  }
}
