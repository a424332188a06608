import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import type { Report } from "../content/diagnostics.ts";
import type { ContentFile } from "../content/files.ts";
import { sha256 } from "../lib/bytes.ts";
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
type CopiedFile = OutputFile & Required<Pick<OutputFile, "sha256">>;

function withDigest(path: string, content: Uint8Array): CopiedFile {
  return { path, content, sha256: sha256(content) };
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** Most files in one folder: a deploy fails if any folder holds more (docs.netlify.com, deploys). */
export const mostInFolder = 54_000;

/**
 * Checks, before anything is written, that no folder holds more files than the host takes. Other hosts may take more,
 * so a lenient build only warns.
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
      problem:
        `would hold ${inThousands(count)} files; ` +
        `the host takes at most ${inThousands(mostInFolder)} in one folder`,
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
