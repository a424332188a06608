import type { Result } from "@11ty/eleventy";
import { createReport } from "../content/diagnostics.ts";
import type { Fault } from "../content/fault.ts";
import { watchingIn } from "../lib/page-policy.ts";
import { templatePages } from "./author-templates.ts";
import { generatedLists, pagesTemplate } from "./pages-as-data.ts";
import type { PreparedSite } from "./prepare-site.ts";

/**
 * Checks the links that only pages of the author's own templates can satisfy, once these are known.
 * @param files Root-relative paths of the files that templates make.
 * @returns What stops no build.
 * @throws Faults links to pages that no template makes
 */
export function checkTemplates(
  { pending, lenient }: PreparedSite,
  files: readonly string[],
): { warnings: readonly string[]; tolerated: readonly Fault[] } {
  const paths = templatePages(files).flatMap(({ path }) => [path, path.replace(/\/$/, "")]);
  const made = new Set(paths.map(decodeURI));
  const report = createReport(lenient);
  for (const fault of pending) if (!made.has(fault.unlessMade ?? "")) report.fault(fault);
  return report.close();
}

/**
 * The virtual templates of pages in the site's own layout, which are checked when they are
 * rendered.
 */
const inOwnLayout = [0, generatedLists].map(pagesTemplate);

/**
 * Warnings about what the author's own templates and layouts would load or run and the browser is
 * not allowed to.
 */
export function blockedInTemplates(results: readonly Result[], base_url: string): string[] {
  const { origin } = new URL(base_url);
  const isForeign = (address: string) =>
    (URL.parse(address, base_url)?.origin ?? origin) !== origin;
  return results
    .filter(({ inputPath }) => !inOwnLayout.some((own) => inputPath.endsWith(own)))
    .filter(({ outputPath }) => outputPath.endsWith(".html"))
    .flatMap(({ url, content }) =>
      watchingIn(content, true, isForeign).map((problem) => `${url} ${problem}`),
    )
    .map((problem) => `${problem}, which the site's Content-Security-Policy blocks.`);
}
