import { resolve } from "node:path";

/** Where the author's content is, unless said otherwise. */
export const defaultInput = "site";

type Environment = Record<string, string | undefined>;

/**
 * Where the build will be served, without a slash at the end: `OPEN_HOUSE_BASE_URL`, else what Netlify says of itself
 * (`URL` in production, `DEPLOY_PRIME_URL` elsewhere, both only where `NETLIFY` is set), else undefined, and the facts decide.
 */
export function baseUrlFrom(environment: Environment): string | undefined {
  const named = environment.OPEN_HOUSE_BASE_URL || (environment.NETLIFY ? netlifyUrl(environment) : undefined);
  return named ? named.replace(/\/+$/, "") : undefined;
}

function netlifyUrl(environment: Environment): string | undefined {
  return environment.CONTEXT === "production" ? environment.URL : environment.DEPLOY_PRIME_URL || environment.URL;
}

/** The project's folder: where `.eleventy.ts` and `netlify.toml` are. */
export const project = resolve(import.meta.dirname, "../..");

export const configuration = resolve(project, "netlify.toml");
export const functionsDirectory = resolve(project, "functions");

/** Where a local server builds: each port has a folder of its own, because the documents in it name the server's address. */
export function servedFolder(command: "start" | "preview", port: number): string {
  return resolve(project, `.cache/${command}-${port}`);
}

/** Eleventy looks for its configuration and its folders from where the process stands. Only the main thread can go there. */
export function standInProject(): void {
  if (process.cwd() !== project) process.chdir(project);
}
