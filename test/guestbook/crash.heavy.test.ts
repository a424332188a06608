import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { readEveryEntry } from "../../build/cli/guestbook/transfer.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { temporaryFolder } from "../support/temporary.ts";

interface Process {
  child: ChildProcess;
  lines: string[];
  /** Until so many lines were printed. */
  printed(count: number): Promise<void>;
}

function start(script: string, argument: string, environment: Record<string, string> = {}): Process {
  const file = join(import.meta.dirname, "crash", script);
  const child = spawn(process.execPath, [file, argument], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  return {
    child,
    lines,
    async printed(count) {
      while (lines.length < count) await once(reader, "line");
    },
  };
}

async function kill({ child }: Process): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
}

test("what was answered 201 is there after everything was killed in the middle, twice", async () => {
  const data = join(temporaryFolder(), "blobs");
  const acknowledged: string[] = [];
  let deleted = 0;
  for (let round = 0; round < 2; round++) {
    const server = start("server.ts", data);
    await server.printed(1);
    const context = { NETLIFY_BLOBS_CONTEXT: Buffer.from(server.lines[0] as string).toString("base64") };
    const visitors = ["1", "2", "3"].map((name) => start("visitor.ts", name, context));
    const keeper = start("keeper.ts", "", context);
    await Promise.all([...visitors.map((visitor) => visitor.printed(40)), keeper.printed(2)]);
    // The store first, so that visitors are in the middle of their posts.
    await kill(server);
    await Promise.all([...visitors, keeper].map(kill));
    acknowledged.push(...visitors.flatMap((visitor) => visitor.lines));
    deleted += keeper.lines.length;
  }
  const blobs = await startBlobs(data);
  try {
    const ids = (await readEveryEntry(openStore("guestbook-dev", { timeout: 10_000 }))).map((entry) => entry.id);
    const there = new Set(ids);
    expect(acknowledged.length).toBeGreaterThanOrEqual(240);
    expect(deleted).toBeGreaterThanOrEqual(4);
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    expect(ids).toHaveLength(there.size);
  } finally {
    await blobs.stop();
  }
});
