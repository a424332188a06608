import type { Facts } from "../schemas/facts.ts";
import { movedTo, type SourcePage } from "./parse-page.ts";

const address = "/tags/";

/**
 * Puts the list of tags on the page without text that another tool fills with it: the author's own at `/tags/`, such as
 * Hugo's `tags/_index.md`, or one that had this address there, such as `_tabs/tags.md` in Jekyll, which then has it
 * here.
 * @param pages With their addresses settled; all others are the same objects.
 * @param hasLayout Whether a layout of this site fills a page.
 */
export function withTagsPage(
  pages: readonly SourcePage[],
  { lists = ["tags"] }: Facts,
  hasLayout: (page: SourcePage) => boolean,
): SourcePage[] {
  const isTagged = lists.includes("tags") && pages.some(({ source, matter }) => source !== null && matter.tags?.length);
  if (!isTagged) return [...pages];
  return pages.map((page) => {
    const { path, source, matter, body, former } = page;
    const { aliases = [] } = matter;
    const isThere = path === address || (former?.includes(address) && aliases.includes(address));
    if (!isThere || source === null || body.trim() !== "" || hasLayout(page)) return page;
    const filled = { ...page, body: "<!-- insert: tags -->\n" };
    if (path === address) return filled;
    const others = aliases.filter((alias) => alias !== address);
    return { ...movedTo(filled, address), matter: { ...matter, aliases: [...others, path] } };
  });
}
