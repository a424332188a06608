import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setEnvironmentContext } from "@netlify/blobs";
import { expect, test, vi } from "vitest";
import type { startBlobs } from "../../build/server/blobs.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import guestbook from "../../functions/guestbook/guestbook.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { readPage } from "../support/read-page.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { contextFor, origin } from "./test-guestbook.ts";

const blobs = join(import.meta.dirname, "../../build/server/blobs.ts");
const script = `import { startBlobs } from ${JSON.stringify(blobs)};
  console.log(JSON.stringify((await startBlobs(process.argv[1])).environment));`;

/** Starts the local store in a process of its own, and lets the guestbook in this one use it. */
async function startStore(directory: string): Promise<ChildProcess> {
  const args = ["--input-type=module", "--eval", script, directory];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  setEnvironmentContext(JSON.parse(line) as Awaited<ReturnType<typeof startBlobs>>["environment"]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const rounds = 4;
/** Posts that are answered 201 in a round before the store is killed. */
const postsInRound = 200;

test("a store that is killed while it writes has every entry that was answered 201, once", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const data = join(temporaryFolder(), "blobs");
  const acknowledged = new Map<string, string>();
  /**
   * How many entries each visitor was answered. What was not answered is sent again, with the same
   * key.
   */
  const signed = Array.from({ length: 12 }, () => 0);
  for (let round = 1; round <= rounds; round++) {
    const store = await startStore(data);
    const visit = async (visitor: number) => {
      for (;;) {
        const message = `Entry ${signed[visitor]} of visitor ${visitor}.`;
        const headers = { "content-type": "application/json", "idempotency-key": "k" };
        const init = { method: "POST", headers, body: JSON.stringify({ message }) };
        const response = await guestbook(
          new Request(`${origin}/api/guestbook`, init),
          contextFor("dev"),
        );
        if (response.status !== 201) return;
        acknowledged.set(((await response.json()) as Entry).id, message);
        signed[visitor] = (signed[visitor] as number) + 1;
        if (acknowledged.size === round * postsInRound) await kill(store);
      }
    };
    await Promise.all(signed.map((_, visitor) => visit(visitor)));
  }
  expect(log).toHaveBeenCalled();
  const store = await startStore(data);
  try {
    const everything = { from: null, limit: Infinity, bytes: Infinity };
    const { entries } = await readPage(
      openStore("guestbook-1-dev", { timeout: 10_000 }),
      everything,
    );
    const stored = new Map(entries.map(({ id, message }) => [id, message]));
    expect([...acknowledged].filter(([id, message]) => stored.get(id) !== message)).toEqual([]);
    expect(new Set(stored.values()).size).toBe(entries.length);
  } finally {
    await kill(store);
  }
});
