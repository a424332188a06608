import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { byPath, pathsOf } from "../content/address.ts";
import { claimAddresses } from "../content/address-book.ts";
import { createReport } from "../content/diagnostics.ts";
import { isOrigin } from "../content/facts.ts";
import { checkFeedIds } from "../content/feeds.ts";
import { listContent } from "../content/files.ts";
import { makeLists } from "../content/generated-pages.ts";
import { loadContent, type ReadPages } from "../content/load-content.ts";
import type { Page } from "../content/page.ts";
import { catalogue } from "../documents/catalogue.ts";
import { publishedSchemas } from "../documents/schemas.ts";
import { loadAssets } from "../layouts/assets.ts";
import { renderPage } from "../layouts/page.ts";
import { sha256 } from "../lib/bytes.ts";
import { digestOfFile } from "../lib/file-system.ts";
import { createSiteModel, createSiteOutline } from "../model/create-site-model.ts";
import { guestbookOperations } from "../model/operations.ts";
import { readPromises } from "../model/promises.ts";
import type { SiteModel } from "../model/site-model.ts";
import { schemaPath } from "../schemas/fields.ts";
import { authorLayouts, isForEleventy, isOwnSite } from "./author-templates.ts";
import { collectionTags } from "./collections.ts";
import { internalNames } from "./output-record.ts";
import { project } from "./project.ts";
import { type Rendering, renderPages } from "./render-pages.ts";
import * as checks from "./site-checks.ts";

export interface SiteOptions {
  /** The content folder. */
  input: string;
  /** The origin where the site will be served; if undefined, the facts' `base_url`. */
  base_url?: string | undefined;
  /** Whether drafts are published, which only the local server does. */
  drafts?: boolean;
  /** Whether faults that leave a page publishable are only counted. */
  lenient?: boolean;
  /** Paths of generated pages that templates replace. */
  replaced?: ReadonlySet<string>;
}

/**
 * The content that a running server keeps from build to build: an unchanged file is not read again,
 * and an unchanged page is not rendered again. A build with it gives the same bytes as one without.
 */
export interface PrepareMemory {
  read: ReadPages;
  rendering?: Rendering;
  /** Digests of the pages in the site's layout, by path, from the last successful build. */
  layouts: ReadonlyMap<string, string>;
}

/** A site whose content is read, checked and rendered, but not yet laid out or written. */
export type PreparedSite = Awaited<ReturnType<typeof prepareSite>>;

/**
 * The first half of a build, before Eleventy: lists a content folder, reads, checks and renders all
 * pages. It only reads files, and the same content gives the same bytes.
 * @throws Faults with all mistakes in the content; or a one-line Error.
 */
