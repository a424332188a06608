import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A fresh folder with these files, gone when the test has finished. Only to be called within a test. */
export async function fixture(files: Record<string, string | Uint8Array> = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "open-house-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFiles(directory, files);
  return directory;
}

export async function writeFiles(directory: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}
