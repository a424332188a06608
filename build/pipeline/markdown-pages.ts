import type { Extension } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import { dateTime } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { renderPage } from "../layouts/page.ts";
import { renderTemplatePage } from "../layouts/template-page.ts";
import type { SiteModel } from "../model/site-model.ts";

/** The site's own layout, by the name that templates give it. */
export const siteLayout = "page";

/** The ending of the virtual templates that this file makes. */
export const virtualFormat = "openhouse";

/** A Markdown page as Eleventy is given it. An instance of a class, because Eleventy copies plain objects again and again. */
export class MarkdownPage {
  readonly page: Page;
  readonly site: SiteModel;
  constructor(page: Page, site: SiteModel) {
    this.page = page;
    this.site = site;
  }
}

/** The site, for the layout of pages that the author's own templates make. A class for the same reason. */
export class SiteData {
  readonly site: SiteModel;
  constructor(site: SiteModel) {
    this.site = site;
  }
}

/** The virtual template of all Markdown pages that have the same layout. */
export function pagesTemplate(layout: number): string {
  return `open-house/pages-${layout}.${virtualFormat}`;
}

export const layoutTemplate = `page.${virtualFormat}`;

/** What Eleventy passes of a page: one item of `markdown_pages`, and its data. */
interface PageData extends Record<string, unknown> {
  markdown_page: MarkdownPage;
  page: { date: Date };
}

/** What the site's layout is given: a Markdown page, or a page of the author's own template. */
interface LayoutData extends Record<string, unknown> {
  markdown_page?: MarkdownPage;
  open_house: SiteData;
  content: string;
  page: { url: string };
}

/**
 * The template language of the virtual templates: a paginated one for all Markdown pages of each layout, whose content is the body of the page,
 * and the site's layout. Everything is taken from the data, because Eleventy shares compiled layouts between its instances in one process.
 * @param layouts Names of the layouts in use.
 * @param tags All tags of the site, so that Eleventy makes a collection for each.
 */
export function virtualTemplates(layouts: readonly string[], tags: () => readonly string[]): Extension {
  return {
    outputFileExtension: "html",
    read: false,
    getData(file) {
      const index = layouts.findIndex((_, layout) => file.endsWith(pagesTemplate(layout)));
      return index === -1 ? {} : paginated(layouts[index] as string, index, tags());
    },
    compile: (_, file) => (file.endsWith(`/${layoutTemplate}`) ? renderLayout : renderBody),
    compileOptions: { permalink: "raw", cache: false },
  };
}

function paginated(layout: string, index: number, tags: readonly string[]): Record<string, unknown> {
  return {
    layout,
    tags,
    date: new Date(0),
    pagination: { data: `markdown_pages.${index}`, size: 1, alias: "markdown_page", addAllPagesToCollections: true },
    permalink,
  };
}

/** Names of Eleventy's own data: front matter cannot set them. */
const reserved = new Set([
  ...["page", "pagination", "collections", "content", "eleventy", "pkg", "permalink", "layout", "date"],
  ...["eleventyComputed", "eleventyDataSchema", "eleventyExcludeFromCollections", "markdown_page", "open_house"],
]);

/**
 * The file of a page. Eleventy asks for it once for each page, before it makes collections, and that is the only time at which pages that come
 * from data can be given what pages from files have: their front matter as data, a date and tags of their own.
 */
function permalink(data: PageData): string {
  const { page, site } = data.markdown_page;
  for (const [key, value] of Object.entries(page.front_matter))
    if (!reserved.has(key)) data[key] = structuredClone(value);
  data["title"] = page.title;
  data["description"] = page.description;
  data["tags"] = collectionTags(page.tags);
  data.page.date = new Date(page.published ?? (dateTime(site.facts.since) as string));
  return htmlFileOf(page.path);
}

/** Tags that can name a collection; `all` and names that every JavaScript object has cannot. */
export function collectionTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag !== "all" && !tag.startsWith("[") && !(tag in Object.prototype));
}

function renderBody({ markdown_page }: PageData): string {
  return markdown_page.page.html;
}

function renderLayout({ markdown_page, open_house, content, page, ...data }: LayoutData): string {
  if (markdown_page) return renderPage(markdown_page.page, markdown_page.site);
  return renderTemplatePage({ path: page.url, content, data }, open_house.site);
}
