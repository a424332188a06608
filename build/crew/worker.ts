import { parentPort } from "node:worker_threads";
import { createRenderer, type Job, type Reading, type Renderer, type Scene } from "../content/renderer.ts";
import { writeFiles, type ReadyFile } from "../output/write.ts";
import { packPages, type PackedPages } from "./packed-pages.ts";

/** What this thread is told: the scene of all pages that follow, pages to be rendered in it, files to be written. */
export type Order = { scene: Scene } | { jobs: readonly Job[] } | { directory: string; files: readonly ReadyFile[] };

/** The answer to pages; `told` in their order. */
export interface RenderedPages {
  pages: PackedPages;
  told: Omit<Reading, "page">[];
}

/** The answer to files: the paths of those that were written. */
export interface WrittenFiles {
  written: string[];
}

let renderer: Renderer;

parentPort?.on("message", (order: Order) => {
  if ("scene" in order) renderer = createRenderer(order.scene);
  else parentPort?.postMessage("jobs" in order ? render(order.jobs) : { written: writeFiles(order.directory, order.files) });
});

function render(jobs: readonly Job[]): RenderedPages {
  const readings = jobs.map((job) => renderer.render(job));
  return { pages: packPages(readings.map(({ page }) => page)), told: readings.map(({ fragments, said }) => ({ fragments, said })) };
}
