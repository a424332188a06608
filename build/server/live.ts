import cluster from "node:cluster";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import EleventyDevServer from "@11ty/eleventy-dev-server";
import { explain, Faults } from "../content/diagnostics.ts";
import { assertFolder } from "../content/files.ts";
import { isForEleventy, isOwnSite } from "../pipeline/author-templates.ts";
import { summarise } from "../pipeline/build.ts";
import { type BuildReport, createBuildSteps } from "../pipeline/build-steps.ts";
import { failureOf } from "../pipeline/failures.ts";
import { defaultInput, servedFolder } from "../pipeline/project.ts";
import { createEleventy } from "../pipeline/run-eleventy.ts";
import { createChangedWarnings } from "./changed-warnings.ts";
import { type ServerOptions, startHandler } from "./handler.ts";
import { answer, answerClientErrors, freePort, loopback } from "./node-http.ts";
import { reloading, type Stopped } from "./reloading.ts";
import { watchFiles } from "./watch.ts";

/** Milliseconds that a browser is given to load a changed page, before the documents are made. */
const reloadTime = 50;

/**
 * Milliseconds to wait for more changes where one comes during a build or this soon after it: a folder that was renamed
 * is a change of each file in it. A single change is built at once.
 */
const settling = 50;

/** Milliseconds for the answers to the last requests, when the server stops. */
const answering = 2_000;

interface Live {
  origin: string;
  freeze(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Builds, serves and watches the site, drafts included. Faults of the content do not end it: they are printed and shown
 * in the browser in place of the pages until they are corrected.
 * @returns its address; `freeze`, after which it only serves and changes no file; and `stop`.
 * @throws Error of one line if the port is busy or there is no content folder.
 */
export async function startLive(options: ServerOptions): Promise<Live> {
  const { input = defaultInput, lenient = false, takeFaults, log = console.log } = options;
  assertFolder(input);
  // Eleventy's server takes the port after the first build, and has no error of one line. A worker of `npm start` is
  // given a port that it may share with the process that it replaces.
  const port = cluster.isWorker ? options.port : await freePort(options.port);
  const output = resolve(options.output ?? servedFolder("start", port));
  const origin = `http://localhost:${port}`;
  const folder = resolve(input);

  let stopped: Stopped | null = null;
  let explained: string | undefined;
  const changedWarnings = createChangedWarnings();
  const built = (report: BuildReport) => {
    explained = undefined;
    for (const warning of changedWarnings(report)) log(warning);
    log(summarise(report, relative(process.cwd(), output)));
    takeFaults?.(report.tolerated, report.whole);
  };
  const failed = (error: unknown): Stopped => {
    const good = existsSync(join(output, "index.html"));
    const failure = failureOf(error);
    const explanation = explain(failure);
    if (failure instanceof Faults) takeFaults?.(failure.faults);
    if (explanation === explained) {
      log(`Still the same: ${explanation.split("\n", 1)[0]?.replace(/[:.]$/, "")}. Waiting for a change.`);
      return { explanation, good };
    }
    explained = explanation;
    const rest = good ? "The last good site stays as it is." : "There is nothing to show yet.";
    log(`${explanation}\n${rest} Waiting for a change.`);
    return { explanation, good };
  };

  const running = await startHandler({ ...options, output, log });
  const handler = reloading(running.handler, () => stopped);

  let building: Promise<void> | undefined;
  const site = createBuildSteps(
    { input: folder, base_url: origin, drafts: true, lenient },
    {
      async pagesWritten() {
        stopped = null;
        if (!building) return;
        await eleventy.eleventyServe.reload({});
        await delay(reloadTime);
      },
    },
  );
  const eleventy = await createEleventy(site, {
    input: folder,
    output,
    runMode: "serve",
    extend(eleventyConfig) {
      eleventyConfig.setServerOptions({
        port,
        portReassignmentRetryCount: 0,
        domDiff: false,
        messageOnStart: false,
        middleware: [
          (request: IncomingMessage, response: ServerResponse) => answer(handler, request, response, origin),
        ],
      });
    },
  });
  const make = () =>
    eleventy.write().then(
      () => built(site.report()),
      (error: unknown) => void (stopped = failed(error)),
    );
  await make();

  let again = false;
  let ended = 0;
  /** Builds after a change; all changes during a build cause one more. */
  const rebuild = async (): Promise<void> => {
    again = true;
    building ??= (async () => {
      while (again) {
        if (performance.now() - ended < settling) await delay(settling);
        again = false;
        await eleventy.restart();
        await eleventy.init();
        await make();
        if (stopped) await eleventy.eleventyServe.reload({});
        ended = performance.now();
      }
      building = undefined;
    })();
    return building;
  };
  const watching = watchFiles(
    [folder],
    (path) => {
      if (isOwnSite(folder) && isForEleventy(relative(folder, path))) return; // the process is restarted
      log(`Changed: ${relative(folder, path) || input}`);
      void rebuild();
    },
    log,
  );

  listenOnLoopback();
  await eleventy.serve(port);
  await eleventy.eleventyServe.server.ready();
  const { server } = eleventy.eleventyServe.server;
  const content = await watching;
  const freeze = async (): Promise<void> => {
    await content.stop();
    await building;
  };
  return {
    origin,
    freeze,
    async stop() {
      await freeze();
      const closed = once(server, "close");
      server.close();
      await eleventy.stopWatch();
      await Promise.race([closed, delay(answering)]);
      server.closeAllConnections();
      await running.stop();
    },
  };
}

/** Eleventy's server has no option for the address it listens on, and would be open to the whole network. */
function listenOnLoopback(): void {
  EleventyDevServer.prototype._serverListen = function (port) {
    answerClientErrors(this.server);
    this.server.listen(port, loopback);
  };
}
