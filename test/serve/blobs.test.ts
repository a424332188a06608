import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getStore } from "@netlify/blobs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

describe("a folder that an earlier version of the guestbook wrote", () => {
  const single = "entries/20261120T190700123Z-aaaaaaaaaaaaaaaaaaaa";
  const pack = "packs/20261120T190700123Z.1.1.x.y.z";

  test.each([
    ["a mark of removal", { "removed/aaaaaaaaaaaaaaaaaaaa": "{}" }],
    ["a mark of erasing", { "erased/20261120T190700123Z-aaaaaaaaaaaaaaaaaaaa": "{}" }],
    ["a pack with the keys that it replaces", { [pack]: '{"replaces":[],"entries":[]}' }],
  ])("is set aside for %s, with a line that says where it is", async (_, blobs) => {
    const lines: string[] = [];
    for (const name of ["first", "second"]) {
      const data = join(directory, "data");
      for (const [key, text] of Object.entries({ ...blobs, [single]: name })) await write(guestbookFile(key), text);
      await (await startBlobs(data, (line) => void lines.push(line))).stop();
      expect(await readdir(data)).toEqual([]);
    }
    for (const [name, folder] of [
      ["first", "data.earlier"],
      ["second", "data.earlier-2"],
    ] as const) {
      const path = join(directory, folder);
      expect(await readFile(join(path, "entries/open-house/site:guestbook-dev", single), "utf8")).toBe(name);
      expect(lines.shift()).toContain(`It is ${path} now, and what is in it is not shown`);
    }
    expect(lines).toEqual([]);
  });

  test("is taken as it is where it holds single entries, packs of today, and marks that were taken back", async () => {
    await write(guestbookFile(single), "kept");
    await write(guestbookFile(pack), "[]");
    await mkdir(join(directory, guestbookFile("removed")), { recursive: true });
    const lines: string[] = [];
    await (await startBlobs(join(directory, "data"), (line) => void lines.push(line))).stop();
    expect([lines, existsSync(join(directory, "data.earlier"))]).toEqual([[], false]);
    expect(await readFile(join(directory, guestbookFile(single)), "utf8")).toBe("kept");
  });
});

function guestbookFile(key: string): string {
  return `data/entries/open-house/site:guestbook-dev/${key}`;
}

/** Writes a file into the Blobs server's folder. */
async function write(path: string, text = "{}"): Promise<void> {
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await writeFile(join(directory, path), text);
}
