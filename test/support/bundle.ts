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

/** The part of `@netlify/zip-it-and-ship-it` that is used here; its own types are there only where it is installed. */
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

/** The bundler brings some 300 packages along, so it is installed apart from the project's own. */
const installedIn = "test/judges/outside";

/**
 * Loads the host's own bundler.
 * @param project Folder of the project.
 * @throws Error of one line when the bundler is not installed; it says how to install it.
 */
export async function loadBundler(project: string): Promise<Bundler> {
  const name = "@netlify/zip-it-and-ship-it";
  let file: string;
  try {
    file = createRequire(join(project, installedIn, "package.json")).resolve(name);
  } catch {
    throw new Error(`${name} is not installed. \`npm run judges\` installs it in ${installedIn}.`);
  }
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Bundler;
}

/**
 * Bundles the guestbook with the host's own bundler.
 * @param project Folder of the project; its `_site` need not be there.
 * @param destination An empty folder.
 * @throws as `loadBundler` does
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

/**
 * The size of the archive that would be uploaded, in bytes.
 * @throws as `loadBundler` does
 */
export async function zippedSize(project: string, destination: string): Promise<number> {
  return (await bundle(project, destination, "zip")).size ?? 0;
}

async function bundle(project: string, destination: string, archiveFormat: "none" | "zip"): Promise<Bundled> {
  const { zipFunctions } = await loadBundler(project);
  const [bundled] = await zipFunctions(join(project, "functions"), destination, {
    archiveFormat,
    basePath: project,
    repositoryRoot: project,
    config: { "*": { includedFiles: ["_site/guestbook/index.html"] } },
  });
  if (bundled === undefined) throw new Error("The bundler found no function.");
  return bundled;
}
