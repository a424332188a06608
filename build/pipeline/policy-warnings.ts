import type { Result } from "@11ty/eleventy";
import { blockedIn } from "../layouts/page-policy.ts";
import { pagesTemplate, virtualFormat } from "./markdown-pages.ts";

/**
 * Warnings about what the author's own templates and layouts would load or run and the Content-Security-Policy blocks:
 * a browser shows nothing of it to the author. Markdown pages in the site's own layout, the first one, are checked
 * when they are rendered.
 * @param base_url Where the site is served.
 */
export function blockedInTemplates(results: readonly Result[], base_url: string): string[] {
  const { origin } = new URL(base_url);
  const isForeign = (address: string): boolean =>
    URL.canParse(address, base_url) && new URL(address, base_url).origin !== origin;
  return results.flatMap(({ inputPath, outputPath, url, content }) => {
    const isMarkdown = inputPath.endsWith(`.${virtualFormat}`);
    if (isMarkdown ? inputPath.endsWith(pagesTemplate(0)) : !outputPath.endsWith(".html")) return [];
    const source = isMarkdown ? "its layout" : inputPath.replace(/^\.\//, "");
    return blockedIn(content, isForeign).map(
      (problem) => `${url} ${problem} (${source}). The site's Content-Security-Policy blocks it.`,
    );
  });
}
