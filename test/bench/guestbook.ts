import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inThousands } from "../../build/lib/counts.ts";
import { project } from "../../build/pipeline/project.ts";
import { type RunningBlobs, startBlobs } from "../../build/server/blobs.ts";
import { createBackground, localContext } from "../../build/server/function-context.ts";
import { answerLimit, entriesPerPage } from "../../functions/guestbook/entry.ts";
import guestbook from "../../functions/guestbook/guestbook.ts";
import { readPage } from "../../functions/guestbook/read.ts";
import { storageSettings } from "../../functions/guestbook/settings.ts";
import { sign } from "../../functions/guestbook/sign.ts";
import { bundleGuestbook, zippedSize } from "../support/bundle.ts";
import { compactToRest, createMemoryStore, fill, fillStart, type MemoryStore } from "../support/memory-store.ts";
import { median, withFolder } from "./measure.ts";

/** What one call to the store is taken to cost, in milliseconds. */
const latency = 30;
/** Entries in the stores that posts with an Idempotency-Key are measured with. */
const postSizes = [10, 5_000, 100_000];
const unread = 10_000;
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
  await benchUnread(print);
  for (const size of postSizes) await benchAtRest(size, print);
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

const whole = { from: null, limit: 1_000_000, bytes: answerLimit };
const firstPage = { ...whole, limit: entriesPerPage };

async function benchUnread(print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  fill(memory, unread);
  const what = `${inThousands(unread)} entries that nobody has read`;
  await measure(memory, `${what}, first page`, latency, print, () => readPage(memory.store, firstPage));
  await measure(memory, `${what}, full answer`, latency, print, () => readPage(memory.store, whole));
}

async function benchAtRest(size: number, print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  const { store } = memory;
  fill(memory, size);
  const what = `${inThousands(size)} entries`;
  let runs = 0;
  await measure(memory, `${what}, compacted to rest (calls cost nothing)`, 0, print, async () => {
    runs = await compactToRest(store, fillStart + size * 1000);
  });
  await measure(memory, `${what} at rest, first page of ${entriesPerPage}`, latency, print, () =>
    readPage(store, firstPage),
  );
  await measure(memory, `${what} at rest, full answer (5 MB at most)`, latency, print, () => readPage(store, whole));
  await measure(memory, `${what} at rest, every answer to the last`, latency, print, async () => {
    for (let from: string | null | undefined; from !== null; )
      from = (await readPage(store, { ...whole, from: from ?? null })).next;
  });
  const clock = () => fillStart + size * 1000 + runs * storageSettings.grace;
  const post = (message: string, idempotencyKey: string | null) =>
    sign(store, { signature: { message, name: "", url: "" }, userAgent: "bench", idempotencyKey, clock });
  await measure(memory, `${what} at rest, a post`, latency, print, () => post("a", null));
  await measure(memory, `${what} at rest, a post with a key`, latency, print, () => post("b", "key"));
  await measure(memory, `${what} at rest, its retry`, latency, print, () => post("b", "key"));
  await measure(memory, `${what} at rest, ${atOnce} posts with keys at once`, latency, print, () =>
    Promise.all(Array.from({ length: atOnce }, (_, number) => post(`c${number}`, `key ${number}`))),
  );
}

/** Readers at once after many posts, with the function itself and the local Blobs server. */
async function benchBurst(print: (line: string) => void): Promise<void> {
  const background = createBackground(print);
  const url = new URL("http://localhost/api/guestbook");
  const ask = (body?: string) => {
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: body ?? "" };
    return guestbook(new Request(url, body === undefined ? {} : post), localContext(url, background));
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
  await background.settled();
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
