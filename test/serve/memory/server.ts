// Serves a small site and the guestbook in this process, asks everything a number of times and then twice as often
// again, and prints the bytes in use after collecting garbage, as JSON: [after N requests, after 3 N].
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startBlobs } from "../../../build/server/blobs.ts";
import { createHandler } from "../../../build/server/handler.ts";
import { listen } from "../../../build/server/node-http.ts";
import { compressed } from "../../../build/server/preview.ts";

const [folder = "", requests = "0"] = process.argv.slice(2);
const site = join(folder, "site");
mkdirSync(join(site, "guestbook"), { recursive: true });
const page = (text: string) => `<!DOCTYPE html><html lang="en"><title>Page</title><main>${text}</main></html>`;
writeFileSync(join(site, "index.html"), page("x".repeat(20_000)));
writeFileSync(join(site, "404.html"), page("Not here."));
writeFileSync(join(site, "guestbook/index.html"), page("<!--guestbook-->"));
const log = (line: string) => void console.error(line);
const blobs = await startBlobs(join(folder, "blobs"));
const server = await listen(compressed(createHandler(site, log)));

const json = { "content-type": "application/json" };
const post = (body: string, headers = {}): RequestInit => ({ method: "POST", headers: { ...json, ...headers }, body });
/** One request of each kind: the path, and what is sent. */
const kinds: ((number: number) => [path: string, init?: RequestInit])[] = [
  () => ["/"],
  () => ["/", { headers: { "accept-encoding": "identity" } }],
  (number) => [`/nothing/${number}`],
  (number) => [`/api/nothing-${number}`, { headers: { "accept-encoding": "gzip" } }],
  () => ["/", { method: "POST" }],
  () => ["/api/guestbook"],
  () => ["/api/guestbook?limit=0"],
  () => ["/guestbook/", { headers: { "accept-encoding": "identity" } }],
  () => ["/api/guestbook", post("{")],
  () => ["/api/guestbook", post("x".repeat(40_000))],
  // The same entry each time, so that the guestbook stays as large as it is.
  () => ["/api/guestbook", post('{"message":"Hello"}', { "idempotency-key": "1" })],
];

async function ask(count: number): Promise<void> {
  for (let number = 0; number < count; number += kinds.length) {
    await Promise.all(
      kinds.map(async (kind) => {
        const [path, init] = kind(number);
        const response = await fetch(server.origin + path, init);
        await response.arrayBuffer();
      }),
    );
  }
  // A call to the store has a time limit; its timer is in use until then.
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

function bytesInUse(): number {
  for (let round = 0; round < 4; round++) (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// What is made once, such as compiled code, is there afterwards.
await ask(Number(requests) / 2);
await ask(Number(requests) / 2);
const once = bytesInUse();
await ask(2 * Number(requests));
console.log(JSON.stringify([once, bytesInUse()]));
await server.stop();
await blobs.stop();
