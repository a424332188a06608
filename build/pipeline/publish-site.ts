import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Result } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import type { Report } from "../content/diagnostics.ts";
import { renderDocuments } from "../documents/render-documents.ts";
import { blockedStyle, watchingIn } from "../lib/page-policy.ts";
import { lineAt } from "../lib/text.ts";
import { pagePaths, writtenByTemplates } from "./author-templates.ts";
import type { BuildReport } from "./build-report.ts";
import type { EleventyRun } from "./eleventy-run.ts";
import { generatedLists, pagesTemplate, virtualFormat } from "./pages-as-data.ts";
import { defaultInput, project } from "./project.ts";

/**
 * The second half of a build, after Eleventy: writes everything published besides pages, and
 * removes files that only earlier builds made. The documents are made only here, so that an author
 * sees a changed page in a running server before they are made.
 * @param results Eleventy's results for all templates, pages from data included.
 */
export async function publishSite(
  { site, output, templates, copies, pagesWritten }: EleventyRun,
  results: readonly Result[],
): Promise<BuildReport> {
  const { model, toMake } = site;
  const files = [
    ...model.pages.map(({ path }) => htmlFileOf(path)),
    ...writtenByTemplates(results, output.directory),
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
  reportBlocked(results, model.base_url, site.report);
  return {
    pages: model.pages.length,
    templates: templates.length,
    documents: model.catalogue.length,
    files: all,
    written,
    removed,
    drafts: site.drafts,
    ...site.report.close(),
  };
}

/** The virtual templates of pages in the site's own layout, which are checked when rendered. */
const inOwnLayout = [0, generatedLists].map(pagesTemplate);

/**
 * Warns about markup in an author's templates that would load or run something, which the policy
 * makes browsers refuse.
 */
function reportBlocked(results: readonly Result[], base_url: string, report: Report): void {
  const { origin } = new URL(base_url);
  const isForeign = (address: string) =>
    (URL.parse(address, base_url)?.origin ?? origin) !== origin;
  const includes = resolve(project, defaultInput, "_includes");
  let inLayouts: string[] | undefined;
  for (const { inputPath, outputPath, url, content } of results) {
    if (!outputPath.endsWith(".html") || inOwnLayout.some((page) => inputPath.endsWith(page)))
      continue;
    for (const problem of watchingIn(content, true, isForeign))
      report.warn(`${url} ${problem}, which the site's Content-Security-Policy blocks.`);
    if (!content.match(styleAttribute)) continue;
    inLayouts ??= (existsSync(includes) ? readdirSync(includes, { recursive: true }) : []).flatMap(
      (file) => stylesIn(join(includes, String(file))),
    );
    // Markdown was checked already; a template without `style` has it from a shortcode.
    const isPage = inputPath.endsWith(`.${virtualFormat}`);
    const found = isPage ? inLayouts : [...stylesIn(resolve(project, inputPath)), ...inLayouts];
    for (const place of found.length > 0 || isPage ? found : [url])
      report.warn(blockedStyle, place);
  }
}

const styleAttribute = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*?(?<=[\s"'/])style\s*=/gi;

/** The lines of a template or layout on which an element has a `style`: `menu.njk:3`. */
function stylesIn(file: string): string[] {
  if (!statSync(file).isFile()) return [];
  const text = readFileSync(file, "utf8");
  return Array.from(text.matchAll(styleAttribute), ({ 0: tag, index }) => {
    const line = lineAt(text, index + tag.length);
    return `${relative(resolve(project, defaultInput), file)}:${line}`;
  });
}
