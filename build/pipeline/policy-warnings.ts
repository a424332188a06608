import type { Result } from "@11ty/eleventy";
import { blockedIn } from "../layouts/page-policy.ts";
import { generatedLists, pagesTemplate, virtualFormat } from "./markdown-pages.ts";

/** The virtual templates of pages in the site's own layout. */
const inOwnLayout = [0, generatedLists].map(pagesTemplate);

/**
 * Warnings about what the author's own templates and layouts would load or run and the Content-Security-Policy blocks:
 * a browser shows nothing of it to the author. Markdown pages in the site's own layout are checked when they
 * are rendered.
 * @param base_url Where the site is served.
 */
export function blockedInTemplates(results: readonly Result[], base_url: string): string[] {
  const isForeign = foreignTo(base_url);
  return results.flatMap(({ inputPath, outputPath, url, content }) => {
    const isMarkdown = inputPath.endsWith(`.${virtualFormat}`);
    if (isMarkdown ? inOwnLayout.some((file) => inputPath.endsWith(file)) : !outputPath.endsWith(".html")) return [];
    const source = isMarkdown ? "its layout" : inputPath.replace(/^\.\//, "");
    return blockedIn(content, isForeign).map(
      (problem) => `${url} ${problem} (${source}). The site's Content-Security-Policy blocks it.`,
    );
  });
}

/** Whether an address leads to another origin than the site's. */
function foreignTo(base_url: string): (address: string) => boolean {
  const { origin } = new URL(base_url);
  return (address) => URL.canParse(address, base_url) && new URL(address, base_url).origin !== origin;
}
