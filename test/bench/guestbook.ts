import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inThousands } from "../../build/lib/phrases.ts";
import { project } from "../../build/pipeline/project.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { answerLimits } from "../../functions/guestbook/api.ts";
import { sign } from "../../functions/guestbook/book.ts";
import { entriesPerPage } from "../../functions/guestbook/entry.ts";
import { bundleGuestbook, zippedSize } from "../support/bundle.ts";
import { createMemoryStore, fill, fillStart } from "../support/memory-store.ts";
import { readPage } from "../support/read-page.ts";
import { median, withFolder } from "./measure.ts";

/** What one call to the store is taken to cost, in milliseconds. */
const latency = 30;
/** Entries in the stores that are measured. */
const sizes = [1_000, 10_000, 100_000];
/** Stores with more entries are not read to their end: that takes minutes. */
const mostRead = 10_000;
const starts = 9;

/**
 * Measures the guestbook and prints its cost: calls to the store, time, the start of the bundled
 * function.
 */
export async function benchGuestbook(print: (line: string) => void): Promise<void> {
  print(
    `\nGuestbook: calls to the store (list, get, set, delete) and time, at ${latency} ms a call\n`,
  );
  for (const size of sizes) await benchStore(size, print);
  await withFolder(tmpdir(), async (folder) => {
    const blobs = await startBlobs(join(folder, "blobs"));
    await benchStart(blobs, folder, print).finally(blobs.stop);
  });
}

const whole = { from: null, limit: answerLimits.entries, bytes: answerLimits.bytes };
const firstPage = { ...whole, limit: entriesPerPage };

async function benchStore(size: number, print: (line: string) => void): Promise<void> {
  const memory = createMemoryStore();
  const { store } = memory;
  fill(memory, size);
  const what = `${inThousands(size)} entries`;
  const cost = async (which: string, work: () => Promise<unknown>) => {
    memory.resetOperations();
    memory.setLatency(latency);
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    memory.setLatency(0);
    const { list, get, set, delete: deleted } = memory.operations;
    const calls = [list, get, set, deleted].map((count) => String(count).padStart(7));
    print(`${`${what}, ${which}`.padEnd(64)} ${calls.join(" ")} ${took.toFixed(0).padStart(8)} ms`);
  };
  await cost(`first page of ${entriesPerPage}`, () => readPage(store, firstPage));
  await cost("first answer of the API", () => readPage(store, whole));
  if (size <= mostRead)
    await cost("every answer to the last", async () => {
      for (let from: string | null | undefined; from !== null; )
        from = (await readPage(store, { ...whole, from: from ?? null })).next;
    });
  const post = (message: string, idempotencyKey: string | null) =>
    sign(store, {
      signature: { message, name: "", url: "" },
      userAgent: "bench",
      idempotencyKey,
      now: fillStart + size * 1000,
    });
  await cost("a post", () => post("a", null));
  await cost("a post with a key", () => post("b", "key"));
}

async function benchStart(
  blobs: Awaited<ReturnType<typeof startBlobs>>,
  folder: string,
  print: (line: string) => void,
): Promise<void> {
  const { entry } = await bundleGuestbook(project, join(folder, "bundle"));
  const context = Buffer.from(JSON.stringify(blobs.environment)).toString("base64");
  const env = { ...process.env, NETLIFY_BLOBS_CONTEXT: context };
  const script = join(import.meta.dirname, "../support/bundle-start.ts");
  const all: Record<"import" | "answer" | "store", number>[] = [];
  for (let number = 0; number < starts; number++) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, entry], { env });
    all.push(JSON.parse(stdout) as (typeof all)[0]);
  }
  const of = (what: "import" | "answer" | "store") =>
    median(all.map((start) => start[what])).toFixed(0);
  const kilobytes = ((await zippedSize(project, join(folder, "zip"))) / 1000).toFixed(0);
  print(
    `\nThe bundled function: ${kilobytes} kB zipped. Medians of ${starts} starts, each in a process of its own:`,
  );
  print(
    `imported in ${of("import")} ms, first answer after ${of("answer")} ms more, ${of("store")} ms of them for the store.`,
  );
}
