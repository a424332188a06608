import type { RecordedDiagnostic } from "./diagnostics.ts";
import type { RenderedPage, Renderer } from "./page-renderer.ts";
import type { SourcePage } from "./read-page.ts";

/**
 * Source and rendered pages that a running server keeps between builds: an unchanged file is not
 * read again, and an unchanged page is not rendered again. A build with a cache gives the same
 * bytes as one without.
 */
export interface PageCache {
  /** By absolute path of the source file; `stamp` identifies the file's state. */
  sources: Map<
    string,
    { stamp: string; sourcePage: SourcePage; diagnostics: RecordedDiagnostic[] }
  >;
  /** Rendered pages by source file, with all that they depended on; the context as a digest. */
  pages: Map<
    string,
    { sourcePage: SourcePage; body: string; environment: string; rendered: RenderedPage }
  >;
  /** Whether a photograph or film holds a place, by its path and its file's state. */
  places: Map<string, boolean>;
  /** The renderer of the last build, and the digest of its render context. */
  renderer: { environment: string; renderer: Renderer } | undefined;
}

/** A cache with nothing in it, for the first build of a server. */
export function createPageCache(): PageCache {
  return { sources: new Map(), pages: new Map(), places: new Map(), renderer: undefined };
}
