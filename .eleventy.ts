import type { UserConfig } from "@11ty/eleventy";
import { inputOf, isOwnSite, ownLayouts, templateFormats } from "./build/pipeline/author-templates.ts";
import * as pages from "./build/pipeline/markdown-pages.ts";
import { siteBuildOf } from "./build/pipeline/site-build.ts";

/** How Eleventy makes the site. What its own words mean: https://www.11ty.dev/docs/config/ */
export default function configure(eleventy: UserConfig) {
  const input = inputOf(eleventy); // `site`, unless --input names another folder
  const site = siteBuildOf(eleventy, input);
  eleventy.setUseGitIgnore(false);
  eleventy.setEventEmitterMode("sequential");

  // 1. Markdown and facts are read, checked and rendered, and all documents made. A fault stops the build here.
  eleventy.on("eleventy.before", ({ directories }) => site.load(directories));

  // 2. Pages: a virtual template for each layout in use makes all Markdown pages of that layout. The site's own layout is in build/layouts.
  const layouts = [pages.siteLayout, ...ownLayouts(input)];
  eleventy.addGlobalData("markdown_pages", () => site.pages(layouts));
  eleventy.addExtension(pages.virtualFormat, pages.virtualTemplates(layouts, site.tags));
  for (const index of layouts.keys()) eleventy.addTemplate(pages.pagesTemplate(index), "");
  eleventy.addTemplate(`_includes/${pages.layoutTemplate}`, "");
  eleventy.addLayoutAlias(pages.siteLayout, pages.layoutTemplate);

  // 3. Documents, Markdown twins and copied files are written beside the pages. Sitemap and state tell of your templates too.
  eleventy.on("eleventy.contentMap", ({ urlToInputPath }) => site.plan(Object.keys(urlToInputPath)));
  eleventy.on("eleventy.after", (event) => site.finish(event));

  // 4. Your own templates, layouts and data: `site/**/*.njk`, `site/_includes`, `site/_data`. In any other folder nothing is executed.
  eleventy.addGlobalData("site", () => site.facts());
  eleventy.addGlobalData("open_house", () => site.data());
  eleventy.addDateParsing(function (date) {
    return site.dateOf(date, this.page.inputPath);
  });
  eleventy.addExtension("11ty.ts", { key: "11ty.js" });
  eleventy.setTemplateFormats([pages.virtualFormat, ...(isOwnSite(input) ? templateFormats : [])]);
  if (!isOwnSite(input)) eleventy.setDataFileSuffixes([]);

  // 5. Your plugins, filters, shortcodes, collections, transforms and passthrough copies:

  return { dir: { input, output: "_site", data: isOwnSite(input) ? "_data" : "../../no-data" } };
}
