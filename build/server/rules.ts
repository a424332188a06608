import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { HeadersHandler } from "@netlify/headers";
import { parse } from "smol-toml";
import { percentDecoded } from "../lib/percent-decoded.ts";

/** Gives the headers that the rules set for a path: values by lower-case name. */
type HeaderRules = (pathname: string) => Promise<Record<string, string>>;

/**
 * The `[[headers]]` of netlify.toml and the built `_headers`, read as the host reads them.
 * Results are cached until one of the two files changes, because the package parses both at every call.
 * @param log Called with a message for each rule that cannot be read.
 */
export function createHeaderRules(
  directory: string,
  configuration: string,
  log: (message: string) => void,
): HeaderRules {
  const projectDir = dirname(resolve(configuration));
  const report = (...parts: unknown[]) => log(parts.join(" "));
  const logger = { error: report, warn: report, log: report };
  const handler = new HeadersHandler({
    configPath: configuration,
    projectDir,
    publishDir: relative(projectDir, resolve(directory)),
    logger,
  });
  const files = [configuration, join(directory, "_headers")];
  let cached = new Map<string, Record<string, string>>();
  let version = "";
  return async (pathname) => {
    const current = (await Promise.all(files.map(versionOf))).join();
    if (current !== version) [cached, version] = [new Map(), current];
    let headers = cached.get(pathname);
    if (headers === undefined) {
      const set = await handler.apply(new Request(`http://localhost${pathname}`));
      headers = Object.fromEntries(Object.entries(set).map(([name, value]) => [name.toLowerCase(), value]));
      cached.set(pathname, headers);
    }
    return headers;
  };
}

async function versionOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found === null ? "none" : `${found.mtimeMs}-${found.size}`;
}

/** A rule for addresses that no file answers: a move (3xx) or another file's content under a status of its own. */
interface RedirectRule {
  /** Path pattern; `*` at the end stands for anything. */
  from: string;
  to: string;
  status: number;
}

/**
 * Reads a `_redirects` file: one rule a line, `from to [status]`, 301 where no status is given, `#` begins a comment.
 * Query and country conditions and forced rules, which this site does not use, are refused rather than misread.
 * @throws Error naming the line that cannot be read.
 */
export function parseRedirects(text: string): RedirectRule[] {
  const rules: RedirectRule[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [from, to, status = "301", ...rest] = line
      .replace(/(^|\s)#.*/, "")
      .trim()
      .split(/\s+/);
    if (from === undefined || from === "") continue;
    if (to === undefined || !from.startsWith("/") || !/^\d{3}$/.test(status) || rest.length > 0) {
      throw new Error(`_redirects, line ${index + 1}: expected \`/from /to status\`, found \`${line.trim()}\`.`);
    }
    rules.push({ from, to, status: Number(status) });
  }
  return rules;
}

/** The `[[redirects]]` of netlify.toml. @throws Error if it is not TOML or a rule lacks `from` or `to`. */
function parseConfiguredRedirects(toml: string): RedirectRule[] {
  const { redirects = [] } = parse(toml) as { redirects?: unknown };
  if (!Array.isArray(redirects)) throw new Error("netlify.toml: redirects must be written as [[redirects]].");
  return redirects.map((rule: Record<string, unknown>) => {
    const { from, to, status = 301 } = rule;
    if (typeof from !== "string" || typeof to !== "string" || typeof status !== "number") {
      throw new Error("netlify.toml: each of [[redirects]] needs `from`, `to` and a number as `status`.");
    }
    return { from, to, status };
  });
}

/** All rules in the host's order: first the built `_redirects`, then netlify.toml. A missing file has no rules. */
export async function readRedirects(directory: string, configuration: string): Promise<RedirectRule[]> {
  const [built, toml] = await Promise.all([readIfThere(join(directory, "_redirects")), readIfThere(configuration)]);
  return [...parseRedirects(built), ...parseConfiguredRedirects(toml)];
}

/**
 * The first rule that matches a path, with or without a slash at its end; null if none does. `:splat` in `to` becomes
 * what `*` matched.
 */
export function matchRedirect(rules: readonly RedirectRule[], pathname: string): RedirectRule | null {
  const path = comparable(pathname);
  for (const rule of rules) {
    if (rule.from.endsWith("/*")) {
      const base = comparable(rule.from.slice(0, -2));
      if (path !== base && !path.startsWith(base === "/" ? "/" : `${base}/`)) continue;
      const splat = path.slice(base === "/" ? 1 : base.length + 1);
      return { ...rule, to: rule.to.replaceAll(":splat", encodeURI(splat)) };
    }
    if (comparable(rule.from) === path) return rule;
  }
  return null;
}

/** The path without percent-encoding, where it can be decoded, and without a slash at its end. */
function comparable(path: string): string {
  return percentDecoded(path).replace(/(.)\/$/s, "$1") || "/";
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
