import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { byPath } from "../content/address.ts";
import { claimAddresses } from "../content/address-book.ts";
import type { PageCache } from "../content/cache.ts";
import { createReport } from "../content/diagnostics.ts";
import { isOrigin } from "../content/facts.ts";
import { checkFeedIds } from "../content/feeds.ts";
import { listContent } from "../content/files.ts";
import { makeLists } from "../content/generated-pages.ts";
import { loadContent } from "../content/load.ts";
import { catalogue } from "../documents/catalogue.ts";
import { renderDocuments } from "../documents/render.ts";
import { publishedSchemas } from "../documents/schemas.ts";
import { loadAssets } from "../layouts/assets.ts";
import { sha256 } from "../lib/bytes.ts";
import { createSiteModel } from "../model/create-site-model.ts";
import { checkNavigation } from "../model/navigation.ts";
import { guestbookOperations } from "../model/operations.ts";
import type { TemplatePage } from "../model/site-model.ts";
import { schemaPath } from "../schemas/fields.ts";
import { copiedFiles } from "./copied-files.ts";
import { ownNames } from "./output.ts";
import { renderPages } from "./render-pages.ts";
import {
  checkLayouts,
  checkStyle,
  reportExamples,
  reportFutureDates,
  reportPlaceholder,
} from "./site-checks.ts";

export interface SiteOptions {
  /** The content folder. */
  input: string;
  /** Where the site will be served; without it, the facts' `base_url`. */
  base_url?: string | undefined;
  /** Whether drafts are published: only ever in the local server. */
  drafts?: boolean;
  /** Whether faults that leave a page publishable are only counted. */
  lenient?: boolean;
  /**
   * The author's templates, layouts and data, where they are run: not content, but part of the
   * site's version.
   */
  eleventy?: {
    /** @param path Relative to the content folder. */
    isTemplate(path: string): boolean;
    /** Absolute path of its configuration. */
    configuration: string;
    /** Names of the layouts that a page may ask for. */
    layouts: readonly string[];
  };
}

/**
 * A site whose content is read, checked and rendered. Its pages are not laid out yet, and nothing
 * is written.
 */
export type LoadedSite = Awaited<ReturnType<typeof loadSite>>;

/**
 * Loads a content folder: reads, checks and renders all pages. It only reads files, and the same
 * content gives the same bytes.
 * @param memory Kept from build to build: what did not change is neither read nor rendered again.
 * @throws Faults all mistakes in the content; or an Error of one line.
 */
export async function loadSite(options: SiteOptions, memory?: PageCache) {
  const { input, base_url: wanted, drafts = false, lenient = false } = options;
  const isTemplate = (path: string): boolean => options.eleventy?.isTemplate(path) ?? false;
  const found = listContent(input, isTemplate);
  const templates = found.files.filter(({ path }) => isTemplate(path));
  const report = createReport(lenient, templates.length > 0);
  const files = found.files.filter(({ path }) => !isTemplate(path));
  const listing = { ...found, files };
  const content = loadContent(resolve(input), listing, templates, drafts, report, memory);
  if (!content) {
    report.close();
    throw new Error("The content could not be read.");
  }
  const { facts } = content;
  const base_url = wanted ?? facts.base_url;
  if (wanted === undefined) reportPlaceholder(content, report);
  reportExamples(content, report);
  if (!isOrigin(base_url)) {
    report.close();
    throw new Error(
      `The site cannot be built for ${base_url}: it needs an origin, such as https://example.org, ` +
        "because its pages link to each other from the root.",
    );
  }
  const custom = content.assets.find(({ path }) => path === "style.css");
  const assets = content.assets.filter((asset) => asset !== custom);
  const style = custom && readFileSync(custom.absolute, "utf8");
  checkStyle(style ?? "", report);
  const shared = loadAssets(
    style,
    assets.map(({ path }) => path),
  );
  const operations = guestbookOperations(base_url);
  const documents = [
    ...catalogue.map(({ path }) => path),
    ...publishedSchemas({ catalogue }).map(([id]) => schemaPath(id)),
    ...operations.map(({ path }) => path),
    ...shared.files.map(({ path }) => path),
    ...ownNames.map((name) => `/${name}`), // nothing may be written over these
  ];
  const addresses = claimAddresses({ ...content, assets, documents }, report);
  const own = content.sourcePages.sort(byPath);
  const { generated, ...lists } = makeLists(own, facts, addresses);
  const sourcePages = [...own, ...generated].sort(byPath);
  const parts = renderPages(
    { ...content, assets, sourcePages, addresses, base_url },
    { ...lists, assets: shared.assets, catalogue, operations },
    report,
    memory,
  );
  checkFeedIds(sourcePages, base_url, report);
  reportFutureDates(sourcePages, Date.now(), report);
  const copied = copiedFiles(assets);
  const configuration = options.eleventy
    ? [{ path: ".eleventy.ts", absolute: options.eleventy.configuration }]
    : [];
  const model = createSiteModel(parts, {
    copied: copied.map(({ path, sha256 }) => [path, sha256]),
    templates: [...templates, ...content.templateData, ...configuration].map(
      ({ path, absolute }) => [path, sha256(readFileSync(absolute))],
    ),
  });
  checkNavigation(model, addresses, join(resolve(input), "facts.yaml"), content.drafts, report);
  checkLayouts(model.pages, options.eleventy?.layouts, report);
  const { warnings, fullWarnings, pending, tolerated } = report.close();
  return {
    model,
    /** What each address belongs to, but for those of the author's templates. */
    addresses,
    /** The author's own templates, layouts and data, which Eleventy runs. */
    templates,
    /** Styles and scripts. */
    files: shared.files,
    /** The author's images and other files. */
    copied,
    /**
     * Checks the links that only pages of the author's own templates can satisfy, once these are
     * known.
     * @throws Faults links to pages that no template makes
     */
    check(made: readonly TemplatePage[]): void {
      const paths = new Set(
        made.flatMap(({ path }) => [path, path.replace(/\/$/, "")]).map(decodeURI),
      );
      const late = createReport(lenient);
      for (const fault of pending) if (!paths.has(fault.unlessMade ?? "")) late.fault(fault);
      const checked = late.close();
      warnings.push(...checked.warnings);
      tolerated.push(...checked.tolerated);
    },
    /** Renders the documents, Markdown twins included, each when the next one is asked for. */
    documents: (made: readonly TemplatePage[]) => renderDocuments(model, made),
    /** Files of pages that say `draft: true` and are kept out. */
    drafts: content.drafts,
    warnings,
    /** The warnings that name only some of many, with all that they are about. */
    fullWarnings,
    /** What a lenient build only counted. */
    tolerated,
  };
}
