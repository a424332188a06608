import { createHash } from "node:crypto";
import type { ContentFile } from "../content/files.ts";
import { bytesOfFile, stampOf } from "../lib/file-system.ts";

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
  return assets.map(({ path, absolute }) => ({
    path: `/${path}`,
    absolute,
    sha256: digestOfFile(absolute),
  }));
}

/** Digests of files by their paths and states, for as long as a server runs. */
const digests = new Map<string, string>();

function digestOfFile(file: string): string {
  const state = `${file} ${stampOf(file)}`;
  const known = digests.get(state);
  if (known !== undefined) return known;
  const hash = createHash("sha256");
  for (const chunk of bytesOfFile(file)) hash.update(chunk);
  const digest = hash.digest("hex");
  digests.set(state, digest);
  return digest;
}
