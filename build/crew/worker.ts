import { parentPort } from "node:worker_threads";
import { readDraft, type ReadDraft, type Unread } from "../content/read-draft.ts";
import { byPath } from "../content/address.ts";
import { createRenderer, type Job, type Renderer, type Scene } from "../content/renderer.ts";
import { createContext, type Context, type ContextParts } from "../context.ts";
import { layOut } from "../html/lay-out.ts";
import { writeFiles, type ReadyFile } from "../output/write.ts";
import { createMaker } from "../run/maker.ts";
import { packReadings, unpackPages, type PackedPages } from "./packed-pages.ts";

/** A site as far as its pages need it. */
export type PackedSite = Omit<ContextParts, "pages" | "catalogue" | "operations"> & { packs: readonly PackedPages[] };

/** What this thread is told, each in its turn. */
export type Order =
  /** Files to be read. */
  | { unread: readonly Unread[] }
  /** The scene of all jobs that follow. */
  | { scene: Scene }
  /** Pages to be rendered; answered with packed readings. */
  | { jobs: readonly Job[] }
  /** The site of all pages that follow. */
  | { site: PackedSite }
  /** Pages to be made and written, or held until they are released: those from one place in the order of the site to another. */
  | { from: number; to: number; directory: string; held: boolean }
  /** Files to be written, besides those that were held. */
  | { files: readonly ReadyFile[]; directory: string };

/** The answer to files to be read. */
export interface DraftsRead {
  drafts: ReadDraft[];
}

/** The answer to pages to be made and to files: the paths of what was written. */
export interface WrittenFiles {
  written: string[];
}

let renderer: Renderer | undefined;
let context: Context;
const make = createMaker();
const held: ReadyFile[] = [];

let turn = Promise.resolve();
parentPort?.on("message", (order: Order) => void (turn = turn.then(() => follow(order))));

async function follow(order: Order): Promise<void> {
  if ("scene" in order) renderer = createRenderer(order.scene);
  else if ("unread" in order) parentPort?.postMessage({ drafts: order.unread.map(readDraft) } satisfies DraftsRead);
  else if ("jobs" in order)
    parentPort?.postMessage(packReadings(order.jobs.map((job) => (renderer as Renderer).render(job))));
  else if ("site" in order) {
    renderer = undefined; // its view of the whole site is needed no more
    context = unpackSite(order.site);
  } else if ("from" in order) parentPort?.postMessage(await makePages(order));
  else parentPort?.postMessage({ written: writeFiles(order.directory, [...held.splice(0), ...order.files]) });
}

function unpackSite({ packs, ...parts }: PackedSite): Context {
  const pages = packs.flatMap(unpackPages).sort(byPath);
  return createContext({ ...parts, pages, catalogue: [], operations: [] });
}

async function makePages({ from, to, directory, held: wait }: Extract<Order, { from: number }>): Promise<WrittenFiles> {
  const files = await make(layOut(context, from, to));
  if (!wait)
    return {
      written: writeFiles(
        directory,
        files.map((file) => ({ ...file, place: "empty" })),
      ),
    };
  held.push(...files.map((file): ReadyFile => ({ ...file, place: "taken" })));
  return { written: [] };
}
