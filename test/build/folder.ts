import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../build/model/site-model.ts";
import { openOutput } from "../../build/pipeline/output.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A fresh folder with these files. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = temporaryFolder();
  putFiles(folder, files);
  return folder;
}

/** Makes a folder hold the files of a build, as a running server does. */
export function writeBuild(
  directory: string,
  files: readonly OutputFile[],
  output = openOutput(directory),
) {
  const paths = files.map(({ path }) => path);
  const written = output.write(files);
  return { written, removed: output.close(paths) };
}

export function putFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
