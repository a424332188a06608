import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The folder of the author's content, without `--input`. */
export const defaultInput = "site";

/**
 * The origin at which the build will be served, without a slash at the end: `OPEN_HOUSE_BASE_URL`,
 * else the variables of a build at Netlify (`URL` in production, `DEPLOY_PRIME_URL` elsewhere, both
 * only if `NETLIFY` is set), else undefined, which means the facts' `base_url`.
 */
export function baseUrlFrom(environment: Record<string, string | undefined>): string | undefined {
  const { OPEN_HOUSE_BASE_URL, NETLIFY, CONTEXT, DEPLOY_PRIME_URL, URL } = environment;
  const ofNetlify = CONTEXT === "production" ? URL : DEPLOY_PRIME_URL || URL;
  const named = OPEN_HOUSE_BASE_URL || (NETLIFY ? ofNetlify : undefined);
  return named ? named.replace(/\/+$/, "") : undefined;
}

/** The project's folder: where `.eleventy.ts` and `netlify.toml` are. */
export const project = resolve(import.meta.dirname, "../..");

export const configuration = resolve(project, "netlify.toml");

/** Where a local server builds: a folder for each port, because documents contain its address. */
export function servedFolder(command: "start" | "preview", port: number): string {
  return resolve(project, `.cache/${command}-${port}`);
}

/** Whether a path is a folder or in it. Both are absolute; `/house-notes` is not in `/house`. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The absolute path with links followed, as far as it exists. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync.native(absolute);
  const folder = dirname(absolute);
  return folder === absolute ? absolute : join(realPath(folder), basename(absolute));
}
