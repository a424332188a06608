import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** The function as the host would run it. */
export interface Bundle {
  /** The module with the function's default export. */
  entry: string;
  /** The addresses the host reads from it without running it. */
  paths: string[];
  /** Everything in the bundle, relative to it, sorted. */
  files: string[];
}

/**
 * The part of `@netlify/zip-it-and-ship-it` that is used here; its own types are there only where
 * it is installed.
 */
interface Bundler {
  zipFunctions(source: string, destination: string, options: object): Promise<Bundled[]>;
}

/** One function as the bundler reports it. */
interface Bundled {
  path: string;
  /** Of the archive, in bytes. */
  size?: number;
  routes?: { pattern: string }[];
}

/**
 * Bundles the guestbook with the host's own bundler.
 * @param project Folder of the project; its `_site` need not be there.
 * @param destination An empty folder.
 * @throws Error naming the bundler if it is not installed.
 */
export async function bundleGuestbook(project: string, destination: string): Promise<Bundle> {
  const { path, routes = [] } = await bundle(project, destination, "none");
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  return {
    entry: join(path, "functions/guestbook/guestbook.mjs"),
    paths: routes.map((route) => route.pattern),
    files: files
      .filter((file) => file.isFile())
      .map((file) => relative(path, join(file.parentPath, file.name)))
      .sort(),
  };
}

/** The size of the archive that would be uploaded, in bytes. */
export async function zippedSize(project: string, destination: string): Promise<number> {
  return (await bundle(project, destination, "zip")).size ?? 0;
}

async function bundle(
  project: string,
  destination: string,
  archiveFormat: "none" | "zip",
): Promise<Bundled> {
  // It brings some 300 packages along, so `npm run judges` installs it apart from the project's
  // own.
  const { resolve } = createRequire(join(project, "test/judges/outside/package.json"));
  const file = pathToFileURL(resolve("@netlify/zip-it-and-ship-it"));
  const { zipFunctions } = (await import(/* @vite-ignore */ file.href)) as Bundler;
  const [bundled] = await zipFunctions(join(project, "functions"), destination, {
    archiveFormat,
    basePath: project,
    repositoryRoot: project,
    config: { "*": { includedFiles: ["_site/guestbook/index.html"] } },
  });
  if (bundled === undefined) throw new Error("The bundler found no function.");
  return bundled;
}
