import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { stampOf } from "../content/cache.ts";
import type { ContentFile } from "../content/files.ts";

/** A file that is published as it is. */
export interface CopiedFile {
  /** Root-relative and decoded. */
  path: string;
  /** Where it is. */
  absolute: string;
  /** Lower-case hex digest of its bytes. */
  sha256: string;
}

/** The author's images and other files with their digests. */
export function copiedFiles(assets: readonly ContentFile[]): CopiedFile[] {
  return assets.map(({ path, absolute }) => ({ path: `/${path}`, absolute, sha256: digestOfFile(absolute) }));
}

/** Digests of files by their paths and states, for as long as a server runs. */
const digests = new Map<string, string>();

function digestOfFile(file: string): string {
  const state = `${file} ${stampOf(file)}`;
  const known = digests.get(state);
  if (known !== undefined) return known;
  const hash = createHash("sha256");
  for (const chunk of chunksOf(file)) hash.update(chunk);
  const digest = hash.digest("hex");
  digests.set(state, digest);
  return digest;
}

/** The bytes of a file, which may be large. Each chunk is valid until the next one is asked for. */
export function* chunksOf(file: string): Generator<Buffer> {
  const descriptor = openSync(file, "r");
  const chunk = Buffer.allocUnsafe(Math.min(65_536, fstatSync(descriptor).size + 1));
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
      yield chunk.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
