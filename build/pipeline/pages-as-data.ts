import type { Extension, Page as TemplateOutput, UserConfig } from "@11ty/eleventy";
import { htmlFileOf, withoutEnding } from "../content/address.ts";
import type { Page } from "../content/page.ts";
import { renderTemplatePage } from "../layouts/error-and-template-pages.ts";
import { renderPage } from "../layouts/page.ts";
import { dateTime } from "../lib/dates.ts";
import { readTable } from "../lib/yaml.ts";
import type { SiteModel } from "../model/site-model.ts";
import { collectionTags } from "./collections.ts";

/** The site's own layout, by its name in the author's templates and layouts. */
export const siteLayout = "page";

/** The key in the data `page` of a Markdown page with the site's own layout. */
const inSiteLayout = Symbol("Markdown page in the site's own layout");

/** The ending of the virtual templates that this file makes. */
export const virtualFormat = "openhouse";

/** A value in data, as an instance of a class: Eleventy deep-copies plain objects for each page. */
export class Uncopied<Value> {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/**
 * Markdown pages by the layouts that they name, in the order of the layouts. A page that names none
 * of them has the first layout, because other names belong to other tools.
 * @param layouts The site's own layout, that of generated lists, and the author's.
 */
export function pagesByLayout(pages: readonly Page[], layouts: readonly string[]) {
  const byLayout = Map.groupBy(pages, ({ front_matter: { layout }, list }) => {
    const index = layouts.findIndex((each) => isLayoutNamed(each, layout));
    return list ? generatedLists : Math.max(0, index);
  });
  return layouts.map((_, index) => (byLayout.get(index) ?? []).map((page) => new Uncopied(page)));
}

/** Whether a name, perhaps without its ending, means a layout. */
export function isLayoutNamed(layout: string, name: unknown): boolean {
  if (typeof name !== "string") return false;
  return layout === name || layout.replace(/(?:\.11ty)?\.\w+$/, "") === name;
}

/** The virtual template of all Markdown pages that have the same layout. */
export function pagesTemplate(layout: number): string {
  return `open-house/pages-${layout}.${virtualFormat}`;
}

/** The index of generated lists' layout, apart because these pages are in no collection. */
export const generatedLists = 1;

export const layoutTemplate = `page.${virtualFormat}`;

/** The data that Eleventy gives to the site's layout. */
interface LayoutData extends Record<string, unknown> {
  /** Absent around a page from an author's template. */
  markdown_page?: Uncopied<Page>;
  open_house: Uncopied<SiteModel>;
  page: { url: string | false; date: Date; [inSiteLayout]?: Page };
}

interface PageData extends LayoutData {
  markdown_page: Uncopied<Page>;
  eleventy: { directories: UserConfig["directories"] };
}

/**
 * The template language of the virtual templates: for each layout a paginated template that makes
 * all Markdown pages with that layout, and the site's own layout. The renderers take everything
 * from the data, because all instances of Eleventy in a process share compiled layouts.
 * @param layouts Names of the layouts in use, with that of generated lists at its index.
 * @param tags Every tag that is to have a collection, once.
 */
export function virtualTemplates(
  layouts: readonly string[],
  tags: () => readonly string[],
): Extension {
  return {
    outputFileExtension: "html",
    read: false,
    getData(file) {
      const index = layouts.findIndex((_, layout) => file.endsWith(pagesTemplate(layout)));
      return index === -1 ? {} : paginated(layouts, index, tags());
    },
    compile: (_, file) =>
      file.endsWith(`/${layoutTemplate}`)
        ? renderLayout
        : ({ markdown_page }: PageData) => markdown_page.value.html,
    compileOptions: { permalink: "raw", cache: false },
  };
}

function paginated(layouts: readonly string[], index: number, tags: readonly string[]) {
  const isGenerated = index === generatedLists;
  const isSiteLayout = layouts[index] === siteLayout;
  let shared: PageData["page"] | undefined;
  return {
    layout: isSiteLayout ? undefined : layouts[index],
    tags: isGenerated ? [] : tags,
    eleventyExcludeFromCollections: isGenerated,
    date: new Date(0),
    pagination: {
      data: `markdown_pages.${index}`,
      size: 1,
      alias: "markdown_page",
      addAllPagesToCollections: !isGenerated,
    },
    permalink(data: PageData): string {
      shared ??= { ...data.page };
      const page = data.markdown_page.value;
      addPageData(data, page, shared, isSiteLayout);
      return htmlFileOf(page.path);
    },
  };
}

/** Data that front matter cannot set. */
const reserved = new Set(readTable<string[]>(import.meta.dirname, "reserved-data.yaml"));

/**
 * Gives a page from data what a page from a file has: its front matter as data, a date and tags.
 * This is only possible when Eleventy reads the page's `file`: once for each page, before it makes
 * collections.
 * @param data Eleventy's data of the page, a proxy whose every access takes time.
 * @param shared Eleventy's data `page` of the template.
 * @param isSiteLayout Whether the page's layout is the site's own.
 */
function addPageData(data: PageData, page: Page, shared: PageData["page"], isSiteLayout: boolean) {
  const file = page.source === null ? {} : fileData(page.source, data.eleventy.directories.input);
  const pageData = Object.assign(new OwnData(), shared, file);
  const day = page.published ?? dateTime(data.open_house.value.facts.since);
  pageData.date = new Date(day as string);
  if (isSiteLayout) pageData[inSiteLayout] = page;
  data.page = pageData;
  data["pagination"] = new OwnData();
  for (const [key, value] of Object.entries(page.front_matter))
    if (!reserved.has(key)) data[key] = typeof value === "object" ? structuredClone(value) : value;
  data["title"] = page.title;
  data["description"] = page.description;
  data["tags"] = collectionTags(page.tags);
}

/** Eleventy's data of one page. A class, because Eleventy wraps a plain object at each reading. */
class OwnData {}

/** Eleventy's data of a page's file. */
function fileData(source: string, input: string) {
  const withoutDate = (name: string) => /\d{4}-\d{2}-\d{2}-(.*)/.exec(name)?.[1] ?? name;
  const folders = withoutEnding(source).split("/");
  const name = withoutDate(folders.pop() as string);
  return {
    inputPath: input + source,
    filePathStem: `/${[...folders, name].join("/")}`,
    fileSlug: name === "index" ? withoutDate(folders.at(-1) ?? "") : name,
  };
}

/**
 * Puts the site's own layout around Markdown pages, before all other transforms. With an Eleventy
 * layout, Eleventy would copy all data of each page, which is a thirtieth of a large build.
 * @param site Returns the site of the run.
 * @param checkPlace Called with every other page before the page is written.
 */
export function addSiteLayout(
  eleventy: UserConfig,
  site: () => SiteModel,
  checkPlace: (page: TemplateOutput) => void,
): void {
  eleventy.addTransform("open-house/site-layout", function (content) {
    const { [inSiteLayout]: page } = this.page as PageData["page"];
    if (page) return renderPage(page, site());
    checkPlace(this.page);
    return content;
  });
}

function renderLayout(data: LayoutData): string {
  const { markdown_page, open_house, page } = data;
  const content = String(data["content"]);
  // An author's layout in between has put something around the page's text.
  if (markdown_page) return renderPage({ ...markdown_page.value, html: content }, open_house.value);
  return renderTemplatePage({ path: page.url || "/", content, data }, open_house.value);
}
