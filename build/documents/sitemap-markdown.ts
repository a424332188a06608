import { lastChange, type Page } from "../content/page.ts";
import { byAddress } from "../content/page-order.ts";
import type { SiteModel, TextDocument } from "../model/site-model.ts";
import { isFurtherList } from "./llms-groups.ts";
import { linkLine, oneLine } from "./llms-lines.ts";
import { largeSitemap } from "./sitemap-large.ts";

/** A site with more pages than this is listed by its folders, with as much as fits into one file. */
const most = 400;

/** The pages below one top-level folder, or those in no folder, sorted by address. */
interface Part {
  title: string;
  pages: Page[];
}

/**
 * The sitemap for readers of Markdown: a first heading, and for each part of the site a second-level heading with
 * nested links `[title](address of the Markdown): description`. There is a convention and no standard; the two scanners
 * that look for `/sitemap.md` describe it alike (https://vercel.com/kb/guide/agent-readability-spec,
 * https://agent-ready.dev/what-is-sitemap-md).
 */
export const sitemapMarkdown: TextDocument = {
  kind: "text",
  id: "sitemap_markdown",
  path: "/sitemap.md",
  media_type: "text/markdown",
  title: "Sitemap as Markdown",
  purpose:
    "Every page by its place in the site, with description and date of its last change; " +
    "of a large site its folders with the number of their pages, and as many pages as fit.",
  group: "format",
  render(model) {
    const { facts, base_url, pages } = model;
    const sections =
      pages.length > most ? largeSitemap(model) : partsOf(model).map(({ title, pages }) => sectionOf(title, pages));
    return [
      `# Sitemap of ${oneLine(facts.name)}\n`,
      `> ${pages.length} pages by their place in the site. Every link leads to Markdown. ` +
        `The index by subject is ${base_url}/llms.txt, and the sitemap for crawlers is ${base_url}/sitemap.xml.\n`,
      ...sections,
    ].join("\n");
  },
};

function partsOf({ pages, home }: SiteModel): Part[] {
  const listed = byAddress(pages.filter((page) => !isFurtherList(page)));
  const byFolder = Map.groupBy(listed, ({ path }) => path.split("/")[1] as string);
  const single: Page[] = [];
  const parts: Part[] = [];
  for (const [folder, inFolder] of byFolder) {
    if (inFolder.length === 1 && inFolder[0]?.path.split("/").length === 3) single.push(...inFolder);
    else if (folder !== "") {
      const index = inFolder.find(({ path }) => path === `/${folder}/`);
      parts.push({ title: oneLine(index?.title ?? decodeURIComponent(folder)), pages: inFolder });
    }
  }
  return [{ title: "Pages", pages: [home, ...single] }, ...parts];
}

function sectionOf(title: string, pages: readonly Page[]): string {
  const known = new Set<string>(pages.map(({ path }) => path));
  const lines = pages.map((page) => `${"  ".repeat(depthOf(page, known))}${entryOf(page)}`);
  return `## ${title}\n\n${lines.join("\n")}\n`;
}

/** How many of the pages listed before a page are above it in the tree. The home page is not counted. */
function depthOf({ path }: Page, known: ReadonlySet<string>): number {
  let depth = 0;
  for (let end = path.lastIndexOf("/", path.length - 2); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (known.has(path.slice(0, end + 1))) depth++;
  }
  return depth;
}

function entryOf(page: Page): string {
  const date = lastChange(page)?.slice(0, 10);
  return linkLine(page.title, page.markdown_url, page.description) + (date === undefined ? "" : ` (${date})`);
}
