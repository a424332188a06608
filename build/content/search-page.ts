import type { SourcePage } from "./parse-page.ts";

const siteIndex = "<!-- insert: site-index -->";

/**
 * Puts the list of all pages below the text of the author's own page at `/search/` where it does not have it: another
 * tool fills that page by a layout, and who has no script needs the list.
 * @param pages With their addresses settled; all others are the same objects.
 * @param hasLayout Whether a layout of this site fills a page.
 */
export function withSearchPage(
  pages: readonly SourcePage[],
  hasLayout: (page: SourcePage) => boolean,
): readonly SourcePage[] {
  return pages.map((page) =>
    page.type !== "search" || page.body.includes(siteIndex) || hasLayout(page)
      ? page
      : { ...page, body: `${page.body.trimEnd()}\n\n${siteIndex}\n` },
  );
}
