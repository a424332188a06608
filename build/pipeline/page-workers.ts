import { availableParallelism } from "node:os";
import { setImmediate as next } from "node:timers/promises";
import { Tinypool } from "tinypool";
import type { RenderContext, RenderedPage, Renderer, RenderJob } from "../content/page-renderer.ts";
import { type ParsedPage, parsePage, type SourceFile } from "../content/parse-page.ts";
import type { SharedScene } from "./page-worker.ts";

/** Reads and renders pages: here, and on a large site in worker threads as well. The results are the same, and in the order of the work. */
export interface PageWorkers extends AsyncDisposable {
  read(files: readonly SourceFile[]): Promise<ParsedPage[]>;
  /** @param renderer Made of the same scene, for the pages that this thread renders. */
  render(scene: RenderContext, renderer: Renderer, jobs: readonly RenderJob[]): Promise<RenderedPage[]>;
}

/** A thread takes as long to start as to read and render about so many pages. */
const pagesWorthAThread = 1_500;

/** Files or pages handed over at once: few enough that all threads end together, enough that handing over costs little. */
const portion = 100;

/** Portions that a worker thread has at a time, so that it never waits for this one. */
const ahead = 2;

let scenes = 0;

/** @param threads Worker threads, besides this one; by default as many as are worth it for so many pages. */
export function createPageWorkers(
  pages: number,
  threads = Math.min(availableParallelism() - 1, Math.floor(pages / pagesWorthAThread)),
): PageWorkers {
  const pool =
    threads > 0
      ? new Tinypool({
          filename: new URL("page-worker.ts", import.meta.url).href,
          minThreads: threads,
          maxThreads: threads,
          concurrentTasksPerWorker: ahead,
        })
      : undefined;

  /** Gives portions of the work to the pool, and does here what none of its threads has taken. */
  async function share<Work, Result>(
    work: readonly Work[],
    here: (some: readonly Work[]) => Result[],
    there: (some: readonly Work[], pool: Tinypool) => Promise<Result[]>,
  ): Promise<Result[]> {
    if (pool === undefined || work.length <= portion) return here(work);
    const portions = Array.from({ length: Math.ceil(work.length / portion) }, (_, index) =>
      work.slice(index * portion, (index + 1) * portion),
    ).entries();
    const results: Result[][] = [];
    const takeFor = async (): Promise<void> => {
      for (const [index, some] of portions) results[index] = await there(some, pool);
    };
    const shared = Promise.all(Array.from({ length: threads * ahead }, takeFor));
    shared.catch(() => undefined); // thrown below, once this thread is done
    for (const [index, some] of portions) {
      results[index] = here(some);
      await next(); // workers that are done are given more
    }
    await shared;
    return results.flat();
  }

  return {
    read: (files) =>
      share(
        files,
        (some) => some.map(parsePage),
        (some, workers) => workers.run(some, { name: "read" }) as Promise<ParsedPage[]>,
      ),
    render(scene, renderer, jobs) {
      const shared: SharedScene | undefined =
        pool && jobs.length > portion ? { number: ++scenes, json: sharedJson(scene) } : undefined;
      return share(
        jobs,
        (some) => some.map(renderer.render),
        (some, workers) => workers.run({ scene: shared, jobs: some }, { name: "render" }) as Promise<RenderedPage[]>,
      );
    },
    async [Symbol.asyncDispose]() {
      await pool?.destroy();
    },
  };
}

function sharedJson(value: unknown): SharedArrayBuffer {
  const json = Buffer.from(JSON.stringify(value));
  const shared = new SharedArrayBuffer(json.length);
  json.copy(Buffer.from(shared));
  return shared;
}
