import { createRenderer, type Job, type Reading, type Renderer, type Scene } from "../content/page-renderer.ts";
import { type ReadDraft, readDraft, type Unread } from "../content/parse-page.ts";

/** What all pages of one build are rendered with, as JSON in memory that threads share: it is parsed once, not sent with each portion. */
export interface SharedScene {
  /** Another build has another number. */
  number: number;
  json: SharedArrayBuffer;
}

let current: { number: number; renderer: Renderer } | undefined;

/** Reads files in a worker thread. */
export function read(files: readonly Unread[]): ReadDraft[] {
  return files.map(readDraft);
}

/** Renders pages in a worker thread. */
export function render({ scene, jobs }: { scene: SharedScene; jobs: readonly Job[] }): Reading[] {
  if (current?.number !== scene.number) {
    const parsed = JSON.parse(Buffer.from(scene.json).toString("utf8")) as Scene;
    current = { number: scene.number, renderer: createRenderer(parsed) };
  }
  const { renderer } = current;
  return jobs.map((job) => renderer.render(job));
}
