import { readFileSync } from "node:fs";
import { htmlFileOf } from "../content/address.ts";
import type { PageCache } from "../content/cache.ts";
import { createReport, type Fault, type Report } from "../content/diagnostics.ts";
import { isOrigin } from "../content/facts.ts";
import { type ContentFile, isMarkdown, listFiles } from "../content/files.ts";
import { loadContent } from "../content/load.ts";
import type { Page } from "../content/page.ts";
import { catalogue } from "../documents/catalogue.ts";
import { renderDocuments } from "../documents/render.ts";
import { loadAssets } from "../layouts/assets.ts";
import { sha256 } from "../lib/bytes.ts";
import { createSiteModel } from "../model/create-site-model.ts";
import { guestbookOperations } from "../model/operations.ts";
import type { OutputFile, SiteModel, TemplatePage } from "../model/site-model.ts";
import { checkCrowding, copiedAssets } from "./copied-files.ts";
import { createPageWorkers } from "./page-workers.ts";
import { pathsOf, readPages } from "./render-pages.ts";

export interface PublishOptions {
  /** The content folder. */
  input: string;
  /** Where the site will be served; without it, the facts' `base_url`. */
  base_url?: string | undefined;
  /** Whether drafts are published: only ever in the local server. */
  drafts?: boolean;
  /** Whether faults that leave a page publishable are only counted. */
  lenient?: boolean;
  /** What Eleventy runs and reads itself, where it does: neither content nor to be copied, but a change of it is a change of the site. */
  eleventy?: {
    /** @param path Relative to the content folder. */
    isTemplate(path: string): boolean;
    /** Absolute path of its configuration. */
    configuration: string;
    /** Names of the layouts that a page may ask for. */
    layouts: readonly string[];
  };
  /** Worker threads that read and render pages besides this one; by default as many as are worth it. */
  threads?: number;
}

/** A site, read, checked and rendered; its pages are not laid out yet, and nothing of it is written. */
export interface Publication {
  context: SiteModel;
  /** Documents, twins, styles and copied files: all that is published besides pages and what `finish` makes. */
  files: OutputFile[];
  /**
   * The documents that tell of all others, made once it is known which pages the author's own templates made.
   * @throws Faults links that lead to none of them
   */
  finish(templates: readonly TemplatePage[]): OutputFile[];
  /** The author's own templates, layouts and data, which are Eleventy's to run. */
  templates: ContentFile[];
  warnings: string[];
}

/**
 * Turns a content folder into everything that is published. Pure but for reading files: the same content gives the same bytes.
 * With a `memory`, kept from build to build, what did not change is neither read nor rendered again.
 * @throws Faults everything an author has to mend; or an Error of one line.
 */
export async function publish(options: PublishOptions, memory?: PageCache): Promise<Publication> {
  const { input, base_url: wanted, drafts = false, lenient = false, threads } = options;
  const found = listFiles(input);
  const isTemplate = ({ path }: ContentFile): boolean => options.eleventy?.isTemplate(path) ?? false;
  const templates = found.filter(isTemplate);
  const report = createReport(lenient, templates.length > 0);
  const files = found.filter((file) => !isTemplate(file));
  await using workers = createPageWorkers(files.filter(({ path }) => isMarkdown(path)).length, threads);
  const content = await loadContent({ files, drafts, read: workers.read, cache: memory }, report);
  if (!content) {
    report.close();
    throw new Error("The content could not be read.");
  }
  const { facts } = content;
  const base_url = wanted ?? facts.base_url;
  if (!isOrigin(base_url)) {
    report.close();
    throw new Error(
      `The site cannot be built for ${base_url}: it needs an origin, such as https://example.org, because its pages link to each other from the root.`,
    );
  }
  const custom = content.assets.find(({ path }) => path === "style.css");
  const shared = loadAssets(custom && readFileSync(custom.absolute, "utf8"));
  const parts = await readPages(
    content,
    {
      base_url,
      assets: shared.assets,
      catalogue: catalogue.filter(({ isPublished }) => isPublished?.(facts) ?? true),
      operations: guestbookOperations(base_url),
    },
    report,
    workers,
    memory,
  );
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
  const configuration = options.eleventy ? [{ path: ".eleventy.ts", absolute: options.eleventy.configuration }] : [];
  const context = createSiteModel({
    ...parts,
    copied: copied.map(({ path, sha256 }) => [path, sha256]),
    templates: digestsOf([...templates, ...configuration]),
  });
  if (options.eleventy) checkLayouts(context.pages, options.eleventy.layouts, report);
  checkCrowding([...made, ...copied.map(({ path }) => path)], report);
  const { warnings, pending } = report.close();
  const late = context.catalogue.filter((document) => document.late);
  const first = renderDocuments(
    context.catalogue.filter((document) => !document.late),
    context,
    { written: [], templates: [] },
  );
  return {
    context,
    templates,
    files: [...first.files, ...shared.files, ...copied],
    finish(made) {
      warnings.push(...checkPending(pending, made, lenient));
      // The digests of all documents are told by state.json, which therefore comes last.
      const inOrder = [...late.filter(({ id }) => id !== "state"), ...late.filter(({ id }) => id === "state")];
      return renderDocuments(inOrder, context, { written: first.digests, templates: made }).files;
    },
    warnings,
  };
}

/** A page that asks for a layout, by the name of a file, needs that file. (A word without an ending is another tool's.) */
function checkLayouts(pages: readonly Page[], layouts: readonly string[], report: Report): void {
  for (const { source, front_matter } of pages) {
    const { layout } = front_matter;
    if (source === null || typeof layout !== "string" || !layout.includes(".") || layouts.includes(layout)) continue;
    report.fault({
      file: source,
      field: "layout",
      problem: `is \`${layout}\`, which is not in \`_includes\``,
      expected: layouts.length > 0 ? `one of ${layouts.join(", ")}` : "a layout in `_includes`, or no `layout`",
      publishable: true,
    });
  }
}

/** Links that lead nowhere unless a template made what they lead to. @throws Faults @returns warnings */
function checkPending(pending: readonly Fault[], made: readonly TemplatePage[], lenient: boolean): string[] {
  const addresses = new Set(made.flatMap(({ path }) => [path, path.replace(/\/$/, "")]).map(decodeURI));
  const report = createReport(lenient);
  for (const fault of pending) if (!addresses.has(fault.unlessMade ?? "")) report.fault(fault);
  return report.close().warnings;
}

function digestsOf(files: readonly ContentFile[]): [path: string, sha256: string][] {
  return files.map(({ path, absolute }) => [path, sha256(readFileSync(absolute))]);
}
