import { resolve } from "node:path";
import type { BuildEvent, ContentMap } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import { createPageCache, type PageCache } from "../content/cache.ts";
import type { Fault } from "../content/fault.ts";
import type { Page } from "../content/page.ts";
import type { OutputFile, SiteModel, TemplatePage } from "../model/site-model.ts";
import type { Facts } from "../schemas/facts.ts";
import { withTemplates } from "./author-templates.ts";
import { changedPages, type ShownByPages } from "./changed-pages.ts";
import type { DocumentThread } from "./document-thread.ts";
import { type LoadedSite, loadSite, type SiteOptions } from "./load-site.ts";
import { collectionTags, type MarkdownPage, pagesByLayout, SiteData } from "./markdown-pages.ts";
import { assertUnique, type Output, openOutput, type WrittenFiles } from "./output-folder.ts";
import { withPauses } from "./pauses.ts";
import { blockedInTemplates } from "./policy-warnings.ts";
import { fileOf, templateDate, templateFiles } from "./template-files.ts";

/** What a build made. */
export interface BuildReport {
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
  warnings: string[];
  /** The warnings that name only some of many, with all that they are about. */
  whole: readonly string[];
  /** What a lenient build only counted. */
  tolerated: readonly Fault[];
}

/** What a running server keeps from build to build. */
interface BuildCache {
  content: PageCache;
  /** What the pages of the last successful build displayed. */
  shown: ShownByPages | undefined;
  written: WrittenFiles;
}

/** A cache with nothing in it, for the first build of a server. */
export function createBuildCache(): BuildCache {
  return { content: createPageCache(), shown: undefined, written: new Map() };
}

/** What a build has to know of Eleventy's configuration. */
export interface Configuration {
  /** Whether plugins, collections, transforms or listeners that the author added may look at all pages. */
  needsAllPages(): boolean;
  /** Root-relative paths of the files that Eleventy copied into the output, once it has copied. */
  copies(): readonly string[];
}

/** What differs between the commands that build. */
interface RunOptions {
  /** Kept by a running server from build to build. */
  cache?: BuildCache;
  /** Called when the pages and the files that they load are written, before the documents are made. */
  pagesWritten?(): Promise<void>;
  /**
   * Whether documents may be written before the pages: the output holds nothing of an earlier build, and is thrown away
   * if the pages fail.
   */
  writesAhead?: boolean;
}

/** What this project does in each run of Eleventy, in the order in which `.eleventy.ts` has it called. */
export type BuildSteps = ReturnType<typeof createBuildSteps>;

