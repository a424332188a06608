import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LinkResolver } from "../markdown/link-types.ts";
import type { Remnant } from "../markdown/remnants.ts";
import type { Facts } from "../schemas/facts.ts";
import { type RecordedDiagnostic, type Report, recordDiagnostics } from "./diagnostics.ts";
import { createLinkResolver, type FragmentLink, type LinkResolverOptions } from "./link-resolver.ts";
import { createSiteMap, type SiteMapPage } from "./link-targets.ts";
import { makePage } from "./make-page.ts";
import type { Page } from "./page.ts";
import type { SourcePage } from "./parse-page.ts";
import { assetPath, decodedPath } from "./path-encoding.ts";

/**
 * Everything the rendering of a page depends on besides the page itself. Plain data, so that it can be sent to a worker
 * thread.
 */
export interface RenderContext {
  facts: Facts;
  base_url: string;
  pages: readonly SiteMapPage[];
  /** Pages that have a file and are not published. */
  unpublished: readonly (SiteMapPage & { file: string; gone: boolean })[];
  /** Private files and folders, relative to the content folder; folders end with a slash. */
  withheld: readonly (readonly [path: string, why: string])[];
  /** Files that are copied as they are: path in the content folder and absolute path. */
  assets: readonly (readonly [path: string, absolute: string])[];
  /** Absolute paths of folders beside the content folder whose files another tool would publish. */
  beside: readonly string[];
  /** Root-relative addresses of what the site publishes besides its pages. */
  documents: readonly string[];
  /** Whether links that lead nowhere may be found by the end of their path. */
  findsByEnd: boolean;
  /** Whether they may be found by a name that only one file has. */
  findsByName: boolean;
  /** Whether links in double brackets may have their words before the name, as in a wiki of a git host. */
  hasWordsFirst: boolean;
}

/** A page to be rendered. */
export interface RenderJob {
  sourcePage: SourcePage;
  /** Its Markdown, with everything inserted. */
  body: string;
  realm: Page["realm"];
  /** Ids of parts of pages by links that write them otherwise. */
  partIds?: Readonly<Record<string, string>>;
}

/** A page that was rendered, and the diagnostics of its rendering. */
export interface RenderedPage {
  page: Page;
  /** Links to parts of pages, to be checked once all pages are rendered. */
  fragments: FragmentLink[];
  /** What of the page is not understood. */
  remnants: Remnant[];
  diagnostics: RecordedDiagnostic[];
}

export interface Renderer {
  render(job: RenderJob): RenderedPage;
  /** Resolves the links of one page; faults go to `report`, links to parts of pages are added to `fragments`. */
  resolverFor(
    sourcePage: SourcePage,
    report: Report,
    fragments: FragmentLink[],
    remnants?: Remnant[],
    partIds?: RenderJob["partIds"],
  ): LinkResolver;
}

/** Renders pages in a context. The same job gives the same result in any thread. */
export function createRenderer(context: RenderContext): Renderer {
  const { facts, base_url, pages, assets, documents } = context;
  const files = new Map(assets);
  const shared = {
    map: createSiteMap({ pages, assets: files.keys(), documents }),
    base_url,
    findsByEnd: context.findsByEnd,
    findsByName: context.findsByName,
    hasWordsFirst: context.hasWordsFirst,
    own: [...new Set([base_url, facts.base_url])],
    absent: absenceOf(context),
    beside: (path: string) => context.beside.map((folder) => join(folder, path)).find((file) => existsSync(file)),
    assetFile: (asset: string) => files.get(asset),
  };
  const resolverFor: Renderer["resolverFor"] = (sourcePage, report, fragments, remnants, partIds) =>
    createLinkResolver(sourcePage, { ...shared, report, fragments, remnants, partIds });
  return {
    resolverFor,
    render({ sourcePage, body, realm, partIds }) {
      const { report, diagnostics } = recordDiagnostics();
      const fragments: FragmentLink[] = [];
      const remnants = [...(sourcePage.remnants ?? [])];
      // What a generated list repeats of a page was counted there.
      const counted = sourcePage.list ? undefined : remnants;
      const resolver = resolverFor(sourcePage, report, fragments, counted, partIds);
      return {
        page: makePage(sourcePage, body, { facts, base_url, realm, resolver }),
        fragments,
        remnants,
        diagnostics,
      };
    },
  };
}

/**
 * Explains why a file of the content folder is not published, as the rest of a sentence; undefined for all other
 * addresses.
 */
function absenceOf({
  unpublished,
  withheld,
}: Pick<RenderContext, "unpublished" | "withheld">): NonNullable<LinkResolverOptions["absent"]> {
  const map = createSiteMap({
    pages: unpublished.map((page) => ({ ...page, aliases: [] })),
    assets: [],
    documents: [],
  });
  const byPath = new Map(unpublished.map((page) => [page.path, page]));
  const reasons = new Map(withheld);
  return (path, from, byName) => {
    const page = byPath.get((byName ? map.findName(path, from) : map.find(path, from))?.path ?? "");
    if (page) return ` for readers: ${page.file} is ${page.gone ? "gone" : "a draft"}`;
    const place = reasons.size > 0 && placesOf(path, from.source).find((each) => reasons.has(each));
    return place ? ` for readers: ${place} ${reasons.get(place)}` : undefined;
  };
}

/**
 * The file that a link leads to, and the folders it is in, relative to the content folder; folders end with a slash.
 */
function placesOf(href: string, source: string | null): string[] {
  const path = URL.parse(href, `http://site.invalid${assetPath(source ?? "")}`)?.pathname ?? "/";
  const segments = decodedPath(path).slice(1).replace(/\/$/, "").split("/");
  const folders = segments.map((_, index) => `${segments.slice(0, index + 1).join("/")}/`);
  return [segments.join("/"), ...folders];
}
