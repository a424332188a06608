import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { BuildEvent, ContentMap, Page as TemplateOutput } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import { createPageCache } from "../content/cache.ts";
import type { Page } from "../content/page.ts";
import { renderPage } from "../layouts/page.ts";
import { sha256 } from "../lib/bytes.ts";
import type { TemplatePage } from "../model/site-model.ts";
import type { Facts } from "../schemas/facts.ts";
import { withTemplates } from "./author-templates.ts";
import { type LoadedSite, loadSite, type SiteOptions } from "./load-site.ts";
import { collectionTags, type MarkdownPage, pagesByLayout, SiteData } from "./markdown-pages.ts";
import { type Output, openOutput } from "./output.ts";
import {
  assertInside,
  blockedInTemplates,
  templateDate,
  templateFiles,
  writtenByTemplates,
} from "./template-files.ts";

/** What a build made. */
export interface BuildReport
  extends Pick<LoadedSite, "drafts" | "warnings" | "fullWarnings" | "tolerated"> {
  pages: number;
  /** Pages of the author's own templates. */
  templates: number;
  documents: number;
  /** Root-relative paths of all files. */
  files: string[];
  /** Files that are new or changed. */
  written: string[];
  /** Files of the last build that this one does not make. */
  removed: string[];
}

/**
 * What this project does in each run of Eleventy, in the order in which `.eleventy.ts` has it
 * called.
 */
export type BuildSteps = ReturnType<typeof createBuildSteps>;

/**
 * Creates the steps of one build, or of all builds of a running server. Nothing is read before
 * `load`.
 * @param live Of a running server, which keeps what it read and rendered from build to build.
 */
export function createBuildSteps(
  options: SiteOptions,
  live?: {
    /**
     * Called when the pages and the files that they load are written, before the documents are
     * made.
     */
    pagesWritten(): Promise<void>;
  },
) {
  const memory = live && createPageCache();
  /**
   * Digests of the pages with the site's layout, by their paths: now, and in the last build that
   * succeeded.
   */
  let [digests, lastDigests] = [new Map<string, string>(), new Map<string, string>()];
  let publication: LoadedSite;
  /** The Markdown pages that Eleventy makes. */
  let pages: readonly Page[] = [];
  let folder: string;
  let output: Output | undefined;
  /** The files that the author's templates make. */
  let templates: string[] = [];
  /** What Eleventy copied into the output for the author. */
  let copies: readonly string[] = [];
  let report: BuildReport | undefined;

  return {
    /**
     * Reads, checks and renders the content, before Eleventy does anything.
     * @throws as `loadSite` does
     */
    async load({ directories }: Pick<BuildEvent, "directories">): Promise<void> {
      if (resolve(directories.input) !== resolve(options.input))
        throw new Error(
          `--input=${directories.input} is no content folder: name the folder that holds the Markdown.`,
        );
      report = undefined;
      publication = await loadSite(withTemplates(options), memory);
      const { model } = publication;
      pages = model.pages;
      if (live) {
        digests = new Map(model.pages.map((page) => [page.path, sha256(renderPage(page, model))]));
        // Templates and layouts of the author's may show any page.
        if (publication.templates.length === 0)
          pages = model.pages.filter(({ path }) => digests.get(path) !== lastDigests.get(path));
      }
      folder = resolve(directories.output);
      output ??= openOutput(folder);
      output.begin();
    },

    /**
     * The Markdown pages that Eleventy is to make, by their layouts: all, or in a running server
     * those that changed. The second layout has the generated lists.
     */
    pages: (layouts: readonly string[]): readonly (readonly MarkdownPage[])[] =>
      pagesByLayout(pages, layouts, publication.model),

    /** Every tag that is to have a collection, once. */
    tags: (): readonly string[] =>
      [...new Set(publication.model.pages.flatMap((page) => collectionTags(page.tags)))].sort(),

    /** The data `open_house` of the site's own layout. */
    data: (): SiteData => new SiteData(publication.model),
    /** The data `site` of the author's templates. */
    facts(): Facts & { navigation: unknown } {
      const { facts, base_url, navigation } = publication.model;
      return { ...facts, base_url, navigation };
    },

    /** Whether drafts are published, as by `npm start`. */
    drafts: options.drafts === true,
    warn: (text: string): void => void publication.warnings.push(text),

    /** The date of a template, as `templateDate` finds it. */
    dateOf: (written: unknown, file: string): unknown =>
      templateDate(written, file, publication.model.facts.since),

    /**
     * Checks the addresses of the author's templates.
     * @param inputPathToUrl By the path of each template all addresses that Eleventy is going to
     * make with it.
     * @throws Faults links to pages that no template makes; Error of one line naming an address
     * that two files have
     */
    plan(inputPathToUrl: ContentMap["inputPathToUrl"]): void {
      templates = templateFiles(inputPathToUrl, publication.addresses, options.input);
      publication.check(templatePages(templates));
    },

    /** Checks where a template's page goes, before it is written. @throws as `assertInside` does */
    checkPlace: (page: TemplateOutput): void => assertInside(page, folder),

    /** Names the files that Eleventy copied for the author, by root-relative paths. */
    copied(paths: readonly string[]): void {
      copies = paths;
    },

    /**
     * Writes what is published besides pages, and removes what the last build made and this one did
     * not. The documents are made only here, so that an author sees a changed page in a running
     * server without waiting for them.
     */
    async finish({ outputMode, results }: BuildEvent): Promise<void> {
      // A dry run.
      if (!output || outputMode !== "fs" || (results.length === 0 && pages.length > 0)) return;
      const { model, warnings, fullWarnings, tolerated } = publication;
      const files = [
        ...model.pages.map(({ path }) => htmlFileOf(path)),
        ...writtenByTemplates(results, folder),
        // What Eleventy did not make anew (`--incremental`).
        ...templates.filter((path) => existsSync(join(folder, path))),
        ...[...publication.files, ...publication.copied].map(({ path }) => path),
      ];
      const written = [...pages.map(({ path }) => htmlFileOf(path)), ...templates];
      written.push(...output.write(publication.files), ...output.write(publication.copied));
      await live?.pagesWritten();
      for await (const document of publication.documents(templatePages(templates))) {
        files.push(...document.map(({ path }) => path));
        written.push(...output.write(document));
        await setImmediate(); // in which a running server answers requests
      }
      const all = [...new Set([...files, ...copies])];
      const removed = output.close(all);
      lastDigests = digests;
      warnings.push(...blockedInTemplates(results, model.base_url));
      report = {
        pages: model.pages.length,
        templates: templates.length,
        documents: model.catalogue.length,
        files: all,
        written,
        removed,
        drafts: publication.drafts,
        warnings,
        fullWarnings,
        tolerated,
      };
    },

    /** What the last run made. @throws Error where it wrote nothing */
    report(): BuildReport {
      if (!report) throw new Error("Eleventy ended without writing the site.");
      return report;
    },
  };
}

/** The pages among the files that templates make. */
function templatePages(files: readonly string[]): TemplatePage[] {
  const pages = files.filter((file) => file.endsWith(".html"));
  return pages.map((file) => ({ path: encodeURI(file.replace(/\/index\.html$/, "/")) }));
}
