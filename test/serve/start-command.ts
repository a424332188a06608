import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** `npm start` in a project's folder, without npm, until the test ends: what it prints, and its origin once it serves. */
export async function start(folder: string, ...options: string[]): Promise<{ lines: string[]; origin: string }> {
  const child = spawn(process.execPath, ["build/cli/serve.ts", "start", "--port=0", ...options], {
    cwd: folder,
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "compile") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const opened = () => lines.map((line) => /^Open at (\S+)\//.exec(line)?.[1]).find((origin) => origin !== undefined);
  for (;;) {
    const origin = opened();
    if (origin !== undefined) return { lines, origin };
    await once(reader, "line");
  }
}
