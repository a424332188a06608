/** A page for Eleventy to make: its output file and the HTML of its layout. */
export interface Entry {
  path: string;
  html: string;
}

/** What `.eleventy.ts` feeds Eleventy with, and what becomes of the pages it makes. */
export interface Run {
  /** The pages to be made by this build. Throws nothing: an error here would stop a watcher. */
  entries(): Promise<readonly Entry[]>;
  /** Takes a page as it leaves Eleventy. */
  finished(path: string, html: string): void;
  /** Told when all pages of a build are made. */
  ended(): Promise<void>;
  /** Told instead when a plugin or a transform threw. */
  failed(error: Error): void;
}
