import type { RecordedDiagnostic } from "./diagnostics.ts";
import type { RenderedPage, Renderer } from "./page-renderer.ts";
import type { SourcePage } from "./read-page.ts";

/**
 * Source and rendered pages that a running server keeps between builds: an unchanged file is not
 * read again, and an unchanged page is not rendered again. A build with a cache gives the same
 * bytes as one without.
 */
export interface PageCache {
  /** By the source file's absolute path; `stamp` identifies the file's state. */
  sources: Map<
    string,
    { stamp: string; sourcePage: SourcePage; diagnostics: RecordedDiagnostic[] }
  >;
  /** The renderer of the last build, with its results. */
  rendering?: Rendering;
}

/** A renderer, with its results. */
export interface Rendering {
  /** The digest of its render context. */
  environment: string;
  renderer: Renderer;
  /** Pages by source file, with the source that each was rendered from. */
  pages: Map<string, { sourcePage: SourcePage; body: string; rendered: RenderedPage }>;
}

/** An empty cache, for the first build of a server. */
export function createPageCache(): PageCache {
  return { sources: new Map() };
}
