import { resolve } from "node:path";

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
