import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Result } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import type { ContentFile } from "../content/files.ts";
import { renderDocuments } from "../documents/render-documents.ts";
import { lineAt } from "../lib/text.ts";
import { blockedStyle } from "../markdown/raw-html.ts";
import { policyViolations } from "../model/page-policy.ts";
import { pagePaths, pathIn } from "./author-templates.ts";
import type { BuildReport } from "./build-report.ts";
import type { MadeByEleventy } from "./eleventy-run.ts";
import type { Output } from "./output.ts";
import { generatedLists, pagesTemplate, virtualFormat } from "./pages-as-data.ts";
import type { PreparedSite } from "./prepare-site.ts";

/**
 * The second half of a build, after Eleventy: writes everything published besides pages, and
 * removes files that only earlier builds made. The documents are made only here, so that an author
 * sees a changed page in a running server before they are made.
 * @param pagesWritten Called when the pages and the files that they load are written.
 */
export async function publishSite(
  site: PreparedSite,
  output: Output,
  { results, templates, copies }: MadeByEleventy,
  pagesWritten?: () => Promise<void>,
): Promise<BuildReport> {
  const { model, toMake } = site;
  const files = [
    ...model.pages.map(({ path }) => htmlFileOf(path)),
    ...results.filter(isOfTemplate).map(({ outputPath }) => pathIn(output.directory, outputPath)),
    // Pages that Eleventy did not make anew (`--incremental`).
    ...templates.filter((path) => existsSync(join(output.directory, path))),
    ...[...site.files, ...site.copied].map(({ path }) => path),
    ...copies,
  ];
  const written = [...toMake.map(({ path }) => htmlFileOf(path)), ...templates];
  written.push(...output.write(site.files), ...output.write(site.copied));
  await pagesWritten?.();
  for await (const document of renderDocuments(model, pagePaths(templates))) {
    files.push(...document.map(({ path }) => path));
    written.push(...output.write(document));
    await setImmediate(); // in which a running server answers requests
  }
  const all = [...new Set(files)];
  const removed = output.close(all);
  reportBlocked(results, site);
  return {
    pages: model.pages.length,
    templates: templates.length,
    documents: model.catalogue.length,
    files: all,
    written,
    removed,
    drafts: site.drafts,
    ...site.report.summary(),
  };
}

/** Whether a result is of an author's template, and not of a Markdown page. */
const isOfTemplate = ({ inputPath }: Result) => !inputPath.endsWith(`.${virtualFormat}`);

/** The virtual templates of pages in the site's own layout, which are checked when rendered. */
const inSiteLayout = [0, generatedLists].map(pagesTemplate);

/**
 * Warns about markup in an author's templates that would load or run something, or is a `style`
 * attribute, which the policy makes browsers refuse.
 */
function reportBlocked(results: readonly Result[], { model, templates, report }: PreparedSite) {
  const { base_url } = model;
  const { origin } = new URL(base_url);
  const isForeign = (address: string) =>
    (URL.parse(address, base_url)?.origin ?? origin) !== origin;
  const styled: string[] = [];
  for (const result of results) {
    const { inputPath, outputPath, url, content } = result;
    if (!outputPath.endsWith(".html") || inSiteLayout.some((page) => inputPath.endsWith(page)))
      continue;
    for (const problem of policyViolations(content, true, isForeign))
      report.warn(`The Content-Security-Policy blocks parts of a page that ${problem}`, url);
    // Markdown was checked already.
    if (isOfTemplate(result) && styleAttribute.test(content)) styled.push(url);
  }
  const places = templates.flatMap(stylesIn);
  // Where no template has one, it comes from a shortcode.
  for (const place of places.length > 0 ? places : styled) report.warn(blockedStyle, place);
}

const styleAttribute = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*?(?<=[\s"'/])style\s*=/i;

/** The lines of a template or layout on which an element has a `style`: `menu.njk:3`. */
function stylesIn({ path, absolute }: ContentFile): string[] {
  const text = readFileSync(absolute, "utf8");
  const found = text.matchAll(new RegExp(styleAttribute, "gi"));
  return Array.from(found, ({ 0: tag, index }) => `${path}:${lineAt(text, index + tag.length)}`);
}
