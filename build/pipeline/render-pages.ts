import { readFileSync } from "node:fs";
import type { PageCache } from "../content/cache.ts";
import type { Report } from "../content/diagnostics.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import { affordancesOf, realmOf } from "../content/make-page.ts";
import type { Outline, Page } from "../content/page.ts";
import type { SourcePage } from "../content/read-page.ts";
import { createRenderer, type RenderContext, type RenderedPage } from "../content/renderer.ts";
import type { Section, Sections } from "../content/sections.ts";
import { hasInsertions, insertInto } from "../insertions/insert.ts";
import { sha256 } from "../lib/bytes.ts";
import { stampOf } from "../lib/file-system.ts";
import { countOf } from "../lib/text.ts";
import type { SiteOutline } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";
import { checkParts } from "./site-checks.ts";

export type PageRenderer = ReturnType<typeof createPageRenderer>;

/**
 * Renders the pages of one build, except those in memory whose text and environment are the same.
 * @param memory What earlier builds in this process rendered.
 */
export function createPageRenderer(context: RenderContext, report: Report, memory?: PageCache) {
  const environment = memory ? environmentOf(context) : "";
  const kept = memory?.renderer;
  const renderer =
    kept && kept.environment === environment ? kept.renderer : createRenderer(context);
  if (memory) memory.renderer = { environment, renderer };
  const fragments: FragmentLink[] = [];
  const affordances = new Map(
    context.sourcePages
      .filter(({ matter }) => matter.affordances)
      .map((page) => [page, affordancesOf(page, renderer.resolverFor(page, report, fragments))]),
  );
  const affordancesFor = (page: SourcePage): readonly Affordance[] => affordances.get(page) ?? [];
  const realm = (page: SourcePage): Page["realm"] => realmOf(page, affordancesFor(page));
  return {
    /** The affordances of a page, with resolved addresses. */
    affordancesFor,
    /** Links to parts of pages in affordances. */
    fragments,
    outline: (page: SourcePage): Outline => renderer.outline(page, realm(page)),
    /** @param use Names one of several texts of a page, so that memory keeps each. */
    render(sourcePage: SourcePage, body: string, use = ""): RenderedPage {
      const name = sourcePage.file + use;
      const known = memory?.pages.get(name);
      const isSame =
        known !== undefined &&
        isSamePage(known.sourcePage, sourcePage) &&
        known.body === body &&
        known.environment === environment;
      const rendered = isSame
        ? known.rendered
        : renderer.render(sourcePage, body, realm(sourcePage));
      memory?.pages.set(name, { sourcePage, body, environment, rendered });
      return rendered;
    },
  };
}

/** What pages say, before and after Markdown made from other pages is inserted into some of them. */
export type RenderedPages = ReadonlyMap<SourcePage, RenderedPage>;

/** Renders the pages into which nothing is inserted. */
export function renderPages(
  sourcePages: readonly SourcePage[],
  renderer: PageRenderer,
): RenderedPages {
  const plain = sourcePages.filter((page) => !hasInsertions(page));
  return new Map(plain.map((page) => [page, renderer.render(page, page.body)]));
}

/** An outline of each page: of those that are not rendered yet what their Markdown says. */
export function outlinesOf(
  sourcePages: readonly SourcePage[],
  rendered: RenderedPages,
  renderer: PageRenderer,
): Outline[] {
  return sourcePages.map((page) => rendered.get(page)?.page ?? renderer.outline(page));
}

/**
 * Renders the pages with generated parts: lists, the manifesto, references. The page of a folder
 * that links to nothing in the folder has its list at the end, where the facts do not say otherwise.
 * @param site What is known of all pages.
 * @returns all pages.
 */
export function insertIntoPages(
  sourcePages: readonly SourcePage[],
  rendered: RenderedPages,
  site: SiteOutline,
  assets: RenderContext["assets"],
  renderer: PageRenderer,
  report: Report,
): RenderedPages {
  const files = new Map(assets.map(({ path, absolute }) => [path, absolute]));
  const readFile = (path: string): string | undefined => {
    const file = files.get(path);
    return file === undefined ? undefined : readFileSync(file, "utf8");
  };
  const insert = (page: SourcePage) =>
    insertInto(page, {
      affordances: renderer.affordancesFor(page),
      model: site,
      report,
      readFile,
    });
  const all = new Map<SourcePage, RenderedPage>();
  for (const page of sourcePages) {
    const plain = rendered.get(page);
    const list = plain && listOfFolder(page, plain.page, site);
    if (!plain) all.set(page, renderer.render(page, insert(page)));
    else if (list === undefined) all.set(page, plain);
    else {
      // Rendered again as a whole: joined to a rendered text, a list would be another one where the
      // text ends in a list, in footnotes or in code.
      const body = `${page.body.trimEnd()}\n\n<!-- insert: list ${list} -->\n`;
      all.set(page, renderer.render(page, insert({ ...page, body }), " with list"));
    }
  }
  return all;
}

/** The list that is added to the page of a folder; undefined where there is none. */
function listOfFolder(
  { path, source }: SourcePage,
  { html }: Page,
  { facts, sections }: Pick<SiteOutline, "facts"> & { sections: Sections },
): string | undefined {
  const section = sections.get(path);
  if (!section?.entries.length || source === null || leadsInto(section, html)) return undefined;
  if (facts.lists?.includes("folders") === false) return undefined;
  return path === "/" ? "front" : path;
}

/** Whether a text links to anything in a folder, or in a folder of it. */
function leadsInto({ entries }: Section, html: string): boolean {
  const links = Array.from(html.matchAll(/ href="([^"]*)/g), ([, href = ""]) => href);
  return links.some((href) => entries.some((entry) => href.startsWith(entry)));
}

/** Reports all that was noticed while pages were rendered. @returns the pages. */
export function reportRendered(
  rendered: RenderedPages,
  { fragments }: PageRenderer,
  report: Report,
): Page[] {
  const all = [...rendered.values()];
  const pages = all.map(({ page }) => page);
  for (const { diagnostics } of all) for (const tell of diagnostics) tell(report);
  checkParts([...fragments, ...all.flatMap((each) => each.fragments)], pages, report);
  const unread = Map.groupBy(
    all.flatMap((each) => each.unread),
    (name) => name,
  );
  for (const [name, { length }] of unread)
    report.warn(
      `${countOf(length, "page")} with \`${name}\`, which is not read here and shown as it is written.`,
    );
  return pages;
}

/**
 * Whether a page was not read again; one that the build generates is compared by what it says of
 * itself.
 */
function isSamePage(a: SourcePage, b: SourcePage): boolean {
  return a === b || (b.list !== undefined && JSON.stringify(a) === JSON.stringify(b));
}
/**
 * A digest of what pages are rendered with, in which size and time of change stand for each copied
 * file.
 */
function environmentOf({
  facts,
  base_url,
  sourcePages,
  unpublished,
  withheld,
  assets,
}: RenderContext): string {
  const placeOf = ({ source, path, names, matter }: SourcePage) => [
    source,
    path,
    names,
    matter.aliases,
    matter.gone,
  ];
  const places = [sourcePages, unpublished].map((pages) => pages.map(placeOf));
  const stamps = assets.map(({ path, absolute }) => [path, stampOf(absolute)]);
  return sha256(JSON.stringify([facts, base_url, places, withheld, stamps]));
}
