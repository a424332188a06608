import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { answerLimit, entriesPerPage } from "../../../functions/guestbook/entry.ts";
import { readPage } from "../../../functions/guestbook/read.ts";
import { sign } from "../../../functions/guestbook/sign.ts";
import { startBlobs } from "../../server/blobs.ts";
import { bundleGuestbook, zippedSize } from "./guestbook-bundle.ts";
import { compactToRest, createMemoryStore, fill, fillStart, type MemoryStore } from "./guestbook-store.ts";
import { median } from "./measure.ts";

/** What one call to the store is taken to cost, in milliseconds. */
const latency = 30;
const sizes = [100, 10_000, 100_000];
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
  for (const size of sizes) await benchSize(size, print);
  await benchPosts(print);
  await benchStart(print);
}

async function benchSize(size: number, print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  fill(memory, size);
  const whole = { from: null, limit: 1_000_000, bytes: answerLimit };
  const count = size.toLocaleString("en");
  await measure(memory, `${count} entries nobody has read, first answer`, latency, print, () =>
    readPage(memory.store, whole),
  );
  await measure(memory, `${count} entries, fully compacted (calls cost nothing)`, 0, print, () =>
    compactToRest(memory.store, fillStart + size * 1000),
  );
  await measure(memory, `${count} compacted entries, first answer of 5 MB`, latency, print, () =>
    readPage(memory.store, whole),
  );
  await measure(memory, `${count} compacted entries, first page of ${entriesPerPage}`, latency, print, () =>
    readPage(memory.store, { ...whole, limit: entriesPerPage }),
  );
  await measure(memory, `${count} compacted entries, every answer to the last`, latency, print, async () => {
    for (let from: string | null | undefined; from !== null; )
      from = (await readPage(memory.store, { ...whole, from: from ?? null })).next;
  });
}

async function benchPosts(print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  const post = (number: number) =>
    sign(memory.store, {
      signature: { message: `Post ${number}`, name: "", url: "" },
      userAgent: "bench",
      idempotencyKey: null,
      clock: Date.now,
    });
  await measure(memory, "1 post", latency, print, () => post(0));
  await measure(memory, `${atOnce} posts at once`, latency, print, () =>
    Promise.all(Array.from({ length: atOnce }, (_, number) => post(number))),
  );
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

async function benchStart(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "guestbook-bench-"));
  const blobs = await startBlobs(join(folder, "blobs"));
  try {
    const project = join(import.meta.dirname, "../../..");
    const { entry } = await bundleGuestbook(project, join(folder, "bundle"));
    const env = {
      ...process.env,
      NETLIFY_BLOBS_CONTEXT: Buffer.from(JSON.stringify(blobs.environment)).toString("base64"),
    };
    const all: Start[] = [];
    for (let number = 0; number < starts; number++) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, "guestbook-start.ts"), entry],
        { env },
      );
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
  } finally {
    await blobs.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
