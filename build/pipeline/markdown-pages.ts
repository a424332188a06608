import { statSync } from "node:fs";
import type { Extension, Transform } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import { dateTime } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { renderTemplatePage } from "../layouts/error-and-template-pages.ts";
import { renderPage } from "../layouts/page.ts";
import type { SiteModel } from "../model/site-model.ts";

/** The site's own layout, by the name that templates give it. */
export const siteLayout = "page";

/** The ending of the virtual templates that this file makes. */
export const virtualFormat = "openhouse";

/** A Markdown page as data. An instance of a class, because Eleventy deep-copies plain objects for each page. */
export class MarkdownPage {
  readonly page: Page;
  readonly site: SiteModel;
  constructor(page: Page, site: SiteModel) {
    this.page = page;
    this.site = site;
  }
}

/** The site, for the layout of the author's templates. A class for the same reason as `MarkdownPage`. */
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

/** The index of the layout of lists that the build generates. It is the site's own, and they are in no collection. */
export const generatedLists = 1;

export const layoutTemplate = `page.${virtualFormat}`;

/** The data of a Markdown page in Eleventy's cascade. */
interface PageData extends Record<string, unknown> {
  markdown_page: MarkdownPage;
  page: { date: Date };
}

/** The data of the site's layout, around a Markdown page or around a page of the author's own template. */
interface LayoutData extends Record<string, unknown> {
  markdown_page?: MarkdownPage;
  open_house: SiteData;
  content: string;
  page: { url: string };
}

/**
 * The template language of the virtual templates: for each layout a paginated template that makes all Markdown pages
 * with that layout, and the site's own layout. The renderers take everything from the data, because Eleventy shares
 * compiled layouts between its instances in one process.
 * @param layouts Names of the layouts in use, that of the generated lists at its index.
 */
export function virtualTemplates(layouts: readonly string[], site: CollectionNeeds): Extension {
  return {
    outputFileExtension: "html",
    read: false,
    getData(file) {
      const index = layouts.findIndex((_, layout) => file.endsWith(pagesTemplate(layout)));
      return index === -1 ? {} : paginated(layouts, index, site);
    },
    compile: (_, file) => (file.endsWith(`/${layoutTemplate}`) ? renderLayout : renderBody),
    compileOptions: { permalink: "raw", cache: false },
  };
}

/** What the author's templates, layouts and plugins need of Markdown pages. */
export interface CollectionNeeds {
  /** Every tag that is to have a collection, once; none where nothing reads collections. */
  tags(): readonly string[];
  /** Whether anything may read collections. */
  hasReaders(): boolean;
}

function paginated(layouts: readonly string[], index: number, site: CollectionNeeds): Record<string, unknown> {
  const layout = layouts[index] as string;
  const isGenerated = index === generatedLists;
  return {
    layout: site.hasReaders() ? layout : false, // else the pages are laid out when they are written
    tags: isGenerated ? [] : site.tags(),
    eleventyExcludeFromCollections: isGenerated,
    date: new Date(0),
    pagination: {
      data: `markdown_pages.${index}`,
      size: 1,
      alias: "markdown_page",
      addAllPagesToCollections: !isGenerated && site.hasReaders(),
    },
    permalink(data: PageData): string {
      if (site.hasReaders()) addPageData(data);
      return htmlFileOf(data.markdown_page.page.path);
    },
  };
}

/** Names of data that belong to Eleventy, to this build or to JavaScript, and that front matter therefore cannot set. */
const reserved = new Set([
  ...["page", "pagination", "collections", "content", "eleventy", "pkg", "permalink", "layout", "date"],
  ...[
    "eleventyComputed",
    "eleventyDataSchema",
    "eleventyExcludeFromCollections",
    "markdown_page",
    "open_house",
    "__proto__",
  ],
]);

/**
 * Gives a page that comes from data what a page from a file has: its front matter as data, a date and tags. This is
 * possible only where Eleventy asks for its file: once for each page, before it makes collections.
 */
function addPageData(data: PageData): void {
  const { page, site } = data.markdown_page;
  for (const [key, value] of Object.entries(page.front_matter))
    if (!reserved.has(key)) data[key] = structuredClone(value);
  data["title"] = page.title;
  data["description"] = page.description;
  data["tags"] = collectionTags(page.tags);
  data.page.date = new Date(page.published ?? (dateTime(site.facts.since) as string));
}

/** Tags that can name a collection; `all` and names that every JavaScript object has cannot. */
export function collectionTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag !== "all" && !tag.startsWith("[") && !(tag in Object.prototype));
}

function renderBody({ markdown_page }: PageData): string {
  return markdown_page.page.html;
}

/** The bytes of the page that a template made last. */
interface Bytes {
  memory: Buffer;
  length: number;
  /** The file that Eleventy writes them to. */
  file: string;
}

/**
 * Lays out the Markdown pages when they are written, where nothing else reads them. For a layout Eleventy would copy all
 * data of each page. And until it ends, Eleventy keeps the bytes of all pages that it wrote; so the pages of a template
 * have theirs in the same memory, one after the other. That saves a sixth of the memory that 50,000 pages take.
 * @param pageAt The Markdown page that nothing else reads, by its address.
 */
export function layOutLate(pageAt: (url: string) => MarkdownPage | undefined): Transform {
  const last = new Map<string, Bytes>();
  return function (content) {
    const { url, inputPath, outputPath } = this.page;
    const found = url === false ? undefined : pageAt(url);
    if (!found || outputPath === false) return content;
    const html = renderPage(found.page, found.site);
    const length = Buffer.byteLength(html);
    const before = last.get(inputPath);
    const isFree = before !== undefined && before.memory.length >= length && isWritten(before);
    const memory = isFree ? before.memory : Buffer.allocUnsafe(2 * length);
    last.set(inputPath, { memory, length, file: outputPath });
    return memory.subarray(0, memory.write(html));
  };
}

/** Whether a page is in its file. Eleventy writes each before it transforms the next one, but does not promise it. */
function isWritten({ file, length }: Bytes): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === length;
}

function renderLayout({ markdown_page, open_house, content, page, ...data }: LayoutData): string {
  if (markdown_page) {
    const { page: known, site } = markdown_page;
    // A layout of the author's, in between, has put something around the page's text.
    return renderPage(content === known.html ? known : { ...known, html: content }, site);
  }
  return renderTemplatePage({ path: page.url, content, data }, open_house.site);
}
