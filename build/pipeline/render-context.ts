import { stampOf } from "../content/cache.ts";
import { feedAddresses } from "../content/feeds.ts";
import type { SiteMapPage } from "../content/link-targets.ts";
import type { Content } from "../content/load.ts";
import type { RenderContext } from "../content/page-renderer.ts";
import type { SourcePage } from "../content/parse-page.ts";
import { publishedSchemas } from "../documents/schemas.ts";
import { sha256 } from "../lib/bytes.ts";
import type { Operation } from "../model/operations.ts";
import type { Assets, Document } from "../model/site-model.ts";
import { schemaPath } from "../schemas/fields.ts";

/** What is known of the site before its content is read. */
export interface FixedParts {
  base_url: string;
  assets: Assets;
  catalogue: readonly Document[];
  operations: readonly Operation[];
  findsByEnd: boolean;
}

/** What a page is rendered with besides its own text: the same for all pages, and sent to each thread. */
export function renderContextOf(
  { facts, sourcePages, unpublished, withheld, beside, assets, isVault, isWiki }: Content,
  fixed: FixedParts,
): RenderContext {
  return {
    facts,
    base_url: fixed.base_url,
    pages: sourcePages.map(place),
    unpublished: unpublished.map((sourcePage) => ({
      ...place(sourcePage),
      file: sourcePage.file,
      gone: sourcePage.matter.gone ?? false,
    })),
    withheld,
    beside,
    assets: assets.map(({ path, absolute }) => [path, absolute]),
    documents: [...pathsOf(fixed), ...feedAddresses(sourcePages)],
    findsByEnd: fixed.findsByEnd,
    findsByName: isVault,
    hasWordsFirst: isWiki,
  };
}

/** Addresses of everything that the site publishes besides its pages. */
export function pathsOf({ catalogue, operations }: Pick<FixedParts, "catalogue" | "operations">): string[] {
  return [
    ...catalogue.map(({ path }) => path),
    ...publishedSchemas({ catalogue }).map(([id]) => schemaPath(id)),
    ...operations.map(({ path }) => path),
  ];
}

function place({ source, place, path, markdown_path, matter, names }: SourcePage): SiteMapPage {
  return { source, place, path, markdown_path, aliases: matter.aliases ?? [], names };
}

/** Digests of what pages are rendered with. A page in memory whose digest is the same need not be rendered again. */
interface Environments {
  /** That of everything. */
  whole: string;
  /** That of a page with such a text. */
  of(body: string): string;
}

/**
 * Two digests, because a new tag brings a page with a new address, which changes only what has a link to pages of tags.
 */
export function environmentsOf(renderContext: RenderContext, sourcePages: readonly SourcePage[]): Environments {
  const whole = environmentOf(renderContext);
  const withoutTags = environmentOf({ ...renderContext, pages: sourcePages.filter(isNoTag).map(place) });
  return { whole, of: (body) => (body.includes("tags") ? whole : withoutTags) };
}

function isNoTag({ list }: SourcePage): boolean {
  return list?.kind !== "tag" && list?.kind !== "tags";
}

/** A digest of what pages are rendered with, in which size and time of change stand for each copied file. */
function environmentOf(renderContext: RenderContext): string {
  return sha256(
    JSON.stringify({
      ...renderContext,
      assets: renderContext.assets.map(([path, absolute]) => [path, stampOf(absolute)]),
    }),
  );
}
