import { resolve } from "node:path";
import { assertFolder } from "../content/files.ts";
import type { BuildReport } from "./build-report.ts";
import { createEleventy, type EleventyEngine, ReplacedPages } from "./eleventy-run.ts";
import { type Output, openOutput } from "./output.ts";
import { buildInto } from "./output-folder.ts";
import { type PrepareMemory, prepareSite, type SiteOptions } from "./prepare-site.ts";
import { publishSite } from "./publish-site.ts";

/** How often a build starts again if templates, once they replace pages, make other addresses. */
const maxRestarts = 3;

/** Data that a running server keeps from build to build, so that a build after an edit is fast. */
export interface BuildMemory extends PrepareMemory {
  eleventy: EleventyEngine;
  output?: Output;
  /** Paths of generated pages that templates replace. */
  replaced?: ReadonlySet<string>;
  /** Called when the pages and the files that they load are written, before documents are made. */
  pagesWritten(): Promise<void>;
}

/**
 * Builds a whole site into a folder, in which an earlier build stays as it is until the new one is
 * complete. If the process is killed while the files are exchanged, the folder has files of both
 * builds; the next build completes the exchange.
 * @throws Faults with all mistakes in the content; a one-line Error, or one that says what failed in
 * a template or a plugin, and where.
 */
export function buildApart(options: SiteOptions, directory: string): Promise<BuildReport> {
  return buildInto(resolve(directory), (folder) => build(options, folder));
}

/**
 * Builds a whole site, in the steps of CONTRIBUTING.md. `npx eleventy` takes the same steps, but
 * starts in Eleventy.
 * @param memory Memory of a running server.
 * @throws As `buildApart`.
 */
export async function build(options: SiteOptions, folder: string, memory?: BuildMemory) {
  const input = resolve(options.input);
  assertFolder(options.input);
  // First, because an author's configuration may change the parser of Markdown.
  const eleventy = memory?.eleventy ?? (await createEleventy(input, folder));
  let opened = memory?.output;
  let replaced = memory?.replaced;
  for (let restarts = 0; ; restarts++) {
    // List, read, claim addresses, add lists, render, insert, make the site model, check.
    const site = await prepareSite({ ...options, input, replaced }, memory);
    const output = (opened ??= openOutput(folder));
    if (memory) memory.output = output;
    try {
      // Lay out and write the pages; then make the documents, and write them and all other files.
      const report = await eleventy.run({
        site,
        output,
        publish: (made) => publishSite(site, output, made, memory?.pagesWritten),
      });
      if (memory) memory.layouts = site.layouts;
      return report;
    } catch (error) {
      if (!(error instanceof ReplacedPages) || restarts === maxRestarts) throw error;
      replaced = error.paths;
      if (memory) memory.replaced = replaced;
    }
  }
}
