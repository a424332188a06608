import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { finishErasing } from "../../build/cli/guestbook/moderation.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { type EntryPage, readPage } from "../../functions/guestbook/read.ts";
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

/** What a killed owner was about to do with entries, and what was done: the last of each by their ids. */
function lastOf(lines: readonly string[]): Map<string, { stage: string; does: string }> {
  const last = new Map<string, { stage: string; does: string }>();
  for (const line of lines) {
    const [stage = "", does = "", id = ""] = line.split(" ");
    // Whatever came after an erasure concerns nothing that is there.
    if (last.get(id)?.does !== "erase" || last.get(id)?.stage !== "done") last.set(id, { stage, does });
  }
  return last;
}

const rounds = 4;
/** Posts that each of three visitors is answered in a round before everything is killed. */
const postsInRound = 70;

test("posts, removals and erasures under kill -9 leave exactly what was acknowledged", async () => {
  const data = join(temporaryFolder(), "blobs");
  const acknowledged = new Map<string, string>();
  const moderated: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = start("server.ts", data);
    await server.printed(1);
    const context = { NETLIFY_BLOBS_CONTEXT: Buffer.from(server.lines[0] as string).toString("base64") };
    const visitors = ["1", "2", "3"].map((name) => start("visitor.ts", name, context));
    const owner = start("owner.ts", "", context);
    await Promise.all([...visitors.map((visitor) => visitor.printed(postsInRound)), owner.printed(30)]);
    // The store first, so that everybody is in the middle of something.
    await kill(server);
    await Promise.all([...visitors, owner].map(kill));
    for (const line of visitors.flatMap(({ lines }) => lines))
      acknowledged.set(line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1));
    moderated.push(...owner.lines);
  }
  const owned = lastOf(moderated);
  const erased = [...owned].filter(([, { stage, does }]) => stage === "done" && does === "erase").map(([id]) => id);
  expect(acknowledged.size).toBeGreaterThanOrEqual(500);
  expect(erased.length).toBeGreaterThanOrEqual(5);
  const blobs = await startBlobs(data);
  try {
    const store = openStore("guestbook-1-dev", { timeout: 10_000 });
    await finishErasing(store, Date.now());
    const { count, entries } = (await readPage(store, { from: null, limit: Infinity, bytes: Infinity })) as EntryPage;
    const ids = new Set(entries.map(({ id }) => id));
    expect([entries.length, ids.size]).toEqual([count, count]);
    expect(new Set(entries.map(({ message }) => message)).size).toBe(count);
    const wrong = [...acknowledged.keys()].filter((id) => {
      const { stage, does } = owned.get(id) ?? { stage: "done", does: "restore" };
      // What an owner was killed in the middle of may be done or not.
      return stage === "done" && ids.has(id) !== (does === "restore");
    });
    expect(wrong).toEqual([]);
    const files = await readdir(data, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile() && !file.name.startsWith("."))
      .map(async (file) => readFile(join(file.parentPath, file.name), "utf8"));
    const stored = (await Promise.all(texts)).join("\n");
    const left = erased.filter((id) => stored.includes(`"message":"${acknowledged.get(id) ?? "(unknown)"}"`));
    expect(left).toEqual([]);
  } finally {
    await blobs.stop();
  }
});
