import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mapConcurrently } from "../../../build/lib/map-concurrently.ts";
import { startBlobs } from "../../../build/server/blobs.ts";
import { english } from "../../../build/words/words.ts";
import type guestbook from "../../../functions/guestbook/guestbook.ts";
import { config } from "../../../functions/guestbook/guestbook.ts";
import { entryKey } from "../../../functions/guestbook/keys.ts";
import { openStore } from "../../../functions/guestbook/store.ts";
import { contextFor, shellOf } from "../../guestbook/test-guestbook.ts";
import { type Bundle, bundleGuestbook } from "../../support/bundle.ts";
import { createMemoryStore, fill } from "../../support/memory-store.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { say } from "./judge.ts";

const project = join(import.meta.dirname, "../../..");

let folder: string;
let bundle: Bundle;
let blobs: Awaited<ReturnType<typeof startBlobs>>;
beforeAll(async () => {
  folder = temporaryFolder();
  [bundle, blobs] = await Promise.all([
    bundleGuestbook(project, join(folder, "bundle")),
    startBlobs(join(folder, "blobs")),
  ]);
});
afterAll(() => blobs?.stop());

/**
 * Imports the bundle in a process of its own and asks it once. Its heap is small, so that what is
 * measured is what it needs and not what nobody collected yet.
 */
async function askBundle(
  address: string,
): Promise<{ status: number; bytes: number; memory: number }> {
  const env = {
    ...process.env,
    NETLIFY_BLOBS_CONTEXT: Buffer.from(JSON.stringify(blobs.environment)).toString("base64"),
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--max-old-space-size=100",
      join(project, "test/support/bundle-start.ts"),
      bundle.entry,
      address,
    ],
    { env },
  );
  return JSON.parse(stdout) as { status: number; bytes: number; memory: number };
}

test("the host's bundler reads the paths without running the function, and takes one page of the site along at most", () => {
  say("zip-it-and-ship-it", `${bundle.files.length} files; paths ${bundle.paths.join(", ")}`);
  expect(bundle.paths).toEqual(config.path);
  expect(
    bundle.files.filter(
      (file) => file.includes("_site/") && file !== join("_site", "guestbook", "index.html"),
    ),
  ).toEqual([]);
  expect(bundle.files.filter((file) => /(^|\/)(site|test|build)\//.test(file))).toEqual([]);
});

test("the bundle signs and reads, and its page is found beside it", async () => {
  const bundled = (await import(/* @vite-ignore */ pathToFileURL(bundle.entry).href)) as {
    default: typeof guestbook;
  };
  const body = '{"message":"from the bundle"}';
  const post = new Request("https://house.example/api/guestbook", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect((await bundled.default(post, contextFor("production"))).status).toBe(201);
  const shell = join(bundle.entry, "../../../_site/guestbook");
  await mkdir(shell, { recursive: true });
  await writeFile(join(shell, "index.html"), shellOf(english));
  const here = process.cwd();
  process.chdir(folder);
  try {
    const page = await bundled.default(
      new Request("https://house.example/guestbook/"),
      contextFor("production"),
    );
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("from the bundle") as string,
    ]);
  } finally {
    process.chdir(here);
  }
});

test("with 10,000 entries the bundled function gives an answer of 5 MB within 250 MB of memory", async () => {
  const store = openStore("guestbook-1-dev", { timeout: 10_000 });
  // Longer than may be sent: as an import keeps what was accepted under other bounds.
  const entries = fill(createMemoryStore(), 10_000).map((entry) => ({
    ...entry,
    message: "x".repeat(6000),
  }));
  await mapConcurrently(entries, (entry) =>
    store.set(entryKey(entry, false), JSON.stringify(entry)),
  );
  const answer = await askBundle("/api/guestbook");
  expect(answer.status).toBe(200);
  expect(answer.bytes).toBeGreaterThan(4_500_000);
  expect(answer.bytes).toBeLessThanOrEqual(5_000_000);
  expect(answer.memory).toBeLessThan(250_000_000);
});
