import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Page } from "../content/page.ts";
import { sectionsOf } from "../content/sections.ts";
import { tagsOf } from "../content/tags.ts";
import { type CountedWords, takeWords } from "../documents/inverted-index.ts";
import type { SiteModel, SiteModelParts, TemplatePage } from "../model/site-model.ts";

/** A thread that makes the documents of a site and writes them, while Eleventy makes the pages. */
export interface DocumentThread {
  /** Has it begin, once the pages of the author's templates are known. @returns paths of the written files */
  write(templates: readonly TemplatePage[]): Promise<string[]>;
  /** Ends it, when the build failed. */
  stop(): Promise<unknown>;
}

/** What such a thread is given: only data that can be sent to it. */
export interface DocumentJob {
  /** The output folder, which holds nothing of an earlier build. */
  directory: string;
  parts: Omit<SiteModelParts, "catalogue" | "operations">;
  /** Ids of the documents that the site has. */
  documents: string[];
  words: CountedWords;
}

/**
 * Starts the thread, which loads its modules and makes the site model anew.
 * @param parts What the site's model was made from. Twins and records are in memory that all threads share.
 */
export function startDocumentThread(parts: SiteModelParts, model: SiteModel, directory: string): DocumentThread {
  const { catalogue, operations: _, grouped, ...rest } = parts;
  const whole = new Set(withContent(model));
  const pages = parts.pages.map((page) => (whole.has(page) ? page : outlineOf(page)));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const job: DocumentJob = {
    directory,
    parts: {
      ...rest,
      pages,
      grouped: { sections: sectionsOf(grouped.sections, byPath), tags: tagsOf(grouped.tags, byPath) },
    },
    documents: catalogue.map(({ id }) => id),
    words: takeWords(parts.pages),
  };
  const worker = new Worker(new URL("document-worker.ts", import.meta.url), {
    workerData: job,
    resourceLimits: { maxYoungGenerationSizeMb: 24 }, // a tenth less memory of the whole build, and no slower
  });
  const written = once(worker, "message").then(([paths]) => paths as string[]);
  written.catch(() => undefined); // whoever awaits it may first learn of a fault in a page
  return {
    write(templates) {
      worker.postMessage(templates);
      return written;
    },
    stop: () => worker.terminate(),
  };
}

/** The pages of which documents show HTML or text. */
function withContent({ feed, manifesto, greeting }: SiteModel): Page[] {
  return [...feed, manifesto, greeting];
}

/** A page without what would take long to send and memory to hold twice. */
function outlineOf({ html: _, text: __, headings: ___, ...outline }: Page): Page {
  return outline as Page;
}

/** Makes a document that reads what was not sent a fault: a large site's would differ from a small one's. */
export function forbidContent(pages: readonly Page[]): void {
  const get = (): never => {
    throw new Error("A document shows the content of a page that `withContent` in document-thread.ts does not name.");
  };
  const outline = Object.create(Object.prototype, { html: { get }, text: { get }, headings: { get } }) as object;
  for (const page of pages) if (!Object.hasOwn(page, "html")) Object.setPrototypeOf(page, outline);
}
