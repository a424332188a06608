import type { Report } from "../content/diagnostics.ts";
import { inThousands } from "../lib/counts.ts";

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
