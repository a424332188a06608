import { statSync } from "node:fs";
import type { RecordedDiagnostic } from "./diagnostics.ts";
import type { Page } from "./page.ts";
import type { RenderedPage, Renderer } from "./page-renderer.ts";
import type { SourcePage } from "./parse-page.ts";

/**
 * Source and rendered pages that a running server keeps between builds: an unchanged file is not read again, and an
 * unchanged page is not rendered again. A build with a cache gives the same bytes as one without.
 */
export interface PageCache {
  /** By absolute path of the source file; `stamp` identifies the file's state. */
  sources: Map<string, { stamp: string; sourcePage: SourcePage; diagnostics: RecordedDiagnostic[] }>;
  /** Pages that the build generates, by their `file`. */
  generated: Map<string, SourcePage>;
  /** By name of the source file. */
  pages: Map<string, CachedPage>;
  /** The renderer of the last build, and the digest of its render context. */
  renderer: { environment: string; renderer: Renderer } | undefined;
}

/** A rendered page with everything that its rendering depended on. */
interface CachedPage {
  sourcePage: SourcePage;
  /** Its Markdown, with everything inserted. */
  body: string;
  /** Digest of the render context. */
  environment: string;
  rendered: RenderedPage;
}

/** A cache with nothing in it, for the first build of a server. */
export function createPageCache(): PageCache {
  return { sources: new Map(), generated: new Map(), pages: new Map(), renderer: undefined };
}

/**
 * Identifies the state of a file by its times in nanoseconds, size and inode. The change time (`ctime`) is included
 * because tools can set the modification time back, but not that.
 */
export function stampOf(file: string): string {
  const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true });
  return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
}

/** Pages that were put into a cache, so that later builds may reuse them. */
const cachedPages = new WeakSet<Page>();
const perPageValues = new WeakMap<object, WeakMap<Page, unknown>>();

/** Keeps a rendered page for the next build. */
export function keepPage(cache: PageCache, entry: CachedPage): void {
  cache.pages.set(entry.sourcePage.file, entry);
  cachedPages.add(entry.rendered.page);
}

/**
 * A value computed from a page alone, computed once for as long as the page stays in a cache. Without a cache it is
 * computed at every call and not kept.
 * @param owner What the value is for; the same object at every call.
 */
export function perPage<T>(owner: object, page: Page, make: (page: Page) => T): T {
  if (!cachedPages.has(page)) return make(page);
  const values = perPageValues.get(owner) ?? new WeakMap<Page, unknown>();
  perPageValues.set(owner, values);
  if (!values.has(page)) values.set(page, make(page));
  return values.get(page) as T;
}
