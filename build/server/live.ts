import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { assertFolder } from "../content/files.ts";
import { explain } from "../lib/system-errors.ts";
import { isForEleventy, isOwnSite } from "../pipeline/author-templates.ts";
import { build } from "../pipeline/build.ts";
import { type BuildReport, summarise } from "../pipeline/build-report.ts";
import { createEleventy } from "../pipeline/eleventy-run.ts";
import { failureOf } from "../pipeline/failures.ts";
import { takeFolder } from "../pipeline/output-folder.ts";
import { defaultInput, isWithin, project, servedFolder } from "../pipeline/project.ts";
import { startBlobs } from "./blobs.ts";
import { createHandler, type ServerOptions } from "./handler.ts";
import { loopbackOnly } from "./loopback-only.ts";
import { listen } from "./node-http.ts";
import { createReloading, type Stopped } from "./reloading.ts";
import { watchFiles } from "./watch.ts";

/** Milliseconds for a browser to load a changed page before the documents are made. */
const reloadTime = 50;

/**
 * Milliseconds to wait for more changes, if one comes during a build or this soon after it:
 * renaming a folder changes every file in it. A single change is built at once. Changes to code
 * always wait, so that files saved together cause one restart.
 */
const pause = 50;

/** The code that a process has loaded: a change to it needs another process. */
const codePaths = ["build", "functions", ".eleventy.ts"].map((name) => resolve(project, name));

/**
 * Builds, serves and watches the site, drafts included, for this computer only. Faults of the
 * content do not end it: they are printed, and shown in place of the pages until corrected.
 * @param options.port Not 0, because a process replaces another on the same port.
 * @param options.replace Called after a change to the code, or to a file that Eleventy runs or
 * reads itself. From then on the site is served as it is and not built again; each further change
 * of that kind calls `replace` again. Without `replace` code is not watched.
 * @throws Error of one line if the port is busy or there is no content folder.
 */
export async function startLive(options: ServerOptions & { replace?: () => void }) {
  const { port, input = defaultInput, lenient = false, replace, log = console.log } = options;
  assertFolder(input);
  const output = resolve(options.output ?? servedFolder("start", port));
  const folder = resolve(input);
  const origin = `http://localhost:${port}`;
  let stopped: Stopped | null = null;
  let warned = new Set<string>();
  let building: Promise<void> | undefined;

  const release = takeFolder(output);
  const store = await startBlobs(options.data);
  const reloading = createReloading(createHandler(output, log), () => stopped);
  const pagesWritten = async () => {
    stopped = null;
    reloading.reload();
    if (building) await delay(reloadTime);
  };
  const eleventy = await createEleventy(folder, output, "serve");
  const memory = { read: new Map(), layouts: new Map(), eleventy, pagesWritten };
  const wanted = { input: folder, base_url: origin, drafts: true, lenient };

  /** Prints a build's summary, and warnings that the previous build did not have. */
  const built = (report: BuildReport) => {
    for (const warning of report.warnings) if (!warned.has(warning)) log(warning);
    warned = new Set(report.warnings);
    log(summarise(report, relative(process.cwd(), output)));
  };
  const failed = (error: unknown) => {
    const explanation = explain(failureOf(error));
    stopped = { explanation, good: existsSync(join(output, "index.html")) };
    const rest = stopped.good
      ? "The last good site stays as it is"
      : "There is nothing to show yet";
    log(`${explanation}\n${rest}. Waiting for a change.`);
    reloading.reload();
  };
  const make = () => build(wanted, output, memory).then(built, failed);
  await make();

  let again = false;
  let ended = 0;
  /** Builds after a change; all changes during a build together cause one more. */
  const rebuild = async () => {
    while (again) {
      if (performance.now() - ended < pause) await delay(pause);
      again = false;
      await make();
      ended = performance.now();
    }
    building = undefined;
  };
  let replacing: NodeJS.Timeout | undefined;
  const changed = (path: string) => {
    if (!isWithin(folder, path) || (isOwnSite(folder) && isForEleventy(relative(folder, path)))) {
      if (replace === undefined) return;
      log(`Changed: ${relative(process.cwd(), path)}. Starting again.`);
      clearTimeout(replacing);
      replacing = setTimeout(() => Promise.resolve(building).then(release).then(replace), pause);
    } else if (replacing === undefined) {
      log(`Changed: ${relative(folder, path)}`);
      again = true;
      building ??= rebuild();
    }
  };
  const stopWatching = await watchFiles(replace ? [folder, ...codePaths] : [folder], changed, log);
  const server = await listen(loopbackOnly(reloading.handler), port);
  return {
    origin,
    async stop() {
      await stopWatching();
      await building;
      reloading.reload();
      await server.stop();
      await store.stop();
      release();
    },
  };
}
