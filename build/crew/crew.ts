import { availableParallelism } from "node:os";
import { setImmediate as next } from "node:timers/promises";
import type { ReadDraft, Unread } from "../content/read-draft.ts";
import type { Job, Reading, Renderer, Scene } from "../content/renderer.ts";
import type { Context } from "../context.ts";
import { writeFiles, type ReadyFile } from "../output/write.ts";
import { startHelper, type Helper } from "./helper.ts";
import { packReadings, packsOf, unpackReadings, type PackedReadings } from "./packed-pages.ts";
import type { DraftsRead, WrittenFiles } from "./worker.ts";

/** Threads that build a site together with this one. */
export interface Crew extends AsyncDisposable {
  /** Starts threads for about so many pages; none for few, which are done here. They get ready while this one does other things. Once hired, they stay. */
  hire(pages: number): void;
  /**
   * The drafts of these files, in their order.
   * @param here Reads a file, for those that this thread reads.
   */
  read(files: readonly Unread[], here: (file: Unread) => ReadDraft): Promise<ReadDraft[]>;
  /**
   * The readings of these jobs, in their order.
   * @param here A renderer of the same scene, for the jobs that this thread does.
   */
  render(scene: Scene, here: Renderer, jobs: readonly Job[]): Promise<Reading[]>;
  /**
   * Makes pages and writes them, or holds them until they are released, as long as there are any left to take.
   * @param slices Taken from here and by whoever else takes them: from one place in the order of the site's pages to another.
   */
  makePages(
    context: Context,
    slices: Iterable<readonly [from: number, to: number]>,
    into: { directory: string; held: boolean },
  ): Promise<void>;
  /** Writes the pages that were held. */
  release(directory: string): Promise<void>;
  /** Writes files. Resolves when there is room for more. */
  write(directory: string, files: readonly ReadyFile[]): Promise<void>;
  /** The paths of all files that were written, once they are. */
  written(): Promise<string[]>;
}

/** A thread takes as long to start as to build some hundreds of pages. */
const pagesWorthAThread = 600;

/** Files or jobs given out at once: few enough that all threads end together, enough that handing over costs nothing. */
const portion = 100;

/** How many portions a helper has at a time, so that it need not wait for this thread. */
const ahead = 2;

/** The same of slices: more on a large site, where this thread makes large documents meanwhile; one on a small one, so that some are left for it. */
function slicesAhead(pages: number): number {
  return Math.min(8, Math.max(1, Math.floor(pages / 1_000)));
}

/** Characters handed over and not yet written, at most; more would only wait in memory. */
const charactersAhead = 50_000_000;

/** Bytes that are written here rather than copied to another thread. */
const large = 200_000;

/** @param threads How many to start, whatever there is to do; by default as many as are worth it. */
export function createCrew(threads?: number): Crew {
  let helpers: Helper[] = [];
  let hired = false;
  let unwritten = 0;
  const written: string[] = [];
  const writing = new Set<Promise<void>>();

  const handOver = (helper: Helper, directory: string, files: readonly ReadyFile[]): void => {
    const copied = files.reduce((sum, { content }) => sum + (typeof content === "string" ? content.length : 0), 0);
    unwritten += copied;
    const done = helper.ask<WrittenFiles>({ directory, files }).then((answer) => {
      written.push(...answer.written);
      unwritten -= copied;
      writing.delete(done);
    });
    writing.add(done);
    done.catch(() => undefined); // told to whoever waits
  };

  return {
    hire(pages) {
      if (hired) return;
      hired = true;
      const wanted = threads ?? Math.min(availableParallelism() - 1, Math.floor(pages / pagesWorthAThread));
      helpers = Array.from({ length: wanted }, startHelper);
    },
    read: (files, here) =>
      share(helpers, files, {
        here: (some) => some.map(here),
        there: async (helper, unread) => (await helper.ask<DraftsRead>({ unread })).drafts,
      }),
    async render(scene, here, jobs) {
      if (jobs.length > portion) for (const helper of helpers) helper.tell({ scene });
      return share(helpers, jobs, {
        // Packed here too: off the heap, and for all threads to see.
        here: (some) =>
          helpers.length > 0 ? unpackReadings(packReadings(some.map(here.render))) : some.map(here.render),
        there: async (helper, some) => unpackReadings(await helper.ask<PackedReadings>({ jobs: some })),
      });
    },
    async makePages(
      { facts, base_url, gone, promises, greeting_affordances, assets, copied, pages },
      slices,
      { directory, held },
    ) {
      if (helpers.length === 0) return;
      const site = { facts, base_url, gone, promises, greeting_affordances, assets, copied, packs: packsOf(pages) };
      for (const helper of helpers) helper.tell({ site });
      await inParallel(helpers, slicesAhead(pages.length), async (helper) => {
        for (const [from, to] of slices)
          written.push(...(await helper.ask<WrittenFiles>({ from, to, directory, held })).written);
      });
    },
    async release(directory) {
      for (const helper of helpers) handOver(helper, directory, []);
    },
    async write(directory, files) {
      const helper = helpers[writing.size % helpers.length];
      const isShared = ({ content }: ReadyFile): boolean =>
        typeof content === "string" ||
        (content instanceof Uint8Array && (content.buffer instanceof SharedArrayBuffer || content.length < large));
      const handed = helper ? files.filter(isShared) : [];
      if (helper && handed.length > 0) handOver(helper, directory, handed);
      written.push(...writeFiles(directory, helper ? files.filter((file) => !isShared(file)) : files));
      while (unwritten > charactersAhead) await Promise.race(writing);
    },
    async written() {
      await Promise.all(writing);
      return written;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(helpers.map((helper) => helper.dismiss()));
    },
  };
}

/** Gives out work to helpers and does here what none of them has taken. The results are in the order of the work. */
async function share<Work, Result>(
  helpers: readonly Helper[],
  work: readonly Work[],
  {
    here,
    there,
  }: { here(some: readonly Work[]): Result[]; there(helper: Helper, some: readonly Work[]): Promise<Result[]> },
): Promise<Result[]> {
  if (helpers.length === 0 || work.length <= portion) return here(work);
  const untaken = Array.from({ length: Math.ceil(work.length / portion) }, (_, index) =>
    work.slice(index * portion, (index + 1) * portion),
  ).entries();
  const done: Result[][] = [];
  const helped = inParallel(helpers, ahead, async (helper) => {
    for (const [index, some] of untaken) done[index] = await there(helper, some);
  });
  helped.catch(() => undefined); // told below, once this thread is done
  for (const [index, some] of untaken) {
    done[index] = here(some);
    await next(); // helpers that are done ask for more
  }
  await helped;
  return done.flat();
}

async function inParallel(
  helpers: readonly Helper[],
  times: number,
  work: (helper: Helper) => Promise<void>,
): Promise<void> {
  await Promise.all(helpers.flatMap((helper) => Array.from({ length: times }, () => work(helper))));
}