export async function prepareSite(options: SiteOptions, memory?: PrepareMemory) {
  const { input, drafts = false, lenient = false, replaced = new Set() } = options;

  // List. In the project's own `site` Eleventy runs every file that it knows, elsewhere none.
  const runsTemplates = isOwnSite(input);
  const isLeftToEleventy = (path: string): boolean => runsTemplates && isForEleventy(path);
  const found = listContent(input, isLeftToEleventy);
  const templates = found.files.filter(({ path }) => isLeftToEleventy(path));
  const files = found.files.filter(({ path }) => !isLeftToEleventy(path));
  const report = createReport(lenient, templates.length > 0);

  // Read: facts, pages and other files, then those that belong to the software.
  const listing = { ...found, files };
  const content = await loadContent(input, listing, templates, drafts, report, memory?.read);
  const { facts } = content;
  const { base_url = facts.base_url } = options;
  if (options.base_url === undefined) checks.reportPlaceholder(content, report);
  if (!isOrigin(base_url)) {
    report.assertFaultless();
    throw new Error(
      `The site cannot be built for ${base_url}: it needs an origin, such as https://example.org, ` +
        "because its pages link to each other from the root.",
    );
  }
  const custom = content.assets.find(({ path }) => path === "style.css");
  const assets = content.assets.filter((asset) => asset !== custom);
  const style = custom && readFileSync(custom.absolute, "utf8");
  const shared = loadAssets(style, pathsOf(assets));
  const operations = guestbookOperations(base_url);

  // Claim addresses, then add lists of folders and tags that have no page.
  const documents = [
    ...pathsOf([...catalogue, ...operations, ...shared.files]),
    ...publishedSchemas({ catalogue }).map(([id]) => schemaPath(id)),
    ...internalNames.map((name) => `/${name}`), // nothing may be written over these
  ];
  const claiming = content.sourcePages.filter(({ path }) => !replaced.has(path));
  const claims = { ...content, sourcePages: claiming, assets, documents };
  const addresses = claimAddresses(claims, report);
  const fromFiles = content.sourcePages.toSorted(byPath);
  const { generated, ...groups } = makeLists(fromFiles, facts, addresses, replaced);
  const sourcePages = [...fromFiles, ...generated].sort(byPath);

  // Render the pages that do not depend on others, then insert lists and the like into the rest.
  const context = { ...content, assets, sourcePages, addresses, base_url, replaced };
  const rendered = renderPages(context, report, memory);
  const manifesto = sourcePages.find(({ type }) => type === "manifesto");
  const parts = {
    ...groups,
    facts,
    base_url,
    gone: pathsOf(content.gone),
    promises: readPromises(manifesto, report),
    greeting_affordances: sourcePages
      .filter(({ type }) => type === "greeting")
      .flatMap(rendered.affordancesFor),
    assets: shared.assets,
    catalogue,
    operations,
    replaced,
  };
  const pages = rendered.insert(createSiteOutline({ ...parts, pages: rendered.outlines }));

  // Make the site model.
  const copied = assets.map(({ path, absolute }) => ({
    path: `/${path}`,
    absolute,
    sha256: digestOfFile(absolute),
  }));
  const sources = [...templates, ...content.templateData];
  if (runsTemplates)
    sources.push({ path: ".eleventy.ts", absolute: resolve(project, ".eleventy.ts") });
  const digests: Pick<SiteModel, "copied" | "templates"> = {
    copied: copied.map(({ path, sha256 }) => [path, sha256]),
    templates: sources.map(({ path, absolute }) => [path, digestOfFile(absolute)]),
  };
  const model = createSiteModel({ ...parts, pages }, digests);

  // Check: all faults together end the build here.
  checkFeedIds(sourcePages, base_url, report);
  checks.reportFutureDates(sourcePages, Date.now(), report);
  checks.reportMoves(sourcePages, lenient, report);
  checks.checkStyle(style ?? "", report);
  checks.checkNavigation(model, addresses, join(input, "facts.yaml"), content.drafts, report);
  checks.checkTranslations(sourcePages, model, report);
  checks.checkLayouts(model.pages, runsTemplates ? authorLayouts(input) : undefined, report);
  report.assertFaultless();
  return {
    model,
    /** Every tag that is to have a collection, once. */
    tags: [...new Set(model.pages.flatMap((page) => collectionTags(page.tags)))].sort(),
    /** The owner of each address, except those of the author's templates. */
    addresses,
    /** Styles and scripts. */
    files: shared.files,
    /** The author's images and other files. */
    copied,
    ...pagesToMake(model, templates.length > 0, memory),
    /** The author's templates, layouts and data. */
    templates,
    /** Whether drafts are published. */
    withDrafts: drafts,
    /** Files of pages that are left out as drafts. */
    drafts: content.drafts,
    /** The report of the whole build, to which the run of Eleventy adds. */
    report,
  };
}

/**
 * The Markdown pages that Eleventy makes: all, or in a running server those that changed since
 * the last build, unless the author has templates or layouts, which may show any page.
 */
function pagesToMake(model: SiteModel, hasTemplates: boolean, memory: PrepareMemory | undefined) {
  if (!memory) return { layouts: new Map<string, string>(), toMake: model.pages };
  const layouts = new Map(model.pages.map((page) => [page.path, sha256(renderPage(page, model))]));
  const isChanged = ({ path }: Page): boolean => layouts.get(path) !== memory.layouts.get(path);
  return { layouts, toMake: hasTemplates ? model.pages : model.pages.filter(isChanged) };
}
