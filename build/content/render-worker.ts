import { parentPort } from "node:worker_threads";
import { packPages, type PackedPages } from "./packed-pages.ts";
import { createRenderer, type Job, type Reading, type Renderer, type Scene } from "./renderer.ts";

/** What this thread is told: the scene of all that follows, or jobs to be done in it. */
export type Order = { scene: Scene } | { index: number; jobs: readonly Job[] };

/** What it answers to jobs; `told` in the order of the pages. */
export interface RenderedPages {
  index: number;
  pages: PackedPages;
  told: Omit<Reading, "page">[];
}

let renderer: Renderer;

parentPort?.on("message", (order: Order) => {
  if ("scene" in order) {
    renderer = createRenderer(order.scene);
    return;
  }
  const readings = order.jobs.map((job) => renderer.render(job));
  const answer: RenderedPages = { index: order.index, pages: packPages(readings.map(({ page }) => page)), told: readings.map(({ fragments, said }) => ({ fragments, said })) };
  parentPort?.postMessage(answer);
});
