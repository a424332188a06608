import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { zipFunctions } from "@netlify/zip-it-and-ship-it";

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
 * Bundles the guestbook with the host's own bundler.
 * @param project Folder of the project; its `_site` need not be there.
 * @param destination An empty folder.
 */
export async function bundleGuestbook(project: string, destination: string): Promise<Bundle> {
  const [bundled] = await zipFunctions(join(project, "functions"), destination, options(project, "none"));
  if (bundled === undefined) throw new Error("The bundler found no function.");
  const files = await readdir(bundled.path, { recursive: true, withFileTypes: true });
  return {
    entry: join(bundled.path, "functions/guestbook/guestbook.mjs"),
    paths: (bundled.routes ?? []).map((route) => route.pattern),
    files: files
      .filter((file) => file.isFile())
      .map((file) => relative(bundled.path, join(file.parentPath, file.name)))
      .sort(),
  };
}

/** The size of the archive that would be uploaded, in bytes. */
export async function zippedSize(project: string, destination: string): Promise<number> {
  const [zipped] = await zipFunctions(join(project, "functions"), destination, options(project, "zip"));
  return zipped?.size ?? 0;
}

function options(project: string, archiveFormat: "none" | "zip") {
  return {
    archiveFormat,
    basePath: project,
    repositoryRoot: project,
    config: { "*": { includedFiles: ["_site/guestbook/index.html"] } },
  };
}
