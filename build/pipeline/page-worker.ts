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

/** Reads files in a worker thread. */
export function read(files: readonly SourceFile[]): ParsedPage[] {
  return files.map(parsePage);
}

/** Renders pages in a worker thread, and counts their words for the search. */
export function render({ renderContext, jobs }: { renderContext: SharedRenderContext; jobs: readonly RenderJob[] }): {
  rendered: RenderedPage[];
  words: CountedWords;
} {
  if (current?.number !== renderContext.number) {
    const parsed = JSON.parse(Buffer.from(renderContext.json).toString("utf8")) as RenderContext;
    current = { number: renderContext.number, renderer: createRenderer(parsed) };
  }
  const { renderer } = current;
  const rendered = jobs.map((job) => renderer.render(job));
  return { rendered, words: countWords(rendered.map(({ page }) => page)) };
}
