import type { Surroundings } from "../markdown/link-target.ts";
import type { Facts } from "../schemas/facts.ts";
import { type Report, recording, type Said } from "./diagnostics.ts";
import { type FragmentLink, surroundingsOf } from "./link-resolver.ts";
import { createSiteMap, type SiteMapPage } from "./link-targets.ts";
import { makePage } from "./make-page.ts";
import type { Page } from "./page.ts";
import type { Draft } from "./parse-page.ts";

/** Everything the rendering of a page depends on besides the page itself. Data only, so that it can be given to another thread. */
export interface Scene {
  facts: Facts;
  base_url: string;
  pages: readonly SiteMapPage[];
  /** Pages that have a file and are not published. */
  unpublished: readonly (SiteMapPage & { file: string; gone: boolean })[];
  /** Files that are copied as they are: path in the content folder and absolute path. */
  assets: readonly (readonly [path: string, absolute: string])[];
  /** Root-relative addresses of what the house publishes besides its pages. */
  documents: readonly string[];
}

/** A page to be rendered. */
export interface Job {
  draft: Draft;
  /** Its Markdown, with everything inserted. */
  body: string;
  realm: Page["realm"];
}

/** A page that was rendered, and what its rendering told. */
export interface Reading {
  page: Page;
  /** Links to parts of pages, to be checked once all pages are there. */
  fragments: FragmentLink[];
  said: Said[];
}

export interface Renderer {
  render(job: Job): Reading;
  /** What a page sees around it; faults and links to parts of pages go to `report` and `fragments`. */
  around(draft: Draft, report: Report, fragments: FragmentLink[]): Surroundings;
}

/** Renders pages in a scene. The same job gives the same reading in any thread. */
export function createRenderer({ facts, base_url, pages, unpublished, assets, documents }: Scene): Renderer {
  const files = new Map(assets);
  const shared = {
    map: createSiteMap({ pages, assets: files.keys(), documents }),
    base_url,
    own: [...new Set([base_url, facts.base_url])],
    absent: absenceOf(unpublished),
    assetFile: (asset: string) => files.get(asset),
  };
  const around: Renderer["around"] = (draft, report, fragments) =>
    surroundingsOf(draft, { ...shared, report, fragments });
  return {
    around,
    render({ draft, body, realm }) {
      const { report, said } = recording();
      const fragments: FragmentLink[] = [];
      const page = makePage(draft, body, { facts, base_url, realm, around: around(draft, report, fragments) });
      return { page, fragments, said };
    },
  };
}

/** Tells why a page that has a file is not there for readers. */
function absenceOf(
  unpublished: Scene["unpublished"],
): (path: string, from: { source: string | null; path: string }) => string | undefined {
  const map = createSiteMap({
    pages: unpublished.map((page) => ({ ...page, aliases: [] })),
    assets: [],
    documents: [],
  });
  const byPath = new Map(unpublished.map((page) => [page.path, page]));
  return (path, from) => {
    const page = byPath.get(map.find(path, from)?.path ?? "");
    return page && ` for readers: ${page.file} is ${page.gone ? "gone" : "a draft"}`;
  };
}
