import type { Outcome } from "../serve/outcome.ts";

/** A page for Eleventy to make: its output file and the HTML of its layout. */
export interface Entry {
  path: string;
  html: string;
}

/** What `.eleventy.ts` feeds Eleventy with, and what becomes of what comes out. */
export interface Run {
  /** The next pages to be made. A fault is kept for the end, because an error thrown here would stop a watcher. */
  next(): Promise<Entry[]>;
  /** Takes a page as it leaves Eleventy. */
  finished(path: string, html: string): void;
  /** What the build came to, if this was all of it. */
  end(): Promise<Outcome | undefined>;
  /** Called when Eleventy itself failed. */
  abandon(): Promise<void>;
}
