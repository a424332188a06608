import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Runs `npm start` in a project's folder, without npm, on any free port.
 * @returns once it serves: its origin, what it printed so far and prints from now on, and what
 * stops it
 * @throws if it ends before it serves
 */
export async function startCommand(
  folder: string,
  options: string[] = [],
  env: NodeJS.ProcessEnv = {},
) {
  const argv = [
    "--disable-warning=ExperimentalWarning",
    "build/cli/serve.ts",
    "start",
    "--port=0",
    ...options,
  ];
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines: string[] = [];
  const serves = Promise.withResolvers<string>();
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    lines.push(line);
    const origin = /^Open at (\S+)\/ /.exec(line)?.[1];
    if (origin !== undefined) serves.resolve(origin);
  });
  reader.on("close", () =>
    serves.reject(new Error(`The server ended without serving:\n${lines.join("\n")}`)),
  );
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { origin: await serves.promise, lines, stop };
}
