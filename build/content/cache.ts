import { statSync } from "node:fs";
import type { Said } from "./diagnostics.ts";
import type { Page } from "./page.ts";
import type { Reading } from "./page-renderer.ts";
import type { Draft } from "./parse-page.ts";

/**
 * What a running server keeps between builds: a file that did not change is not read again, and a page that did not change is not
 * rendered again. A build with a memory gives the same bytes as one without.
 */
export interface Memory {
  drafts: Map<string, { stamp: string; draft: Draft; said: Said[] }>;
  pages: Map<string, { draft: Draft; body: string; environment: string; reading: Reading }>;
}

export function createMemory(): Memory {
  return { drafts: new Map(), pages: new Map() };
}

/** Changes whenever a file is written, also by tools that set its time back: its times in nanoseconds, size and inode. */
export function stampOf(file: string): string {
  const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true });
  return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
}

/** Pages that live on from build to build as long as they do not change. */
const lasting = new WeakSet<Page>();
const perPageValues = new WeakMap<object, WeakMap<Page, unknown>>();

/** Keeps a page for the next build. */
export function keepPage(
  memory: Memory,
  kept: { draft: Draft; body: string; environment: string; reading: Reading },
): void {
  memory.pages.set(kept.draft.file, kept);
  lasting.add(kept.reading.page);
}

/**
 * What follows from a page alone, made once for as long as the page lives on from build to build. In a build that stands alone nothing is kept.
 * @param owner What the value is for; the same object at every call.
 */
export function perPage<T>(owner: object, page: Page, make: (page: Page) => T): T {
  if (!lasting.has(page)) return make(page);
  const values = perPageValues.get(owner) ?? new WeakMap<Page, unknown>();
  perPageValues.set(owner, values);
  if (!values.has(page)) values.set(page, make(page));
  return values.get(page) as T;
}
