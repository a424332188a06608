import { on } from "node:events";
import { availableParallelism } from "node:os";
import { setImmediate as next } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { unpackPages } from "./packed-pages.ts";
import type { Order, RenderedPages } from "./render-worker.ts";
import type { Job, Reading, Renderer, Scene } from "./renderer.ts";

/** Threads that render pages together. */
export interface Crew extends AsyncDisposable {
  /**
   * The readings of these jobs, in their order.
   * @param here A renderer of the same scene, for the jobs that this thread does.
   */
  render(scene: Scene, here: Renderer, jobs: readonly Job[]): Promise<Reading[]>;
}

/** A thread takes as long to start as to render some hundreds of pages. */
const pagesWorthAThread = 600;

/** Jobs given out at once: few enough that all threads end together, enough that handing over costs nothing. */
const portion = 100;

/** A worker has this many portions at a time, so that it need not wait while this thread renders one. */
const ahead = 2;

/**
 * Starts threads for a site of about so many pages; none for a small one, which is rendered here.
 * They get ready while the content is read.
 */
export function createCrew(pages: number, threads = Math.min(availableParallelism() - 1, Math.floor(pages / pagesWorthAThread))): Crew {
  const workers = Array.from({ length: threads }, () => new Worker(new URL("render-worker.ts", import.meta.url)));
  return {
    render: (scene, here, jobs) => share(workers, scene, here, jobs),
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** Gives out jobs to workers and renders here what none of them has taken. */
async function share(workers: readonly Worker[], scene: Scene, here: Renderer, jobs: readonly Job[]): Promise<Reading[]> {
  const portions = Array.from({ length: Math.ceil(jobs.length / portion) }, (_, index) => jobs.slice(index * portion, (index + 1) * portion));
  const done: Reading[][] = [];
  const untaken = portions.entries();
  const hands = jobs.length > portion ? workers : [];
  const given = Promise.all(hands.map((worker) => giveOut(worker, scene, untaken, done)));
  given.catch(() => undefined); // a worker may fail while this thread renders; it is told below
  for (const [index, taken] of untaken) {
    done[index] = taken.map((job) => here.render(job));
    if (hands.length > 0) await next(); // workers that are done ask for more
  }
  await given;
  return done.flat();
}

/** Keeps one worker busy until nothing is left. */
async function giveOut(worker: Worker, scene: Scene, untaken: Iterator<[number, Job[]]>, done: Reading[][]): Promise<void> {
  let waiting = 0;
  const give = (): void => {
    const { value } = untaken.next();
    if (value === undefined) return;
    waiting++;
    worker.postMessage({ index: value[0], jobs: value[1] } satisfies Order);
  };
  const answers = on(worker, "message") as AsyncIterableIterator<[RenderedPages]>;
  worker.postMessage({ scene } satisfies Order);
  for (let i = 0; i < ahead; i++) give();
  while (waiting > 0) {
    const { index, pages, told } = (await answers.next()).value[0];
    waiting--;
    give();
    done[index] = unpackPages(pages).map((page, at) => ({ page, ...(told[at] as (typeof told)[number]) }));
  }
  await answers.return?.();
}