/** Creates the steps of one build, or of all builds of a running server. Nothing is read before `load`. */
export function createBuildSteps(options: SiteOptions, run: RunOptions = {}) {
  const { cache, pagesWritten, writesAhead = false } = run;
  let publication: LoadedSite;
  let pages: readonly Page[] = [];
  let shown: ShownByPages | undefined;
  let output: Output;
  let planned: { templates: string[]; made: TemplatePage[]; documents: OutputFile[] | undefined };
  /** The thread that makes the documents of a large site while Eleventy makes its pages. */
  let thread: DocumentThread | undefined;
  /** Paths of the documents, once that thread has written them. */
  let ahead: Promise<string[]> | undefined;
  let report: BuildReport;
  let configuration: Configuration;
  /** Whether templates, layouts or plugins of the author's may look at pages and collections. */
  let hasReaders = false;
  /** Pages that nothing but the site's own layout reads, by their files. */
  let unread = new Map<string, MarkdownPage>();

  /** Paths of all files, given those of the documents. */
  const planFiles = (documents: readonly string[]): string[] => [
    ...markdownFiles(publication.model),
    ...planned.templates,
    ...publication.files.map(pathOf),
    ...documents,
  ];

  return {
    /** Names the configuration of the run. */
    configure(its: Configuration): void {
      configuration = its;
    },

    /** Reads, checks and renders the content, before Eleventy does anything. @throws as `loadSite` does */
    async load({ directories, outputMode }: Pick<BuildEvent, "directories" | "outputMode">): Promise<void> {
      if (resolve(directories.input) !== resolve(options.input))
        throw new Error(`--input=${directories.input} is no content folder: name the folder that holds the Markdown.`);
      publication = await loadSite({ ...withTemplates(options), now: Date.now() }, cache?.content);
      options.progress?.("Laying out the pages");
      const { model } = publication;
      const found = cache && changedPages(model, cache.shown);
      shown = found?.shown;
      // Which pages the author's templates, layouts and plugins use is not known here, so they are given all.
      hasReaders = publication.templates.length > 0 || configuration.needsAllPages() || outputMode !== "fs";
      pages = found && !hasReaders ? found.changed : model.pages;
      output = openOutput(directories.output);
      output.makeRoom([...markdownFiles(model), ...publication.files.map(pathOf)]);
      if (writesAhead && pages.length >= pagesWorthAThread) thread = publication.startDocuments(directories.output);
    },

    /**
     * The Markdown pages that Eleventy is to make, by their layouts: all, or in a running server those that changed.
     * The second layout has the generated lists.
     */
    pages(layouts: readonly string[]): readonly (readonly MarkdownPage[])[] {
      const listed = pagesByLayout(pages, layouts, publication.model);
      unread = new Map(hasReaders ? [] : listed.flat().map((each) => [htmlFileOf(each.page.path), each]));
      return listed;
    },

    /** The Markdown page at an address, if nothing but the site's own layout reads it. */
    lateLayoutPage: (url: string): MarkdownPage | undefined => unread.get(fileOf(url)),

    /** Every tag that is to have a collection, once; none where nothing reads collections. */
    tags(): readonly string[] {
      // Eleventy sorts all pages anew for each collection, which is a tenth of a large build: not if nobody reads them.
      if (!hasReaders) return [];
      return [...new Set(publication.model.pages.flatMap((page) => collectionTags(page.tags)))].sort();
    },

    /** Whether anything may read pages and collections. */
    hasReaders: (): boolean => hasReaders,

    /** The data `open_house` of the site's own layout. */
    data: (): SiteData => new SiteData(publication.model),

    /** The data `site` of the author's templates. */
    facts(): Facts & { navigation: unknown } {
      const { facts, base_url, navigation } = publication.model;
      return { ...facts, base_url, navigation };
    },

    /** The date of a template, as `templateDate` finds it. */
    dateOf: (written: unknown, file: string): unknown => templateDate(written, file, publication.model.facts.since),

    /**
     * Makes the documents, except in a running server, and checks that no two files have the same address.
     * @param inputPathToUrl By the path of each template all addresses that Eleventy is going to make with it.
     * @throws Faults links to pages that no template makes; Error of one line naming an address that two files have
     */
    plan(inputPathToUrl: ContentMap["inputPathToUrl"]): void {
      const templates = templateFiles(inputPathToUrl, publication.model, options.input);
      const addresses = templates
        .filter((file) => file.endsWith(".html"))
        .map((file) => file.replace(/\/index\.html$/, "/"));
      const made = addresses.map((address) => ({ path: encodeURI(address) }));
      publication.check(made);
      ahead = thread?.write(made);
      const documents = cache || ahead ? undefined : [...publication.documents(made)].flat();
      planned = { templates, made, documents };
      const paths = documents?.map(pathOf) ?? [];
      assertUnique(planFiles(paths));
      output.makeRoom(paths);
    },

    /**
     * Writes what is published besides pages, and removes what the last build made and this one did not. A running
     * server makes the documents only here, so that an author sees a changed page without waiting for them.
     */
    async finish({ outputMode, results }: BuildEvent): Promise<void> {
      if (outputMode !== "fs" || (results.length === 0 && pages.length > 0)) return; // a dry run
      options.progress?.("Writing the files");
      const { model, warnings, whole, tolerated } = publication;
      const { templates } = planned;
      const first = output.write(publication.files, cache?.written);
      await pagesWritten?.();
      const late = cache && (await withPauses(publication.documents(planned.made))).flat();
      const documents = planned.documents ?? late ?? [];
      const paths = (await ahead) ?? documents.map(pathOf);
      const files = planFiles(paths);
      if (!planned.documents) assertUnique(files);
      if (cache) output.makeRoom(paths);
      const written = [...first, ...(ahead ? paths : output.write(documents, cache?.written))];
      const all = [...new Set([...files, ...configuration.copies()])];
      const removed = output.close(all, cache?.written);
      if (cache) cache.shown = shown;
      warnings.push(...blockedInTemplates(results, model.base_url));
      report = {
        pages: model.pages.length,
        templates: templates.length,
        documents: model.catalogue.length,
        files: all,
        written: [...pages.map(({ path }) => htmlFileOf(path)), ...templates, ...written],
        removed,
        warnings,
        whole,
        tolerated,
      };
    },

    /** Ends what still goes on after a run that failed. */
    async stop(): Promise<void> {
      await thread?.stop();
    },

    /** What the last run made. */
    report: (): BuildReport => report,
  };
}

/** Starting a thread takes about as long as making and writing the documents of so many pages. */
const pagesWorthAThread = 3_000;

function pathOf({ path }: OutputFile): string {
  return path;
}

function markdownFiles({ pages }: SiteModel): string[] {
  return pages.map(({ path }) => htmlFileOf(path));
}
