import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import type { Report } from "../content/diagnostics.ts";
import type { ContentFile } from "../content/files.ts";
import { sha256 } from "../lib/bytes.ts";
import type { OutputFile } from "../model/site-model.ts";

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

/** How many files the host takes in one folder: a deploy with more in any of them fails (docs.netlify.com, deploys). */
export const mostInFolder = 54_000;

/**
 * A folder with more files than the host takes is a fault, told before anything is written. Other hosts may take more, so it can be
 * tolerated.
 * @param paths Root-relative, decoded paths of all files of the site.
 */
export function checkCrowding(paths: readonly string[], report: Report): void {
  if (paths.length <= mostInFolder) return;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts) {
    if (count <= mostInFolder) continue;
    report.fault({
      file: folder,
      problem: `would hold ${inThousands(count)} files; the host takes at most ${inThousands(mostInFolder)} in one folder`,
      expected:
        "pages and files spread over folders, by year for example (each page has a Markdown file in its folder); " +
        "their former addresses go under `aliases`",
      publishable: true,
    });
  }
}

function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
