import { readFileSync } from "node:fs";
import type { Report } from "../content/diagnostics.ts";
import type { ContentFile } from "../content/files.ts";
import { sha256 } from "../lib/bytes.ts";
import { foldersAbove } from "../lib/folders-above.ts";
import type { OutputFile } from "../model/site-model.ts";

/**
 * The author's images and other files, copied as they are. A file at the path of something that the build makes is a
 * fault; a lenient build leaves it out.
 * @param made Root-relative, decoded paths of the files that the build makes.
 */
export function copiedAssets(assets: readonly ContentFile[], made: Iterable<string>, report: Report): CopiedFile[] {
  if (assets.length === 0) return [];
  const files = new Set(made);
  const folders = new Set([...files].flatMap(foldersAbove));
  return assets.flatMap(({ path, absolute }) => {
    const target = `/${path}`;
    if (!files.has(target) && !folders.has(target) && !foldersAbove(target).some((folder) => files.has(folder)))
      return [withDigest(target, readFileSync(absolute))];
    const problem = files.has(target)
      ? "has the name of a file that the build makes; the build's own would be published"
      : "stands where the build needs a folder, or in a folder where it writes a file";
    report.fault({ file: path, problem, expected: "another name, or no such file", publishable: true });
    return [];
  });
}

/** A file that is published as it is. */
export type CopiedFile = OutputFile & Required<Pick<OutputFile, "sha256">> & { content: Uint8Array };

function withDigest(path: string, content: Uint8Array): CopiedFile {
  return { path, content, sha256: sha256(content) };
}
