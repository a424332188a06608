import { relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Eleventy, type Result } from "@11ty/eleventy";
import { amendMarkdown } from "./author-templates.ts";
import type { BuildReport } from "./build-report.ts";
import { failureOf } from "./failures.ts";
import type { Output } from "./output.ts";
import type { PreparedSite } from "./prepare-site.ts";
import { project } from "./project.ts";

/** A run of Eleventy: a prepared site, and the folder to write it into. */
export interface EleventyRun {
  site: PreparedSite;
  output: Output;
  /** Called when Eleventy has written all pages, and before an author's `eleventy.after`. */
  publish(made: MadeByEleventy): Promise<BuildReport>;
}

/** The files that Eleventy has made in a run. */
export interface MadeByEleventy {
  /** Its results for all templates, pages from data included. */
  results: readonly Result[];
  /** Root-relative paths of the files that the author's templates make. */
  templates: readonly string[];
  /** Root-relative paths of files that it copied for the author. */
  copies: readonly string[];
}

/** Thrown if the site was prepared without knowing which pages the author's templates replace. */
export class ReplacedPages extends Error {
  readonly paths: ReadonlySet<string>;
  constructor(paths: ReadonlySet<string>, changed: ReadonlySet<string>) {
    super(
      `Templates replace generated pages, or no longer do (${[...changed].join(", ")}): use \`npm run build\`. If it says this too, give them addresses that do not depend on other pages.`,
    );
    this.paths = paths;
  }
}

/**
 * The event by which the plugin gets the run that a command has started. Under `npx eleventy` it
 * has no listener.
 */
export const runEvent = "open-house.run";

export type EleventyEngine = Awaited<ReturnType<typeof createEleventy>>;

/**
 * Creates an instance of Eleventy with the configuration of `.eleventy.ts`, for one run or, in a
 * running server, for many.
 * @param input Absolute path of the content folder; `output` is that of the folder to write into.
 * @throws Error of a few lines: what failed in `.eleventy.ts` or a plugin, and where.
 */
export async function createEleventy(
  input: string,
  output: string,
  runMode: "build" | "serve" = "build",
) {
  /** The current run. The plugin, which Eleventy loads itself, asks for it by an event. */
  let run: EleventyRun | undefined;
  process.chdir(project); // where Eleventy looks for its configuration
  // Relative as with `npx eleventy`: Eleventy sorts templates by path, and takes an absolute path
  // that only begins like the project's (`house-notes` beside `house`) for one in the project.
  const eleventy = new Eleventy(relative(project, input) || ".", output, {
    source: "cli",
    configPath: ".eleventy.ts",
    runMode,
    config(eleventyConfig) {
      eleventyConfig.on(runEvent, () => run);
    },
  });
  // Commands print a summary and all errors themselves, and nothing else.
  eleventy.disableLogger();
  await eleventy.init().catch((error: unknown) => {
    throw failureOf(error);
  });
  amendMarkdown(eleventy.eleventyConfig.userConfig);
  // `write` throws every error as well, and measurements need not be printed.
  Object.assign(eleventy.bench, { finish() {} });
  Object.assign(eleventy.errorHandler, { once() {}, error() {}, fatal() {} });
  if (!process.listeners("unhandledRejection").includes(leaveToWrite))
    process.on("unhandledRejection", leaveToWrite);
  return {
    /**
     * Lays out and writes the pages, those of the author's templates too, then calls `publish`.
     * @throws Faults with links to pages that no template makes; ReplacedPages; an Error of a few
     * lines that says what failed in a template or a plugin, and where.
     */
    async run(next: EleventyRun): Promise<BuildReport> {
      const isFirst = run === undefined;
      let report = undefined as BuildReport | undefined;
      run = { ...next, publish: async (made) => (report = await next.publish(made)) };
      if (!isFirst) {
        await eleventy.restart();
        await eleventy.init(); // without it Eleventy keeps its data of the last run
      }
      await eleventy.write().catch(async (error: unknown) => {
        await setImmediate(); // or the pages that are under way would be written after all
        throw failureOf(error);
      });
      if (report === undefined) throw new Error("Eleventy ended without writing the site.");
      return report;
    },
  };
}

/**
 * Eleventy looks at the results of its copying only when all templates are rendered. If a file
 * cannot be copied before (for example because a failed build's output is being removed), nobody
 * handles the rejection, and Node would end the process before the fault is reported and the rest
 * removed. `write` throws this error, or an earlier fault.
 */
function leaveToWrite(error: unknown): void {
  if (!(error instanceof Error && error.name === "TemplatePassthroughManagerCopyError"))
    throw error;
}
