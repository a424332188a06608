import { resolve } from "node:path";
import { assertFolder } from "../content/files.ts";
import type { BuildReport } from "./build-report.ts";
import { createEleventy, type EleventyEngine, type EleventyRun } from "./eleventy-run.ts";
import { type Output, openOutput } from "./output.ts";
import { buildInto } from "./output-folder.ts";
import { type PrepareMemory, prepareSite, type SiteOptions } from "./prepare-site.ts";

/** The most restarts of a build: templates may make other addresses once they replace a page. */
const mostRestarts = 3;

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
 * Builds a whole site. Every command that builds one calls this function.
 * @param memory Memory of a running server.
 * @throws As `buildApart`.
 */
export async function build(options: SiteOptions, folder: string, memory?: BuildMemory) {
  const input = resolve(options.input);
  assertFolder(options.input);
  const eleventy = memory?.eleventy ?? (await createEleventy(input, folder));
  let output = memory?.output;
  for (let replaced = memory?.replaced, restarts = 0; ; restarts++) {
    const site = await prepareSite({ ...options, input, replaced }, memory);
    output ??= openOutput(folder);
    if (memory) memory.output = output;
    const pagesWritten = memory?.pagesWritten;
    const run: EleventyRun = { site, output, pagesWritten, templates: [], copies: [] };
    try {
      const report = await eleventy.run(run);
      if (memory) memory.layouts = site.layouts;
      return report;
    } catch (error) {
      if (run.replaced === undefined || restarts === mostRestarts) throw error;
      replaced = run.replaced;
      if (memory) memory.replaced = replaced;
    }
  }
}
