import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import type { OutputFile } from "../catalogue/document.ts";
import { sha256 } from "../content/digest.ts";
import type { Report } from "../content/faults.ts";
import type { ContentFile } from "../content/files.ts";

/**
 * The author's images and other files, copied as they are. One that would take the place of something the build makes is a fault,
 * and left out where that is tolerated.
 * @param made Root-relative, decoded paths of the files that the build makes.
 */
export function copiedAssets(assets: readonly ContentFile[], made: Iterable<string>, report: Report): CopiedFile[] {
  if (assets.length === 0) return [];
  const files = new Set(made);
  const folders = new Set([...files].flatMap(foldersAbove));
  return assets.flatMap(({ path, absolute }) => {
    const place = `/${path}`;
    if (!files.has(place) && !folders.has(place) && !foldersAbove(place).some((folder) => files.has(folder)))
      return [withDigest(place, readFileSync(absolute))];
    const problem = files.has(place)
      ? "has the name of a file that the build makes; the build's own would be published"
      : "stands where the build needs a folder, or in a folder where it writes a file";
    report.fault({ file: path, problem, expected: "another name, or no such file", publishable: true });
    return [];
  });
}

/** A file that is published as it is. */
export type CopiedFile = OutputFile & Required<Pick<OutputFile, "sha256">>;

function withDigest(path: string, content: Uint8Array): CopiedFile {
  return { path, content, sha256: sha256(content) };
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) folders.push(folder);
  return folders;
}
