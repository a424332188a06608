import { setImmediate as next } from "node:timers/promises";
import {
  createRenderer,
  type RenderContext,
  type RenderedPage,
  type Renderer,
  type RenderJob,
} from "../content/page-renderer.ts";
import { type ParsedPage, parsePage, type SourceFile } from "../content/parse-page.ts";
import { type CountedWords, countWords } from "../documents/inverted-index.ts";

/**
 * What all pages of one build are rendered with, as JSON in shared memory: each thread parses it once, instead of
 * receiving it with each portion.
 */
export interface SharedRenderContext {
  /** Identifies the build. */
  number: number;
  json: SharedArrayBuffer;
}

let current: { number: number; renderer: Renderer } | undefined;

// A task begins in a turn of the event loop of its own. Without it all tasks that wait would be done in one, and the
// results of none be sent before the last is done.

/** Reads files in a worker thread. */
export async function read(files: readonly SourceFile[]): Promise<ParsedPage[]> {
  await next();
  return files.map(parsePage);
}

/** Renders pages in a worker thread, and counts their words for the search. */
export async function render({
  renderContext,
  jobs,
}: {
  renderContext: SharedRenderContext;
  jobs: readonly RenderJob[];
}): Promise<{ rendered: RenderedPage[]; words: CountedWords }> {
  await next();
  if (current?.number !== renderContext.number) {
    const parsed = JSON.parse(Buffer.from(renderContext.json).toString("utf8")) as RenderContext;
    current = { number: renderContext.number, renderer: createRenderer(parsed) };
  }
  const { renderer } = current;
  const rendered = jobs.map((job) => renderer.render(job));
  return { rendered, words: countWords(rendered.map(({ page }) => page)) };
}
