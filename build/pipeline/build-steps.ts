import { join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BuildEvent, ContentMap } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import { createPageCache, type PageCache } from "../content/cache.ts";
import type { Fault } from "../content/fault.ts";
import { dateTime } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import type { OutputFile, SiteModel, TemplatePage } from "../model/site-model.ts";
import type { Facts } from "../schemas/facts.ts";
import { isForEleventy, isOwnSite, ownLayouts } from "./author-templates.ts";
import { changedPages, type ShownByPages } from "./changed-pages.ts";
import { type LoadedSite, loadSite, type SiteOptions } from "./load-site.ts";
import {
  type CollectionNeeds,
  collectionTags,
  generatedLists,
  MarkdownPage,
  SiteData,
  virtualFormat,
} from "./markdown-pages.ts";
import { assertUnique, type Output, openOutput, type WrittenFiles } from "./output-folder.ts";
import { blockedInTemplates } from "./policy-warnings.ts";
import { project } from "./project.ts";

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

/** What this project does in each run of Eleventy, in the order in which `.eleventy.ts` has it called. */
export interface BuildSteps extends CollectionNeeds {
  /** Names the configuration of the run. */
  configure(configuration: Configuration): void;
  /** Reads, checks and renders the content, before Eleventy does anything. @throws as `loadSite` does */
  load(event: Pick<BuildEvent, "directories" | "outputMode">): Promise<void>;
  /**
   * The Markdown pages that Eleventy is to make, by their layouts: all, or in a running server those that changed. The
   * second layout has the generated lists.
   */
  pages(layouts: readonly string[]): readonly (readonly MarkdownPage[])[];
  /** The Markdown page at an address, if nothing but the site's own layout reads it. */
  lateLayoutPage(url: string): MarkdownPage | undefined;
  /** The data `site` of the author's templates. */
  facts(): Facts & { navigation: unknown };
  /** The data `open_house` of the site's own layout. */
  data(): SiteData;
  /**
   * The date of a template, never the time at which its file was made.
   * @param written The `date` in its front matter.
   * @param file Its path.
   * @returns undefined where the file's name has the date, which Eleventy reads itself.
   */
  dateOf(written: unknown, file: string): unknown;
  /**
   * Makes the documents, except in a running server, and checks that no two files have the same address.
   * @param made By the path of each template all addresses that Eleventy is going to make with it.
   * @throws Faults links to pages that no template makes; Error of one line naming an address that two files have
   */
  plan(made: ContentMap["inputPathToUrl"]): void;
  /**
   * Writes what is published besides pages, and removes what the last build made and this one did not. A running server
   * makes the documents only here, so that an author sees a changed page without waiting for them.
   */
  finish(event: BuildEvent): Promise<void>;
  /** What the last run made. */
  report(): BuildReport;
}

const configurationFile = resolve(project, ".eleventy.ts");

/** Adds the author's templates and layouts to the options, if the content folder is the project's own `site`. */
export function withTemplates(options: SiteOptions): SiteOptions {
  if (!isOwnSite(options.input)) return options;
  return {
    ...options,
    eleventy: { isTemplate: isForEleventy, configuration: configurationFile, layouts: ownLayouts(options.input) },
  };
}

/** What differs between the commands that build. */
interface RunOptions {
  /** Kept by a running server from build to build. */
  cache?: BuildCache;
  /** Called when the pages and the files that they load are written, before the documents are made. */
  pagesWritten?(): Promise<void>;
  /** Whether documents may be written before the pages: the output is thrown away if these fail. */
  writesAhead?: boolean;
}

