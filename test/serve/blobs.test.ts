import { readdir } from "node:fs/promises";
import { getStore } from "@netlify/blobs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RunningBlobs, startBlobs } from "../../build/server/blobs.ts";
import { temporaryFolder } from "../support/temporary.ts";

let directory: string;
let blobs: RunningBlobs;
beforeEach(async () => {
  directory = temporaryFolder();
  blobs = await startBlobs(directory);
});
afterEach(() => blobs.stop());

test("a blob that was set is read back, listed, and still there after a restart", async () => {
  await getStore({ name: "things", consistency: "strong" }).setJSON("a/b-1.json", { text: "Grüße" });
  await blobs.stop();
  blobs = await startBlobs(directory);
  const store = getStore({ name: "things", consistency: "strong" });
  expect(await store.get("a/b-1.json", { type: "json" })).toEqual({ text: "Grüße" });
  expect((await store.list({ prefix: "a/" })).blobs.map((blob) => blob.key)).toEqual(["a/b-1.json"]);
  await store.delete("a/b-1.json");
  expect(await store.get("a/b-1.json")).toBeNull();
});

test("a request without the token is refused and stores nothing", async () => {
  const address = `${blobs.environment.edgeURL}/open-house/site:things/x`;
  for (const headers of [{}, { authorization: "Bearer guess" }] as Record<string, string>[]) {
    const response = await fetch(address, { method: "PUT", body: "x", headers });
    expect(response.status).toBe(403);
    await response.arrayBuffer();
  }
  expect(await readdir(directory)).toEqual([]);
});

test("a megabyte survives the way through", async () => {
  const store = getStore({ name: "things", consistency: "strong" });
  const bytes = new Uint8Array(1_048_576).map((_, index) => index % 251);
  await store.set("large", new Blob([bytes]));
  expect(new Uint8Array((await store.get("large", { type: "arrayBuffer" })) as ArrayBuffer)).toEqual(bytes);
});
