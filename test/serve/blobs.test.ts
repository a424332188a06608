import { readdir } from "node:fs/promises";
import { getStore } from "@netlify/blobs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBlobs } from "../../build/server/blobs.ts";
import { temporaryFolder } from "../support/temporary.ts";

let directory: string;
let blobs: Awaited<ReturnType<typeof startBlobs>>;
beforeEach(async () => {
  directory = temporaryFolder();
  blobs = await startBlobs(directory);
});
afterEach(() => blobs.stop());

const open = () => getStore({ name: "things", consistency: "strong" });

test("a blob that was set is read back whole, listed, and still there after a restart", async () => {
  const bytes = new Uint8Array(1_048_576).map((_, index) => index % 251);
  await open().set("a/b-1", new Blob([bytes]));
  await blobs.stop();
  blobs = await startBlobs(directory);
  expect(
    new Uint8Array((await open().get("a/b-1", { type: "arrayBuffer" })) as ArrayBuffer),
  ).toEqual(bytes);
  expect((await open().list({ prefix: "a/" })).blobs.map((blob) => blob.key)).toEqual(["a/b-1"]);
  await open().delete("a/b-1");
  expect(await open().get("a/b-1")).toBeNull();
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

test("a listing has the keys that begin with its prefix", async () => {
  for (const key of ["ids/abc.1", "ids/abd", "ids/abc", "entries/x", "entries/y/z"])
    await open().set(key, "x");
  for (const [prefix, keys] of [
    ["ids/abc", ["ids/abc", "ids/abc.1"]],
    ["ids/abc.1", ["ids/abc.1"]],
    ["en", ["entries/x", "entries/y/z"]],
    ["entries/y/", ["entries/y/z"]],
    ["none/x", []],
    ["ids/abd/x", []],
    ["../", []],
  ] as const)
    expect([prefix, (await open().list({ prefix })).blobs.map(({ key }) => key)]).toEqual([
      prefix,
      keys,
    ]);
});
