import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getStore } from "@netlify/blobs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunningBlobs, startBlobs } from "../../build/server/blobs.ts";
import { temporaryFolder } from "../support/temporary.ts";

vi.mock("node:fs/promises", { spy: true });

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

test("a prefix reads only the folder that it names", async () => {
  const store = getStore({ name: "things", consistency: "strong" });
  for (const key of ["ids/abc.1", "ids/abd", "ids/abc", "entries/x", "entries/y/z"]) await store.set(key, "x");
  const keys = async (prefix: string) => (await store.list({ prefix })).blobs.map((blob) => blob.key);
  expect(await keys("ids/abc")).toEqual(["ids/abc", "ids/abc.1"]);
  expect(await keys("ids/abc.1")).toEqual(["ids/abc.1"]);
  expect(await keys("en")).toEqual(["entries/x", "entries/y/z"]);
  expect(await keys("entries/y/")).toEqual(["entries/y/z"]);
  expect(await keys("none/x")).toEqual([]);
  expect(await keys("ids/abd/x")).toEqual([]);
  expect(await keys("../")).toEqual([]);
  const root = join(directory, "entries/open-house/site:things");
  vi.mocked(readdir).mockClear();
  await keys("ids/abc");
  expect(vi.mocked(readdir).mock.calls.map(([folder]) => folder)).toEqual([join(root, "ids")]);
});
