import { perPage } from "../content/cache.ts";
import { lastChange } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import type { SiteModel, TextDocument } from "../model/site-model.ts";
import { linkLine, oneLine } from "./llms.ts";

/** Of a site with more pages than this, only the first pages of each part are listed, so that the file stays short. */
const most = 400;
/** How many parts of a larger site are listed, and how many pages of each. */
const shown = { parts: 20, pages: 25 };

/** The pages below one top-level folder, or those in no folder, sorted by path. */
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
    "of a large site the beginning of each part.",
  group: "format",
  render(model) {
    const { facts, base_url, pages } = model;
    const parts = partsOf(model);
    const large = pages.length > most;
    const listed = large ? parts.slice(0, shown.parts) : parts;
    const missing = parts.length - listed.length;
    return [
      `# Sitemap of ${oneLine(facts.name)}\n`,
      `> ${pages.length} pages by their place in the site. Every link leads to Markdown. ` +
        `The index by subject is ${base_url}/llms.txt, and the sitemap for crawlers is ${base_url}/sitemap.xml.\n`,
      ...listed.map((part) => sectionOf(part, large, base_url)),
      ...(missing > 0 ? [`${missing} more parts are named in ${base_url}/sitemap.xml.\n`] : []),
    ].join("\n");
  },
};

function partsOf({ pages, home }: SiteModel): Part[] {
  const byFolder = Map.groupBy(pages, ({ path }) => path.split("/")[1] as string);
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

function sectionOf({ title, pages }: Part, large: boolean, base_url: string): string {
  const listed = large ? pages.slice(0, shown.pages) : pages;
  const missing = pages.length - listed.length;
  const known = new Set<string>(listed.map(({ path }) => path));
  const lines = listed.map((page) => `${"  ".repeat(depthOf(page, known))}${large ? nameOf(page) : entryOf(page)}`);
  const rest = missing > 0 ? [`\n${missing} more pages of this part are named in ${base_url}/sitemap.xml.`] : [];
  return `## ${title}\n\n${[...lines, ...rest].join("\n")}\n`;
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
  return perPage(sitemapMarkdown, page, () => {
    const date = lastChange(page)?.slice(0, 10);
    return linkLine(page.title, page.markdown_url, page.description) + (date === undefined ? "" : ` (${date})`);
  });
}

function nameOf({ title, markdown_url }: Page): string {
  return linkLine(title, markdown_url);
}
