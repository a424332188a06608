import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inThousands } from "../../build/lib/text.ts";
import { project } from "../../build/pipeline/project.ts";
import { type RunningBlobs, startBlobs } from "../../build/server/blobs.ts";
import { answerLimits, entriesPerPage } from "../../functions/guestbook/entry.ts";
import guestbook from "../../functions/guestbook/guestbook.ts";
import { createBlobCache, readPage } from "../../functions/guestbook/read.ts";
import { sign } from "../../functions/guestbook/sign.ts";
import { contextFor } from "../guestbook/test-guestbook.ts";
import { bundleGuestbook, zippedSize } from "../support/bundle.ts";
import { createMemoryStore, fill, fillStart, type MemoryStore } from "../support/memory-store.ts";
import { median, withFolder } from "./measure.ts";

/** What one call to the store is taken to cost, in milliseconds. */
const latency = 30;
/** Entries in the stores that are measured. */
const sizes = [10, 1_000, 10_000, 100_000];
/** Stores with more entries are not read to their end: that takes minutes. */
const mostRead = 10_000;
const fresh = 3_000;
const readers = 5;
const atOnce = 50;
const starts = 9;

/** What a start took, in milliseconds and bytes. */
interface Start {
  import: number;
  answer: number;
  store: number;
  memory: number;
}

/** Measures the guestbook and prints its cost: calls to the store, time, memory, the start of the bundled function. */
export async function benchGuestbook(print: (line: string) => void): Promise<void> {
  print(`\nGuestbook: calls to the store (list, get, set, delete) and time, at ${latency} ms a call\n`);
  for (const size of sizes) await benchStore(size, print);
  await benchCaching(print);
  await withLocalStore(() => benchBurst(print));
  await withLocalStore((blobs, folder) => benchStart(blobs, folder, print));
}

/** Does work while the local store runs, in a folder of its own. */
async function withLocalStore(work: (blobs: RunningBlobs, folder: string) => Promise<void>): Promise<void> {
  await withFolder(tmpdir(), async (folder) => {
    const blobs = await startBlobs(join(folder, "blobs"));
    await work(blobs, folder).finally(blobs.stop);
  });
}

const whole = { from: null, limit: answerLimits.entries, bytes: answerLimits.bytes };
const firstPage = { ...whole, limit: entriesPerPage };

async function benchStore(size: number, print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  const { store } = memory;
  fill(memory, size);
  const what = `${inThousands(size)} entries`;
  const cost = (which: string, work: () => Promise<unknown>) =>
    measure(memory, `${what}, ${which}`, latency, print, work);
  await cost(`first page of ${entriesPerPage}`, () => readPage(store, firstPage));
  await cost("first answer of the API", () => readPage(store, whole));
  const cache = createBlobCache();
  await readPage(store, whole, { cache });
  await cost("the same, in a process that has read them", () => readPage(store, whole, { cache }));
  await cost("unchanged (304)", () => readPage(store, whole, { isKnown: () => true }));
  if (size <= mostRead)
    await cost("every answer to the last, in one process", async () => {
      for (let from: string | null | undefined; from !== null; )
        from = (await readPage(store, { ...whole, from: from ?? null }, { cache }))?.next ?? null;
    });
  const clock = () => fillStart + size * 1000;
  const post = (message: string, idempotencyKey: string | null) =>
    sign(store, { signature: { message, name: "", url: "" }, userAgent: "bench", idempotencyKey, clock });
  await cost("a post", () => post("a", null));
  await cost("a post with a key", () => post("b", "key"));
  await cost("its retry", () => post("b", "key"));
  await cost(`${atOnce} posts with keys at once`, () =>
    Promise.all(Array.from({ length: atOnce }, (_, number) => post(`c${number}`, `key ${number}`))),
  );
}

/** A busy month of a site: entries in its guestbook, new ones a day, and addresses that always have a reader. */
const month = { days: 30, entries: 1_000, posts: 100, addresses: 2 };
/** Published rates of the host, in credits for 10,000 requests and for an hour with a gigabyte of memory. */
const rates = { requests: 2, hours: 5 };

