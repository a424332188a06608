import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./temporary.ts";

/** A fresh folder with these files. */
export async function fixture(files: Record<string, string | Uint8Array> = {}): Promise<string> {
  const directory = temporaryFolder();
  await writeFiles(directory, files);
  return directory;
}

export async function writeFiles(directory: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}
