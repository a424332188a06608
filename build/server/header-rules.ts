import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { HeadersHandler } from "@netlify/headers";

/** Gives the headers that the rules set for a path, by their names in lower case. */
export type HeaderRules = (pathname: string) => Promise<Record<string, string>>;

/**
 * The `[[headers]]` of netlify.toml and the built `_headers`, read as the host reads them.
 * Answers are remembered until one of the two files changes, because the package parses both at every call.
 * @param log Told about rules that cannot be read.
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
  let remembered = new Map<string, Record<string, string>>();
  let version = "";
  return async (pathname) => {
    const current = (await Promise.all(files.map(versionOf))).join();
    if (current !== version) [remembered, version] = [new Map(), current];
    let headers = remembered.get(pathname);
    if (headers === undefined) {
      const set = await handler.apply(new Request(`http://localhost${pathname}`));
      headers = Object.fromEntries(Object.entries(set).map(([name, value]) => [name.toLowerCase(), value]));
      remembered.set(pathname, headers);
    }
    return headers;
  };
}

async function versionOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found === null ? "none" : `${found.mtimeMs}-${found.size}`;
}
