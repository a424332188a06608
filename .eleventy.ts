import type { UserConfig } from "@11ty/eleventy";
import { templateFormats } from "./build/content/directory-data.ts";
import { isDraft, publishingOf } from "./build/content/publishing-keys.ts";
import {
  dataFolderOf,
  ignoredBelow,
  inputOf,
  isOwnSite,
  ownLayouts,
} from "./build/pipeline/author-templates.ts";
import * as pages from "./build/pipeline/markdown-pages.ts";
import { buildStepsOf } from "./build/pipeline/run-eleventy.ts";

/**
 * How Eleventy makes the site. For the configuration methods see https://www.11ty.dev/docs/config/
 */
export default function configure(eleventy: UserConfig) {
  const input = inputOf(eleventy); // `site`, unless --input names another folder
  const site = buildStepsOf(eleventy, input);
  eleventy.setUseGitIgnore(false); // a template counts whether git ignores it or not
  for (const pattern of ignoredBelow(input)) eleventy.ignores.add(pattern);
  eleventy.setEventEmitterMode("sequential"); // your listeners run after the ones below

  // 1. Before Eleventy starts: reads, checks and renders Markdown. A fault stops the build. Then
  //    adds tag collections.
  eleventy.on("eleventy.before", async (event) => {
    await site.load(event);
    pages.addTagCollections(eleventy, site.tags());
  });

  // 2. Markdown pages: for each layout, a virtual template is paginated over `markdown_pages`, one
  //    page each. `page` is the site's own layout (build/layouts/page.ts), which a transform puts
  //    around them; yours are in `site/_includes`. The second is for the lists that the build
  //    generates, which are in no collection.
  const layouts = [pages.siteLayout, pages.siteLayout, ...ownLayouts(input)];
  eleventy.addGlobalData("markdown_pages", () => site.pages(layouts));
  eleventy.addExtension(pages.virtualFormat, pages.virtualTemplates(layouts, site.tags));
  for (const index of layouts.keys()) eleventy.addTemplate(pages.pagesTemplate(index), "");
  pages.addSiteLayout(eleventy, site.checkPlace);
  eleventy.addTemplate(`_includes/${pages.layoutTemplate}`, "");
  eleventy.addLayoutAlias(pages.siteLayout, pages.layoutTemplate);

  // 3. When all addresses are known, those of your templates are checked. At the end the documents,
  //    which list your templates' pages (sitemap, state), Markdown twins and copied files are made
  //    and written beside the pages.
  eleventy.on("eleventy.contentMap", ({ inputPathToUrl }) => site.plan(inputPathToUrl));
  eleventy.on("eleventy.after", (event) => site.finish(event));

  // 4. Your own templates, layouts and data: `site/**/*.njk`, `site/_includes`, `site/_data`.
  //    In a folder other than `site`, nothing is executed.
  eleventy.addGlobalData("site", () => site.facts());
  eleventy.addGlobalData("open_house", () => site.data());
  eleventy.addDateParsing(function (date) {
    return site.dateOf(date, this.page.inputPath);
  });
  eleventy.addExtension("11ty.ts", { key: "11ty.js" });
  // A template whose data would keep a page out (`draft: true`) makes none. `permalink: false`
  // means what it does in Eleventy: it is rendered, and not written.
  eleventy.addPreprocessor("open-house/kept-out", templateFormats.join(","), (data) => {
    const { keptOutBy } = publishingOf({ ...data, permalink: undefined });
    if (keptOutBy === undefined || (site.drafts && isDraft(keptOutBy))) return undefined;
    site.warn(`A template is kept out because of \`${keptOutBy}\`: \`${data.page.inputPath}\`.`);
    return false;
  });
  eleventy.setTemplateFormats([pages.virtualFormat, ...(isOwnSite(input) ? templateFormats : [])]);
  if (!isOwnSite(input)) eleventy.setDataFileSuffixes([]);

  // 5. Your plugins, filters, shortcodes, collections, transforms and passthrough copies:

  return { dir: { input, output: "_site", data: dataFolderOf(input) } };
}
