import { relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Eleventy } from "@11ty/eleventy";
import { amendMarkdown } from "./author-templates.ts";
import type { BuildReport } from "./build-report.ts";
import { failureOf } from "./failures.ts";
import type { Output } from "./output.ts";
import type { PreparedSite } from "./prepare-site.ts";
import { project } from "./project.ts";

/** A run of Eleventy: what it is given, and what came of it. */
export interface EleventyRun {
  site: PreparedSite;
  output: Output;
  /** Called when the pages and the files that they load are written. */
  pagesWritten?: (() => Promise<void>) | undefined;
  /** Root-relative paths of the files that the author's templates make. */
  templates: readonly string[];
  /** Paths of the pages that templates make, if the site was prepared for others. */
  given?: ReadonlySet<string>;
  /** Root-relative paths of what Eleventy copied for the author. */
  copies: readonly string[];
  /** Undefined as long as nothing is published. */
  report?: BuildReport;
}

/**
 * The event by which the plugin asks for the run that a command has started. Nobody answers under
 * `npx eleventy`.
 */
export const runWanted = "open-house.run";

export type EleventyEngine = Awaited<ReturnType<typeof createEleventy>>;

/**
 * Creates an Eleventy with the configuration of `.eleventy.ts`, for one run or, in a running
 * server, for many.
 * @param input Absolute path of the content folder, as `output` is of the folder to write into.
 * @throws Error of a few lines: what failed in `.eleventy.ts` or a plugin, and where.
 */
export async function createEleventy(
  input: string,
  output: string,
  runMode: "build" | "serve" = "build",
) {
  /** The current run. Eleventy loads the plugin itself, which asks for it by an event. */
  let run: EleventyRun | undefined;
  process.chdir(project); // where Eleventy looks for its configuration
  // Relative as with `npx eleventy`: Eleventy sorts templates by their paths, and takes an absolute
  // path that begins with the same letters as the project's (`house-notes` beside `house`) for one
  // inside the project.
  const eleventy = new Eleventy(relative(project, input) || ".", output, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    quietMode: true,
    config(eleventyConfig) {
      eleventyConfig.on(runWanted, () => run);
    },
  });
  await eleventy.init().catch((error: unknown) => {
    throw failureOf(error);
  });
  await amendMarkdown(eleventy.eleventyConfig.userConfig);
  // Its log is off, because the commands print a summary and all errors themselves.
  eleventy.logger.overrideLogger({ log() {}, info() {}, warn() {}, error() {} });
  // `write` throws every error as well.
  Object.assign(eleventy.errorHandler, { once() {}, error() {}, fatal() {} });
  if (!process.listeners("unhandledRejection").includes(leaveToWrite))
    process.on("unhandledRejection", leaveToWrite);
  return {
    /**
     * Lays out, writes and publishes a prepared site, with the author's own templates beside it.
     * @throws Faults links that no template satisfies; Error of a few lines: what failed in a
     * template or a plugin, and where.
     */
    async run(next: EleventyRun): Promise<BuildReport> {
      const isFirst = run === undefined;
      run = next;
      if (!isFirst) {
        await eleventy.restart();
        await eleventy.init(); // without it Eleventy keeps its data of the last run
      }
      await eleventy.write().catch(async (error: unknown) => {
        await setImmediate(); // or the pages that are under way would be written after all
        throw failureOf(error);
      });
      if (next.report === undefined) throw new Error("Eleventy ended without writing the site.");
      return next.report;
    },
  };
}

/**
 * Eleventy looks at the results of its copying only when all templates are rendered. Until then a
 * file that cannot be copied, also because the output of a failed build is being removed, is a
 * rejection nobody handles, and Node would end the process before the fault is told and the rest
 * removed. `write` throws it, or the earlier fault.
 */
function leaveToWrite(error: unknown): void {
  if (!(error instanceof Error && error.name === "TemplatePassthroughManagerCopyError"))
    throw error;
}