/**
 * Compares how long the host's cache keeps an answer by what a busy month costs: the function answers whenever a copy
 * has grown old and after each new entry, which purges the copies.
 */
async function benchCaching(print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  fill(memory, month.entries);
  memory.setLatency(latency);
  const start = performance.now();
  await readPage(memory.store, whole);
  const milliseconds = performance.now() - start;
  print(
    `\nA month with ${inThousands(month.entries)} entries, ${month.posts} new ones a day and ${month.addresses} addresses ` +
      `that always have a reader, ${milliseconds.toFixed(0)} ms for an answer of a fresh process with 1 GB:`,
  );
  for (const maxAge of [5, 60]) {
    const calls = month.days * month.addresses * (86_400 / maxAge + month.posts);
    const hours = (calls * milliseconds) / 3_600_000;
    const credits = (calls / 10_000) * rates.requests + hours * rates.hours;
    print(
      `max-age=${maxAge}: ${inThousands(calls)} calls of the function, ${hours.toFixed(0)} GB-hours, ` +
        `${credits.toFixed(0)} credits at most`,
    );
  }
}

/** Readers at once after many posts, with the function itself and the local Blobs server. */
async function benchBurst(print: (line: string) => void): Promise<void> {
  const work: Promise<unknown>[] = [];
  const url = new URL("http://localhost/api/guestbook");
  const ask = (body?: string) => {
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: body ?? "" };
    return guestbook(new Request(url, body === undefined ? {} : post), contextFor("dev", work));
  };
  let start = performance.now();
  for (let number = 0; number < fresh; number += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => ask(JSON.stringify({ message: `${number + at}` }))));
  const posted = performance.now() - start;
  start = performance.now();
  const statuses = (await Promise.all(Array.from({ length: readers }, () => ask()))).map(({ status }) => status);
  const read = performance.now() - start;
  print(
    `\nThe function on the local store: ${inThousands(fresh)} posts in ${(posted / 1000).toFixed(1)} s, ` +
      `then ${readers} readers at once: ${statuses.join(", ")} in ${read.toFixed(0)} ms.`,
  );
  await Promise.all(work);
}

async function measure(
  memory: MemoryStore,
  what: string,
  milliseconds: number,
  print: (line: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  memory.resetOperations();
  memory.setLatency(milliseconds);
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  memory.setLatency(0);
  const { list, get, set, delete: deleted } = memory.operations;
  print(
    `${what.padEnd(64)} ${String(list).padStart(6)} ${String(get).padStart(7)} ${String(set).padStart(5)} ` +
      `${String(deleted).padStart(7)} ${took.toFixed(0).padStart(8)} ms`,
  );
}

async function benchStart(blobs: RunningBlobs, folder: string, print: (line: string) => void): Promise<void> {
  const { entry } = await bundleGuestbook(project, join(folder, "bundle"));
  const context = Buffer.from(JSON.stringify(blobs.environment)).toString("base64");
  const env = { ...process.env, NETLIFY_BLOBS_CONTEXT: context };
  const script = join(import.meta.dirname, "../support/bundle-start.ts");
  const all: Start[] = [];
  for (let number = 0; number < starts; number++) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, entry], { env });
    all.push(JSON.parse(stdout) as Start);
  }
  const of = (value: (start: Start) => number) => median(all.map(value)).toFixed(0);
  const kilobytes = ((await zippedSize(project, join(folder, "zip"))) / 1000).toFixed(0);
  print(`\nThe bundled function: ${kilobytes} kB zipped. Medians of ${starts} starts, each in a process of its own:`);
  print(
    `imported in ${of((start) => start.import)} ms, first answer after ${of((start) => start.answer)} ms more, ` +
      `${of((start) => start.store)} ms of them spent waiting for the store; ` +
      `${of((start) => start.memory / 1e6)} MB of memory.`,
  );
}
