import { availableParallelism } from "node:os";
import { setImmediate as next } from "node:timers/promises";
import type { Tinypool } from "tinypool";
import type { Page } from "../content/page.ts";
import type { RenderContext, RenderedPage, Renderer, RenderJob } from "../content/page-renderer.ts";
import { type ParsedPage, parsePage, type SourceFile } from "../content/parse-page.ts";
import { keepWords } from "../documents/inverted-index.ts";
import type { render as renderInWorker, SharedRenderContext } from "./page-worker.ts";

/**
 * Reads and renders pages in this thread and, on a large site, in worker threads as well. Results come in the order of
 * the work and do not depend on the number of threads.
 */
export interface PageWorkers extends AsyncDisposable {
  read(files: readonly SourceFile[]): Promise<ParsedPage[]>;
  /**
   * Counts the words of the pages for the search as well.
   * @param renderer Created from the same renderContext, for the pages that this thread renders.
   */
  render(renderContext: RenderContext, renderer: Renderer, jobs: readonly RenderJob[]): Promise<RenderedPage[]>;
}

/** Receives how far a build is: what it does, and how many files or pages of how many are done. */
export type Progress = (step: string, done?: number, total?: number) => void;

/** Starting a worker thread takes about as long as reading and rendering this many pages. */
const pagesWorthAThread = 1_500;

/** Files or pages in one task: few enough that all threads finish together, enough that messages cost little. */
const portion = 50;

/**
 * Tasks that each worker thread has at a time: it need not wait while this thread, between two tasks, sends no other.
 */
const ahead = 3;

/** How many render contexts were shared with workers; identifies the newest. */
let contexts = 0;

/**
 * @param pages How many Markdown files there are.
 * @param threads Worker threads besides this one; by default as many as make so many pages faster.
 * @param progress Called after each portion.
 */
export async function createPageWorkers(
  pages: number,
  threads = Math.min(availableParallelism() - 1, Math.floor(pages / pagesWorthAThread)),
  progress: Progress = () => undefined,
): Promise<PageWorkers> {
  const pool =
    threads > 0
      ? new (await import("tinypool")).Tinypool({
          filename: new URL("page-worker.ts", import.meta.url).href,
          minThreads: threads,
          maxThreads: threads,
          concurrentTasksPerWorker: ahead,
        })
      : undefined;

  /** Kept for all calls with the same context, so that each thread reads it once. */
  let shared: { of: RenderContext; value: SharedRenderContext } | undefined;
  const shareContext = (of: RenderContext): SharedRenderContext => {
    if (shared?.of !== of) shared = { of, value: { number: ++contexts, json: sharedJson(of) } };
    return shared.value;
  };

  /** Shares work between the pool and this thread, which does the portions that no worker has taken. */
  async function share<Work, Result>(
    step: string,
    work: readonly Work[],
    here: (some: readonly Work[]) => Result[],
    there: (some: readonly Work[], pool: Tinypool) => Promise<Result[]>,
  ): Promise<Result[]> {
    if (work.length <= 2 * portion) return here(work);
    const portions = Array.from({ length: Math.ceil(work.length / portion) }, (_, index) =>
      work.slice(index * portion, (index + 1) * portion),
    ).entries();
    const results: Result[][] = [];
    let done = 0;
    const keep = (index: number, result: Result[]): void => {
      results[index] = result;
      done += result.length;
      progress(step, done, work.length);
    };
    const takeFor = async (workers: Tinypool): Promise<void> => {
      for (const [index, some] of portions) keep(index, await there(some, workers));
    };
    const others = Promise.all(pool ? Array.from({ length: threads * ahead }, () => takeFor(pool)) : []);
    others.catch(() => undefined); // awaited below, once this thread is done
    for (const [index, some] of portions) {
      keep(index, here(some));
      if (pool) await next(); // lets idle workers receive their next portion
    }
    await others;
    return results.flat();
  }

  return {
    read: (files) =>
      share(
        "Reading files",
        files,
        (some) => some.map(parsePage),
        (some, workers) => workers.run(some, { name: "read" }) as Promise<ParsedPage[]>,
      ),
    render(renderContext, renderer, jobs) {
      return share(
        "Rendering pages",
        jobs,
        (some) => {
          const rendered = some.map(renderer.render);
          keepWords(rendered.map(pageOf));
          return rendered;
        },
        async (some, workers) => {
          const { rendered, words } = (await workers.run(
            { renderContext: shareContext(renderContext), jobs: some },
            { name: "render" },
          )) as Awaited<ReturnType<typeof renderInWorker>>;
          keepWords(rendered.map(pageOf), words);
          return rendered;
        },
      );
    },
    async [Symbol.asyncDispose]() {
      await pool?.destroy();
    },
  };
}

function pageOf({ page }: RenderedPage): Page {
  return page;
}

function sharedJson(value: unknown): SharedArrayBuffer {
  const json = Buffer.from(JSON.stringify(value));
  const shared = new SharedArrayBuffer(json.length);
  json.copy(Buffer.from(shared));
  return shared;
}
