import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Faults } from "../content/diagnostics.ts";
import type { Fault } from "../content/fault.ts";
import { assertFolder } from "../content/files.ts";
import { countOf, inThousands } from "../lib/text.ts";
import { type BuildReport, createBuildSteps } from "./build-steps.ts";
import { failureOf } from "./failures.ts";
import type { SiteOptions } from "./load-site.ts";
import { buildInto } from "./output.ts";
import { createEleventy } from "./run-eleventy.ts";

/**
 * Takes the faults of a build: those that stopped it, or those that a lenient one tolerated, with
 * the warnings that are shortened on the terminal.
 */
export type TakeFaults = (faults: readonly Fault[], warnings?: readonly string[]) => void;

/**
 * Builds a whole site. An earlier build in the output folder stays as it is until the new one is
 * complete. A process that is killed while the files are exchanged, which takes milliseconds, leaves
 * files of both; the next build ends the exchange.
 * @throws Faults all mistakes in the content; Error of one line, or what a template or a plugin
 * threw.
 */
export async function build(
  options: SiteOptions,
  output: string,
  takeFaults?: TakeFaults,
): Promise<BuildReport> {
  const input = resolve(options.input);
  assertFolder(options.input);
  const [report, changes] = await buildInto(resolve(output), async (folder) => {
    const site = createBuildSteps({ ...options, input });
    const eleventy = await createEleventy(site, { input, output: folder, runMode: "build" });
    await eleventy.write().catch(async (error: unknown) => {
      await setImmediate(); // or the pages that are under way would be written after all
      throw failureOf(error);
    });
    return site.report();
  }).catch((error: unknown) => {
    if (error instanceof Faults) takeFaults?.(error.faults);
    throw error;
  });
  takeFaults?.(report.tolerated, report.fullWarnings);
  return { ...report, ...changes };
}

/**
 * Summarises a build in one line for the terminal.
 * @param directory The output folder as the user named it.
 */
export function summarise(
  { pages, templates, documents, files, written, removed, drafts }: BuildReport,
  directory: string,
): string {
  const ofTemplates = templates > 0 ? `, ${countOf(templates, "page")} of templates` : "";
  const contents = `${countOf(pages, "page")}${ofTemplates} and ${countOf(documents, "document")}`;
  const [fresh, gone] = [inThousands(written.length), inThousands(removed.length)];
  const unchanged = inThousands(files.length - written.length);
  const kept = drafts.slice(0, 5);
  const more = drafts.length > kept.length ? ` and ${drafts.length - kept.length} more` : "";
  const keptOut =
    drafts.length === 0
      ? ""
      : ` Kept out: ${countOf(drafts.length, "draft")} (${kept.join(", ")}${more}).`;
  return `${contents} in ${directory}: ${fresh} written, ${gone} removed, ${unchanged} unchanged.${keptOut}`;
}
