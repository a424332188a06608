import { existsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Result } from "@11ty/eleventy";
import { htmlFileOf } from "../content/address.ts";
import type { Fault } from "../content/fault.ts";
import { renderDocuments } from "../documents/render.ts";
import { templatePages, writtenByTemplates } from "./author-templates.ts";
import type { BuildReport } from "./build-report.ts";
import type { EleventyRun } from "./eleventy-run.ts";
import { blockedInTemplates } from "./template-checks.ts";

/** What Eleventy made. */
export interface EleventyMade {
  /** Root-relative paths of the files that the author's templates make. */
  templates: string[];
  /** Root-relative paths of what Eleventy copied for the author. */
  copies: string[];
  warnings: string[];
  /** Links that lead nowhere, which a lenient build only counts. */
  tolerated: Fault[];
  /** The results of all templates, pages from data included. */
  results: readonly Result[];
}

/**
 * The second half of a build, after Eleventy: writes what is published besides pages, and removes
 * what the last build made and this one did not. The documents are made only here, so that an
 * author sees a changed page in a running server without waiting for them.
 */
export async function publishSite(
  { site, output, pagesWritten }: EleventyRun,
  { templates, copies, warnings, tolerated, results }: EleventyMade,
): Promise<BuildReport> {
  const { model, toMake } = site;
  const files = [
    ...model.pages.map(({ path }) => htmlFileOf(path)),
    ...writtenByTemplates(results, output.directory),
    // What Eleventy did not make anew (`--incremental`).
    ...templates.filter((path) => existsSync(join(output.directory, path))),
    ...[...site.files, ...site.copied].map(({ path }) => path),
    ...copies,
  ];
  const written = [...toMake.map(({ path }) => htmlFileOf(path)), ...templates];
  written.push(...output.write(site.files), ...output.write(site.copied));
  await pagesWritten?.();
  for await (const document of renderDocuments(model, templatePages(templates))) {
    files.push(...document.map(({ path }) => path));
    written.push(...output.write(document));
    await setImmediate(); // in which a running server answers requests
  }
  const all = [...new Set(files)];
  const removed = output.close(all);
  const blocked = blockedInTemplates(results, model.base_url);
  return {
    pages: model.pages.length,
    templates: templates.length,
    documents: model.catalogue.length,
    files: all,
    written,
    removed,
    drafts: site.drafts,
    warnings: [...site.warnings, ...warnings, ...blocked],
    fullWarnings: site.fullWarnings,
    tolerated: [...site.tolerated, ...tolerated],
  };
}
