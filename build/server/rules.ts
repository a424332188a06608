import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { HeadersHandler } from "@netlify/headers";
import { parse } from "smol-toml";
import { percentDecoded } from "../lib/text.ts";

/**
 * Reads the headers that rules set for a path, in `[[headers]]` of netlify.toml and in the built
 * `_headers`, as the host does. Results are cached until the built file changes, because the
 * package parses both at every call.
 * @param log Called with a message for each rule that cannot be read.
 */
export function createHeaderRules(
  directory: string,
  configuration: string,
  log: (message: string) => void,
): (pathname: string) => Promise<Headers> {
  const projectDir = dirname(resolve(configuration));
  const publishDir = relative(projectDir, resolve(directory));
  const report = (message = "") => log(message);
  const logger = { error: report, warn: report, log: report };
  const handler = new HeadersHandler({ configPath: configuration, projectDir, publishDir, logger });
  const cached = new Map<string, Headers>();
  let version: number | undefined;
  return async (pathname) => {
    const file = await stat(join(directory, "_headers")).catch(noneIfMissing);
    if (file?.mtimeMs !== version) cached.clear();
    version = file?.mtimeMs;
    const headers =
      cached.get(pathname) ??
      new Headers(await handler.apply(new Request(`http://localhost${pathname}`)));
    cached.set(pathname, headers);
    return headers;
  };
}

/** A rule for addresses without a file: a redirect (3xx), or another file under a given status. */
interface RedirectRule {
  /** Path pattern; `*` at the end matches anything. */
  from: string;
  to: string;
  status: number;
}

/** Reads a `_redirects` file of the build: one rule a line, `from to status`. */
export function parseRedirects(text: string): RedirectRule[] {
  const lines = [...text.matchAll(/^(\/\S*) (\S+) (\d{3})$/gm)];
  return lines.map(([, from = "", to = "", status]) => ({ from, to, status: Number(status) }));
}

/** All rules in the host's order: the built `_redirects`, if it exists, then netlify.toml's. */
export async function readRedirects(directory: string, configuration: string) {
  const built = await readFile(join(directory, "_redirects"), "utf8").catch(noneIfMissing);
  const { redirects = [] } = parse(await readFile(configuration, "utf8")) as {
    redirects?: (Omit<RedirectRule, "status"> & { status?: number })[];
  };
  return [...parseRedirects(built ?? ""), ...redirects.map((rule) => ({ status: 301, ...rule }))];
}

/**
 * The first rule that matches a path, with or without a slash at its end; null if none does.
 * `:splat` in `to` becomes what `*` matched.
 */
export function matchRedirect(rules: readonly RedirectRule[], pathname: string) {
  const path = comparablePath(pathname);
  for (const rule of rules) {
    const base = rule.from.endsWith("/*") ? comparablePath(rule.from.slice(0, -1)) : null;
    if (base === null ? comparablePath(rule.from) === path : `${path}/`.startsWith(`${base}/`))
      return {
        ...rule,
        to: rule.to.replaceAll(":splat", encodeURI(path.slice((base ?? "").length + 1))),
      };
  }
  return null;
}

/** The path without percent-encoding, where it can be decoded, and without a slash at its end. */
function comparablePath(path: string): string {
  return percentDecoded(path).replace(/\/$/, "");
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