export function createBuildSteps(options: SiteOptions, run: RunOptions = {}): BuildSteps {
  const { cache, pagesWritten, writesAhead = false } = run;
  const own = isOwnSite(options.input);
  let publication: LoadedSite;
  let pages: readonly Page[] = [];
  let shown: ShownByPages | undefined;
  let output: Output;
  let planned: { templates: string[]; made: TemplatePage[]; documents: OutputFile[] | undefined };
  /** The documents that another thread is writing while Eleventy makes the pages. */
  let ahead: Promise<string[]> | undefined;
  let report: BuildReport;
  let configuration: Configuration;
  /** Whether templates, layouts or plugins of the author's may look at pages and collections. */
  let hasReaders = false;
  /** Pages that nothing but the site's own layout reads, by their files. */
  let unread = new Map<string, MarkdownPage>();

  const planFiles = (documents: readonly OutputFile[]): string[] => [
    ...markdownFiles(publication.model),
    ...planned.templates,
    ...[...publication.files, ...documents].map(pathOf),
  ];

  return {
    configure(its) {
      configuration = its;
    },
    async load({ directories, outputMode }) {
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
    },
    pages(layouts) {
      const byLayout = Map.groupBy(pages, ({ front_matter, list }) => {
        if (list) return generatedLists;
        const index = own ? layouts.indexOf(String(front_matter["layout"])) : 0;
        return Math.max(0, index); // a layout that is not in `_includes` belongs to another tool
      });
      const listed = layouts.map((_, index) =>
        (byLayout.get(index) ?? []).map((page) => new MarkdownPage(page, publication.model)),
      );
      unread = new Map(hasReaders ? [] : listed.flat().map((each) => [htmlFileOf(each.page.path), each]));
      return listed;
    },
    lateLayoutPage: (url) => unread.get(fileOf(url)),
    tags() {
      // Eleventy sorts all pages anew for each collection, which is a tenth of a large build: not if nobody reads them.
      if (!hasReaders) return [];
      return [...new Set(publication.model.pages.flatMap((page) => collectionTags(page.tags)))].sort();
    },
    hasReaders: () => hasReaders,
    data: () => new SiteData(publication.model),
    facts() {
      const { facts, base_url, navigation } = publication.model;
      return { ...facts, base_url, navigation };
    },
    dateOf(written, file) {
      // Eleventy would take the time at which a file was made or changed, which differs in every copy of the project.
      const byFile = typeof written === "string" && /^(git )?(created|last modified)$/i.test(written);
      if (written === undefined && /\d{4}-\d{2}-\d{2}/.test(file)) return undefined; // the date is in the file's name
      return written === undefined || byFile ? new Date(dateTime(publication.model.facts.since) as string) : written;
    },
    plan(inputPathToUrl) {
      const templates = templateFiles(inputPathToUrl, publication.model, options.input);
      const addresses = templates
        .filter((file) => file.endsWith(".html"))
        .map((file) => file.replace(/\/index\.html$/, "/"));
      const made = addresses.map((address) => ({ path: encodeURI(address) }));
      publication.check(made);
      const documents = cache ? undefined : [...publication.documents(made)].flat();
      planned = { templates, made, documents };
      assertUnique(planFiles(documents ?? []));
      if (!documents) return;
      output.makeRoom(documents.map(pathOf));
      ahead = writesAhead && documents.length >= filesWorthAThread ? output.writeAhead(documents) : undefined;
    },
    async finish({ outputMode, results }) {
      if (outputMode !== "fs" || (results.length === 0 && pages.length > 0)) return; // a dry run
      options.progress?.("Writing the files");
      const { model, warnings, whole, tolerated } = publication;
      const { templates } = planned;
      const first = output.write(publication.files, cache?.written);
      await pagesWritten?.();
      const documents = planned.documents ?? (await withPauses(publication.documents(planned.made))).flat();
      const files = planFiles(documents);
      if (!planned.documents) assertUnique(files);
      if (cache) output.makeRoom(documents.map(pathOf));
      const written = [...first, ...((await ahead) ?? output.write(documents, cache?.written))];
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
    report: () => report,
  };
}

/** Starting a thread takes about as long as writing so many files. */
const filesWorthAThread = 2_000;

/** Milliseconds of work after which a server answers requests, and how long it does. */
const [stretch, pause] = [20, 5];

/** Collects items that take time to make. Between them requests are answered. */
async function withPauses<T>(items: Iterable<T>): Promise<T[]> {
  const made: T[] = [];
  let began = performance.now();
  for (const item of items) {
    made.push(item);
    if (performance.now() - began < stretch) continue;
    await delay(pause); // an answer takes several turns of the event loop
    began = performance.now();
  }
  return made;
}

/**
 * The files that the author's own templates make.
 * @param input The content folder.
 * @throws Error of one line if a template makes a file that a page or another template makes
 */
function templateFiles(made: ContentMap["inputPathToUrl"], { pages }: SiteModel, input: string): string[] {
  const addresses = Object.entries(made)
    .filter(([template]) => !template.endsWith(`.${virtualFormat}`))
    .flatMap(([template, urls]) =>
      urls.flatMap((url) => (url !== false && url.startsWith("/") ? [{ template, url, file: fileOf(url) }] : [])),
    );
  if (addresses.length === 0) return [];
  const pageAt = new Map(pages.map((page) => [htmlFileOf(page.path), page]));
  const makers = new Map<string, string>();
  for (const { template, url, file } of addresses) {
    const page = pageAt.get(file);
    const [own, other] = [join(template), makers.get(file) ?? (page && makerOf(page, input))];
    if (other !== undefined)
      throw new Error(`Two files have the address ${url}: ${own} and ${other}. Give one of them another address.`);
    makers.set(file, own);
  }
  return [...makers.keys()];
}

/** What makes a page, for the author: its file, as Eleventy would name it. */
function makerOf({ source, list }: Page, input: string): string {
  if (source !== null) return relative("", resolve(input, source));
  return list ? "a list that the build generates (`lists` in facts.yaml leaves such lists out)" : "a page of the build";
}

function pathOf({ path }: OutputFile): string {
  return path;
}

/** The file of an address. */
function fileOf(url: string): string {
  return url.endsWith("/") ? `${url}index.html` : url;
}

function markdownFiles({ pages }: SiteModel): string[] {
  return pages.map(({ path }) => htmlFileOf(path));
}
