import { resolve } from "node:path";
import type { Page, UserConfig } from "@11ty/eleventy";
import { decodedPath, htmlFileOf } from "../content/address.ts";
import { templateFormats } from "../content/directory-data.ts";
import { givesWay } from "../content/page.ts";
import { publishingOf } from "../content/publishing-keys.ts";
import * as author from "./author-templates.ts";
import { addTagCollections, nameFilesInCollections } from "./collections.ts";
import { type EleventyRun, ReplacedPages, runEvent } from "./eleventy-run.ts";
import { type Output, openOutput } from "./output.ts";
import { takeFolder } from "./output-folder.ts";
import * as pages from "./pages-as-data.ts";
import { prepareSite } from "./prepare-site.ts";
import { baseUrlFrom } from "./project.ts";
import { publishSite } from "./publish-site.ts";

/** The folders of a run, for the `dir` that a configuration of Eleventy returns. */
export function contentFolders(eleventy: UserConfig) {
  const input = author.inputOf(eleventy);
  return { input, output: "_site", data: author.dataFolderOf(input) };
}

/**
 * The plugin with which Eleventy lays out and writes the Markdown pages, beside an author's own
 * templates. The site is prepared by a command of this project or, under `npx eleventy`, by the
 * plugin, which in both cases also publishes the rest. The hooks are in the order in which Eleventy
 * calls them.
 */
export function openHouse(eleventy: UserConfig): void {
  const input = author.inputOf(eleventy);
  /** The run that Eleventy is in. */
  let run: EleventyRun;
  let folder: string;
  /** Root-relative paths of files that the author's templates make, and of copied ones. */
  let templates: readonly string[];
  let copies: readonly string[];
  /** Only under `npx eleventy`, whose watch mode reuses it in each run. */
  let output: Output | undefined;

  // While it is configured: which files are templates. Only the folder `site` has any; in others
  // nothing is executed.
  eleventy.setUseGitIgnore(false); // a template counts whether git ignores it or not
  for (const pattern of author.ignoredBelow(input)) eleventy.ignores.add(pattern);
  const runsTemplates = author.isOwnSite(input);
  eleventy.setTemplateFormats([pages.virtualFormat, ...(runsTemplates ? templateFormats : [])]);
  if (!runsTemplates) eleventy.setDataFileSuffixes([]);
  eleventy.addExtension("11ty.ts", { key: "11ty.js" }); // Eleventy itself knows JavaScript only
  eleventy.setEventEmitterMode("sequential"); // an author's listeners run after the ones below
  nameFilesInCollections(eleventy); // before an author adds a collection

  // The Markdown pages: for each layout a virtual template, paginated over the pages with that
  // layout. The layouts are the site's own, the same for generated lists, and the author's.
  const layouts = [pages.siteLayout, pages.siteLayout, ...author.authorLayouts(input)];
  const virtual = pages.virtualTemplates(layouts, () => run.site.tags);
  eleventy.addExtension(pages.virtualFormat, virtual);
  for (const index of layouts.keys()) eleventy.addTemplate(pages.pagesTemplate(index), "");
  eleventy.addTemplate(`_includes/${pages.layoutTemplate}`, "");
  eleventy.addLayoutAlias(pages.siteLayout, pages.layoutTemplate);

  // Before Eleventy reads a file: it gets the prepared site, so that a fault stops the build first.
  eleventy.on("eleventy.before", async ({ directories }) => {
    if (resolve(directories.input) !== resolve(input))
      throw new Error(
        `--input=${directories.input} is not the content folder: name the folder that holds the Markdown.`,
      );
    folder = resolve(directories.output);
    const [started] = await eleventy.emit(runEvent);
    run = (started as EleventyRun | undefined) ?? (await prepareRun());
    addTagCollections(eleventy, run.site.tags);
  });

  // When it reads global data: the site's data for layouts and templates.
  eleventy.addGlobalData("markdown_pages", () => pages.pagesByLayout(run.site.toMake, layouts));
  eleventy.addGlobalData("site", () => {
    const { facts, base_url, navigation } = run.site.model;
    return { ...facts, base_url, navigation };
  });
  eleventy.addGlobalData("open_house", () => new pages.Uncopied(run.site.model));

  // When it reads a template: one whose data would exclude a page (`draft: true`) is skipped.
  // `permalink: false` means the same as in Eleventy: rendered but not written.
  eleventy.addPreprocessor("open-house/kept-out", templateFormats.join(","), (data) => {
    const { keptOutBy } = publishingOf({ ...data, permalink: undefined });
    if (keptOutBy === undefined || run.site.withDrafts) return;
    const { report } = run.site;
    report.warn(`A template is kept out because of \`${keptOutBy.words}\``, data.page.inputPath);
    return false;
  });
  // When it needs a template's date, which is never the creation time of a file.
  eleventy.addDateParsing(function (date) {
    return author.templateDate(date, this.page.inputPath, run.site.model.facts.since);
  });

  // When it knows all addresses, before it renders: templates' addresses are checked. If they
  // replace generated pages, this run stops, and the command prepares the site again without those
  // pages.
  eleventy.on("eleventy.contentMap", ({ inputPathToUrl }) => {
    const made = author.templateAddresses(inputPathToUrl);
    const { byPath, replaced: assumed } = run.site.model;
    const paths = made.map(({ url }) => encodeURI(decodedPath(url)));
    const replaced = new Set(paths.filter((path) => givesWay(byPath.get(path))));
    const changed = replaced.symmetricDifference(assumed);
    if (changed.size > 0) throw new ReplacedPages(replaced, changed);
    templates = author.templateFiles(made, run.site.addresses, input);
    const urls = author.pagePaths(templates).map(decodeURI);
    run.site.report.settle(new Set(urls.flatMap((path) => [path, path.replace(/\/$/, "")])));
    run.site.report.assertFaultless();
    run.output.announce([...run.site.toMake.map(({ path }) => htmlFileOf(path)), ...templates]);
  });
  // When it has rendered a page: the site's own layout, before the author's transforms. No page of
  // a template may be written outside of the output folder.
  const checkPlace = (page: Page) => author.assertInside(page, folder);
  pages.addSiteLayout(eleventy, () => run.site.model, checkPlace);
  // When it has copied an author's files: they are part of the output.
  eleventy.on("eleventy.passthrough", ({ map }) => {
    copies = Object.keys(map).map(decodeURI);
    run.output.announce(copies);
  });
  // When all pages are written: documents, Markdown twins and copied files follow.
  eleventy.on("eleventy.after", async ({ outputMode, results }) => {
    const isDryRun = outputMode !== "fs" || (results.length === 0 && run.site.toMake.length > 0);
    if (!isDryRun) await run.publish({ results, templates, copies });
  });

  /** A run under `npx eleventy`, which no command has prepared. */
  async function prepareRun(): Promise<EleventyRun> {
    if (output === undefined) process.once("exit", takeFolder(folder));
    author.amendMarkdown(eleventy);
    const site = await prepareSite({ input: resolve(input), base_url: baseUrlFrom(process.env) });
    const opened = (output ??= openOutput(folder));
    return { site, output, publish: (made) => publishSite(site, opened, made) };
  }
}
