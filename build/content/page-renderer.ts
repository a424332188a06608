import type { LinkResolver } from "../markdown/link-types.ts";
import type { Remnant } from "../markdown/remnants.ts";
import type { Facts } from "../schemas/facts.ts";
import { type RecordedDiagnostic, type Report, recordDiagnostics } from "./diagnostics.ts";
import { createLinkResolver, type FragmentLink, type LinkResolverOptions } from "./link-resolver.ts";
import { createSiteMap, type SiteMapPage } from "./link-targets.ts";
import { makePage } from "./make-page.ts";
import type { Page } from "./page.ts";
import type { SourcePage } from "./parse-page.ts";

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
  /** Files that are copied as they are: path in the content folder and absolute path. */
  assets: readonly (readonly [path: string, absolute: string])[];
  /** Root-relative addresses of what the site publishes besides its pages. */
  documents: readonly string[];
}

/** A page to be rendered. */
export interface RenderJob {
  sourcePage: SourcePage;
  /** Its Markdown, with everything inserted. */
  body: string;
  realm: Page["realm"];
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
  resolverFor(sourcePage: SourcePage, report: Report, fragments: FragmentLink[], remnants?: Remnant[]): LinkResolver;
}

/** Renders pages in a context. The same job gives the same result in any thread. */
export function createRenderer({ facts, base_url, pages, unpublished, assets, documents }: RenderContext): Renderer {
  const files = new Map(assets);
  const shared = {
    map: createSiteMap({ pages, assets: files.keys(), documents }),
    base_url,
    own: [...new Set([base_url, facts.base_url])],
    absent: absenceOf(unpublished),
    assetFile: (asset: string) => files.get(asset),
  };
  const resolverFor: Renderer["resolverFor"] = (sourcePage, report, fragments, remnants) =>
    createLinkResolver(sourcePage, { ...shared, report, fragments, remnants });
  return {
    resolverFor,
    render({ sourcePage, body, realm }) {
      const { report, diagnostics } = recordDiagnostics();
      const fragments: FragmentLink[] = [];
      const remnants = [...(sourcePage.remnants ?? [])];
      const resolver = resolverFor(sourcePage, report, fragments, remnants);
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
 * Explains why a page that has a file is not published, as the rest of a sentence; undefined for all other addresses.
 */
function absenceOf(unpublished: RenderContext["unpublished"]): NonNullable<LinkResolverOptions["absent"]> {
  const map = createSiteMap({
    pages: unpublished.map((page) => ({ ...page, aliases: [] })),
    assets: [],
    documents: [],
  });
  const byPath = new Map(unpublished.map((page) => [page.path, page]));
  return (path, from, byName) => {
    const page = byPath.get((byName ? map.findName(path, from) : map.find(path, from))?.path ?? "");
    return page && ` for readers: ${page.file} is ${page.gone ? "gone" : "a draft"}`;
  };
}
