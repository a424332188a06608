import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { byPath, htmlFileOf, isMarkdown } from "../content/address.ts";
import { resolveAddressConflicts } from "../content/address-conflicts.ts";
import type { PageCache } from "../content/cache.ts";
import { createReport } from "../content/diagnostics.ts";
import { isOrigin } from "../content/facts.ts";
import type { Fault } from "../content/fault.ts";
import { type ContentFile, listContent } from "../content/files.ts";
import { generatedPages } from "../content/generated-pages.ts";
import { loadContent } from "../content/load.ts";
import { withSearchPage } from "../content/search-page.ts";
import { withTagsPage } from "../content/tags-page.ts";
import { catalogue } from "../documents/catalogue.ts";
import { renderDocuments } from "../documents/render.ts";
import { loadAssets } from "../layouts/assets.ts";
import { sha256 } from "../lib/bytes.ts";
import { createSiteModel } from "../model/create-site-model.ts";
import { guestbookOperations } from "../model/operations.ts";
import type { OutputFile, SiteModel, SiteModelParts, TemplatePage } from "../model/site-model.ts";
import { copiedAssets } from "./copied-files.ts";
import { type DocumentThread, startDocumentThread } from "./document-thread.ts";
import { createPageWorkers, type Progress } from "./page-workers.ts";
import { warnOfBlockedCopies } from "./policy-warnings.ts";
import { pathsOf } from "./render-context.ts";
import { renderPages } from "./render-pages.ts";
import {
  checkCrowding,
  checkLayouts,
  checkNavigation,
  reportEmptyPages,
  reportPlaceholder,
  warnOfDates,
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
  /** The author's templates, layouts and data, where they are run: not content, but part of the site's version. */
  eleventy?: {
    /** @param path Relative to the content folder. */
    isTemplate(path: string): boolean;
    /** Absolute path of its configuration. */
    configuration: string;
    /** Names of the layouts that a page may ask for. */
    layouts: readonly string[];
  };
  /** The time in milliseconds, to warn of pages dated later; it changes nothing that is published. */
  now?: number;
  /** Worker threads besides this one; by default as many as make the build faster. */
  threads?: number;
  /** Told how far the build is. */
  progress?: Progress | undefined;
}

/** A site whose content is read, checked and rendered. Its pages are not laid out yet, and nothing is written. */
export interface LoadedSite {
  model: SiteModel;
  /** Styles, scripts and copied files. */
  files: OutputFile[];
  /**
   * Checks the links that only pages of the author's own templates can satisfy, once these are known.
   * @throws Faults links to pages that no template makes
   */
  check(templates: readonly TemplatePage[]): void;
  /** Renders the documents, Markdown twins included, each when the next one is asked for. */
  documents(templates: readonly TemplatePage[]): Iterable<OutputFile[]>;
  /** Starts a thread that makes the documents and writes them into an empty output folder. */
  startDocuments(directory: string): DocumentThread;
  /** The author's own templates, layouts and data, which Eleventy runs. */
  templates: ContentFile[];
  warnings: string[];
  /** The warnings that name only some of many, with all that they are about. */
  whole: string[];
  /** What a lenient build only counted. */
  tolerated: Fault[];
}

/**
 * Loads a content folder: reads, checks and renders all pages. It only reads files, and the same content gives the
 * same bytes.
 * @param memory Kept from build to build: what did not change is neither read nor rendered again.
 * @throws Faults all mistakes in the content; or an Error of one line.
 */
