import { lastChange } from "../content/page.ts";
import { byAddress } from "../content/page-order.ts";
import type { TextDocument } from "../model/site-model.ts";
import { pageLine } from "./link-line.ts";

/**
 * The sitemap for readers of Markdown: a heading and a list of links `[title](address of the Markdown): description`.
 * There is a convention and no standard; the two scanners that look for `/sitemap.md` describe it alike
 * (https://vercel.com/kb/guide/agent-readability-spec, https://agent-ready.dev/what-is-sitemap-md).
 */
export const sitemapMarkdown: TextDocument = {
  kind: "text",
  id: "sitemap_markdown",
  path: "/sitemap.md",
  media_type: "text/markdown",
  title: "Sitemap as Markdown",
  purpose: "Every page by its address, with description and date.",
  group: "format",
  render({ facts, base_url, pages }) {
    const lines = byAddress(pages).map((page) => {
      const date = lastChange(page)?.slice(0, 10);
      return pageLine(page) + (date === undefined ? "" : ` (${date})`);
    });
    return (
      `# Sitemap of ${facts.name}\n\n` +
      `> ${pages.length} pages by their addresses. Every link leads to Markdown. ` +
      `The index by subject is ${base_url}/llms.txt, and the sitemap for crawlers is ${base_url}/sitemap.xml.\n\n` +
      `## Pages\n\n${lines.join("\n")}\n`
    );
  },
};
