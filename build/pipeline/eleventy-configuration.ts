import type { UserConfig } from "@11ty/eleventy";
import { type BuildSteps, type Configuration, createBuildSteps } from "./build-steps.ts";
import { baseUrlFrom } from "./project.ts";

/** The property by which a command hands its build to `.eleventy.ts`, which Eleventy loads as a module of its own. */
const buildSteps = Symbol.for("open-house.build-steps");

/** Makes an Eleventy that a command starts use this build. `npx eleventy` does without, and gets a new one. */
export function useBuildSteps(eleventy: UserConfig, build: BuildSteps): void {
  Object.assign(eleventy, { [buildSteps]: build });
}

/**
 * The build that a configuration of Eleventy belongs to: a command's, else a new one.
 * @param input The content folder of a new build.
 */
export function buildStepsOf(eleventy: UserConfig & { [buildSteps]?: BuildSteps }, input: string): BuildSteps {
  const build = eleventy[buildSteps] ?? withoutStack(createBuildSteps({ input, base_url: baseUrlFrom(process.env) }));
  build.configure(observe(eleventy));
  return build;
}

/** Has Eleventy print what stops a build without its stack, as the commands do: the pipeline's own are plain Errors. */
function withoutStack(build: BuildSteps): BuildSteps {
  const stopped = (error: Error): never => {
    throw error.name === "Error" ? Object.assign(error, { skipOriginalStack: true }) : error;
  };
  return {
    ...build,
    load: (event) => build.load(event).catch(stopped),
    plan(made) {
      try {
        build.plan(made);
      } catch (error) {
        stopped(error as Error);
      }
    },
    finish: (event) => build.finish(event).catch(stopped),
  };
}

/**
 * Observes a configuration, to which the author's additions come later.
 * @param eleventy Before anything of the author's was added.
 */
function observe(eleventy: UserConfig): Configuration {
  const before = additionsIn(eleventy);
  let copies: string[] = [];
  eleventy.on("eleventy.passthrough", ({ map }) => {
    copies = Object.keys(map).map(decodeURI);
  });
  return { needsAllPages: () => additionsIn(eleventy) > before + ownAdditions, copies: () => copies };
}

/** What `.eleventy.ts` adds for this build: a listener of `eleventy.after` and a transform. */
const ownAdditions = 2;

/**
 * Counts what can use pages: collections, transforms, linters, plugins and listeners that receive all results.
 * Filters and shortcodes are not counted, because only templates and layouts use them, and with those all pages are
 * rendered anyway. Nor are transforms of Eleventy's own plugins, which are added later and use one page each.
 */
function additionsIn({ collections, transforms, linters, plugins, events }: UserConfig): number {
  const added = Object.keys(transforms).filter((name) => !name.startsWith("@11ty/eleventy"));
  const named = [...Object.keys(collections), ...added, ...Object.keys(linters)];
  return named.length + plugins.length + events.listenerCount("eleventy.after");
}