export async function loadSite(options: SiteOptions, memory?: PageCache): Promise<LoadedSite> {
  const { input, base_url: wanted, drafts = false, lenient = false, threads, progress } = options;
  const isTemplate = (path: string): boolean => options.eleventy?.isTemplate(path) ?? false;
  const found = listContent(input, isTemplate);
  const templates = found.files.filter(({ path }) => isTemplate(path));
  const report = createReport(lenient, templates.length > 0);
  const files = found.files.filter(({ path }) => !isTemplate(path));
  await using workers = await createPageWorkers(files.filter(({ path }) => isMarkdown(path)).length, threads, progress);
  const content = await loadContent(
    { folder: resolve(input), listing: { ...found, files }, drafts, read: workers.read, cache: memory },
    report,
  );
  if (!content) {
    report.close();
    throw new Error("The content could not be read.");
  }
  const { facts } = content;
  const base_url = wanted ?? facts.base_url;
  if (wanted === undefined) reportPlaceholder(content, report);
  if (!isOrigin(base_url)) {
    report.close();
    throw new Error(
      `The site cannot be built for ${base_url}: it needs an origin, such as https://example.org, ` +
        "because its pages link to each other from the root.",
    );
  }
  const custom = content.assets.find(({ path }) => path === "style.css");
  const shared = loadAssets(custom && readFileSync(custom.absolute, "utf8"));
  const fixed = {
    base_url,
    assets: shared.assets,
    // With faulty facts, which stop the build, a link to a document that depends on them is no fault of its own.
    catalogue: catalogue.filter(({ isPublished }) => content.hasFaultyFacts || (isPublished?.(facts) ?? true)),
    operations: guestbookOperations(base_url),
    findsByEnd: templates.length === 0, // where there are templates, they may make the page that is meant
  };
  const settled = resolveAddressConflicts(content, pathsOf(fixed), report);
  const hasLayout = ({ matter }: { matter: Readonly<Record<string, unknown>> }): boolean =>
    options.eleventy?.layouts.some((name) => name === matter["layout"]) ?? false;
  const withSearch = withSearchPage(settled.sourcePages, hasLayout);
  const placed = { ...settled, sourcePages: withTagsPage(withSearch, facts, hasLayout).sort(byPath) };
  const lists = generatedPages(placed, pathsOf(fixed), memory?.generated);
  const sourcePages = [...placed.sourcePages, ...lists].sort(byPath);
  const parts = await renderPages({ ...placed, sourcePages }, fixed, report, workers, memory);
  const made = [
    ...pathsOf(parts),
    ...parts.pages.flatMap(({ path, markdown_path }) => [htmlFileOf(path), decodeURIComponent(markdown_path)]),
    ...shared.files.map(({ path }) => path),
  ];
  const copied = copiedAssets(
    content.assets.filter((asset) => asset !== custom),
    made,
    report,
  );
  warnOfBlockedCopies(copied, base_url, report);
  const configuration = options.eleventy ? [{ path: ".eleventy.ts", absolute: options.eleventy.configuration }] : [];
  const all: SiteModelParts = {
    ...parts,
    copied: copied.map(({ path, sha256 }) => [path, sha256]),
    templates: digestsOf([...templates, ...configuration]),
  };
  const model = createSiteModel(all);
  const feeds = [...model.feeds.values()].map(({ path }) => path);
  checkNavigation(
    model,
    join(resolve(input), "facts.yaml"),
    [...made, ...copied.map(({ path }) => path), ...feeds],
    report,
  );
  checkLayouts(model.pages, options.eleventy?.layouts, report);
  reportEmptyPages(model, options.eleventy?.layouts, report);
  if (options.now !== undefined) warnOfDates(model.pages, options.now, report);
  checkCrowding([...made, ...copied.map(({ path }) => path)], report);
  const { warnings, whole, pending, tolerated } = report.close();
  return {
    model,
    templates,
    files: [...shared.files, ...copied],
    check(made) {
      const checked = checkPending(pending, made, lenient);
      warnings.push(...checked.warnings);
      tolerated.push(...checked.tolerated);
    },
    documents(made) {
      progress?.("Making the documents");
      return renderDocuments(model, made);
    },
    startDocuments: (directory) => startDocumentThread(all, model, directory),
    warnings,
    whole,
    tolerated,
  };
}

/**
 * Checks links to addresses that only a template can make.
 * @throws Faults links to addresses that no template makes
 * @returns what a lenient build only counts
 */
function checkPending(
  pending: readonly Fault[],
  made: readonly TemplatePage[],
  lenient: boolean,
): Pick<LoadedSite, "warnings" | "tolerated"> {
  const addresses = new Set(made.flatMap(({ path }) => [path, path.replace(/\/$/, "")]).map(decodeURI));
  const report = createReport(lenient);
  for (const fault of pending) if (!addresses.has(fault.unlessMade ?? "")) report.fault(fault);
  return report.close();
}

function digestsOf(files: readonly ContentFile[]): [path: string, sha256: string][] {
  return files.map(({ path, absolute }) => [path, sha256(readFileSync(absolute))]);
}
