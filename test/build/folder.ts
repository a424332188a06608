import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../build/model/site-model.ts";
import { assertUnique, openOutput, type WrittenFiles } from "../../build/pipeline/output-folder.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A fresh folder with these files. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = temporaryFolder();
  putFiles(folder, files);
  return folder;
}

/** Makes a folder hold the files of a build, as a running server does. */
export function writeBuild(directory: string, files: readonly OutputFile[], known?: WrittenFiles) {
  const paths = files.map(({ path }) => path);
  assertUnique(paths);
  const output = openOutput(directory);
  output.makeRoom(paths);
  const written = output.write(files, known);
  return { written, removed: output.close(paths, known) };
}

export function putFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
