import { readFileSync } from "node:fs";
import { type RecordedDiagnostic, type Report, recordDiagnostics } from "../content/diagnostics.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import { affordancesOf, makePage, outlineOf, realmOf } from "../content/make-page.ts";
import type { Outline, Page } from "../content/page.ts";
import { hiddenWarning, type SourcePage } from "../content/read-page.ts";
import { createSiteLinks, type LinkContext, type SiteLinks } from "../content/site-links.ts";
import { hasInsertions, insertInto } from "../insertions/insert.ts";
import { sha256 } from "../lib/bytes.ts";
import { stampOf } from "../lib/file-system.ts";
import { unamended } from "../markdown/parser.ts";
import { localizeSite, type SiteOutline } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";
import { checkParts } from "./site-checks.ts";

/** Everything that rendering depends on besides the page itself. */
type RenderContext = LinkContext & { replaced: ReadonlySet<string> };

/** A page that was rendered, and the diagnostics of its rendering. */
interface RenderedPage {
  page: Page;
  /** Links to fragments of pages, to be checked when all pages are rendered. */
  fragments: FragmentLink[];
  diagnostics: RecordedDiagnostic[];
}

/** Rendered pages, which a running server keeps from build to build. */
export interface Rendering {
  /** The digest of their render context. */
  environment: string;
  links: SiteLinks;
  /** Pages by source file, with the source that each was rendered from. */
  pages: Map<string, { sourcePage: SourcePage; body: string; rendered: RenderedPage }>;
}

/**
 * Renders the pages of one build that have no insertions; unchanged ones come from memory.
 * @param memory Has the results of the last build in this process.
 */
export function renderPages(
  context: RenderContext,
  report: Report,
  memory?: { rendering?: Rendering },
) {
  const { sourcePages, facts, base_url } = context;
  const environment = memory ? environmentOf(context) : "";
  const kept = memory?.rendering?.environment === environment ? memory.rendering : undefined;
  const rendering: Rendering = kept ?? {
    environment,
    links: createSiteLinks(context),
    pages: new Map(),
  };
  if (memory) memory.rendering = rendering;
  const { resolverFor, assetFile } = rendering.links;
  const fragments: FragmentLink[] = [];
  const withActions = sourcePages.filter(({ matter }) => matter.affordances);
  const affordances = new Map(
    withActions.map((page) => [page, affordancesOf(page, resolverFor(page, report, fragments))]),
  );
  const affordancesFor = (page: SourcePage): readonly Affordance[] => affordances.get(page) ?? [];
  /** The options for a page, whose faults go to `told`, and links to parts of pages to `links`. */
  const optionsFor = (page: SourcePage, told: Report, links: FragmentLink[]) => ({
    facts,
    base_url,
    realm: realmOf(page, affordancesFor(page)),
    resolver: resolverFor(page, told, links),
  });
  /** @param use Distinguishes two texts of one page in memory. */
  const render = (sourcePage: SourcePage, body: string, use = ""): RenderedPage => {
    const name = sourcePage.file + use;
    const known = rendering.pages.get(name);
    if (known?.body === body && isSamePage(known.sourcePage, sourcePage)) return known.rendered;
    const recorded = recordDiagnostics();
    const links: FragmentLink[] = [];
    const options = optionsFor(sourcePage, recorded.report, links);
    const { page, hidden } = makePage(sourcePage, body, options);
    if (hidden.length > 0) recorded.report.warn(hiddenWarning, sourcePage.file);
    if (unamended) {
      const silent = optionsFor(sourcePage, recordDiagnostics().report, []);
      const { html } = makePage(sourcePage, body, { ...silent, md: unamended }).page;
      if (signsIn(page.html) !== signsIn(html)) recorded.report.warn(changedWords, sourcePage.file);
    }
    const rendered = { page, fragments: links, diagnostics: recorded.diagnostics };
    if (memory) rendering.pages.set(name, { sourcePage, body, rendered });
    return rendered;
  };
  const complete = sourcePages.filter((page) => !hasInsertions(page));
  const plain = new Map(complete.map((page) => [page, render(page, page.body)]));
  return {
    /** The affordances of a page, with resolved addresses. */
    affordancesFor,
    /** An outline of each page, made from the Markdown of those that are not rendered yet. */
    outlines: sourcePages.map(
      (page): Outline =>
        plain.get(page)?.page ?? outlineOf(page, optionsFor(page, recordDiagnostics().report, [])),
    ),
    /**
     * Renders the pages with generated parts: lists, the manifesto, references. Unless the facts
     * say otherwise, a folder's page without links into the folder has the folder's list at its
     * end. Then reports all faults and warnings of rendering.
     * @param site The outlines of all pages.
     * @returns all pages.
     */
    insert(site: SiteOutline): Page[] {
      const readFile = (path: string): string | undefined => {
        const file = assetFile(path);
        return file === undefined ? undefined : readFileSync(file, "utf8");
      };
      const all = sourcePages.map((page) => {
        const known = plain.get(page);
        const list = known && listOfFolder(page, known.page, site);
        if (known && list === undefined) return known;
        // Rendered again as a whole, because a list after a rendered text would come out
        // differently if the text ends in a list, in footnotes or in code.
        const body = list ? `${page.body.trimEnd()}\n\n<!-- insert: list ${list} -->\n` : page.body;
        const model = localizeSite(page.matter.language ?? site.facts.language, site);
        const sources = { affordances: affordancesFor(page), model, report, readFile };
        return render(page, insertInto({ ...page, body }, sources), list && " with list");
      });
      const pages = all.map(({ page }) => page);
      for (const { diagnostics } of all) for (const tell of diagnostics) tell(report);
      checkParts([...fragments, ...all.flatMap((each) => each.fragments)], pages, report);
      return pages;
    },
  };
}

const changedWords =
  "A plugin for Markdown changes the words of these pages in their HTML, and programs are given other words";

/** Letters and digits of a text in HTML. */
function signsIn(html: string): string {
  return html.replace(/<[^>]*>|&#?\w+;|[^\p{L}\p{N}]/gu, "");
}

/** The list to add to a folder's page; undefined if the page has links into the folder. */
function listOfFolder(
  { path, source }: SourcePage,
  { html }: Page,
  { facts, sections }: SiteOutline,
): string | undefined {
  const { entries = [] } = sections.get(path) ?? {};
  if (entries.length === 0 || source === null) return undefined;
  if (facts.lists?.includes("folders") === false) return undefined;
  const links = Array.from(html.matchAll(/ href="([^"]*)/g), ([, href = ""]) => href);
  if (links.some((href) => entries.some((entry) => href.startsWith(entry)))) return undefined;
  return path === "/" ? "front" : path;
}

/** Whether a page is as before; pages of the software, made anew each time, are compared by value. */
function isSamePage(a: SourcePage, b: SourcePage): boolean {
  return a === b || (b.source === null && JSON.stringify(a) === JSON.stringify(b));
}

/** A digest of all that rendering needs besides the page; copied files count by size and time. */
function environmentOf(context: RenderContext): string {
  const { facts, base_url, sourcePages, unpublished, withheld, assets, replaced } = context;
  const placeOf = ({ source, path, names, matter }: SourcePage) => {
    const { aliases, gone } = matter;
    return [source, path, names, aliases, gone];
  };
  const places = [sourcePages, unpublished].map((pages) => pages.map(placeOf));
  const stamps = assets.map(({ path, absolute }) => [path, stampOf(absolute)]);
  return sha256(JSON.stringify([facts, base_url, places, withheld, stamps, [...replaced]]));
}
