import { resolve } from "node:path";
import { assertFolder } from "../content/files.ts";
import { createEleventy, failureOf } from "./eleventy.ts";
import { buildInto } from "./output.ts";
import type { PublishOptions } from "./publish.ts";
import { type BuildReport, createSiteBuild } from "./site-build.ts";

/**
 * Builds a site from nothing. An earlier one in the output folder stays whole until all is made.
 * @throws Faults the author's, all at once; Error of one line, or what a template or a plugin threw.
 */
export async function build(options: PublishOptions, output: string): Promise<BuildReport> {
  const input = resolve(options.input);
  assertFolder(options.input);
  const [report, changes] = await buildInto(resolve(output), async (folder) => {
    const site = createSiteBuild({ ...options, input });
    const eleventy = await createEleventy(site, { input, output: folder, runMode: "build" });
    await eleventy.write().catch((error: unknown) => {
      throw failureOf(error);
    });
    return site.report();
  });
  return { ...report, ...changes };
}

/** One line for the terminal. */
export function summarise(
  { pages, templates, documents, files, written, removed }: BuildReport,
  directory: string,
): string {
  const ofTemplates = templates > 0 ? `, ${count(templates, "page")} of templates` : "";
  const made = `${count(pages, "page")}${ofTemplates} and ${count(documents, "document")}`;
  return `${made} in ${directory}: ${written.length} written, ${removed.length} removed, ${files.length - written.length} unchanged.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
