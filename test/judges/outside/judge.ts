import { spawn } from "node:child_process";

interface Outcome {
  /** Exit status. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => void (output[name] += text));
    }
    child.on("error", reject).on("close", (status) => resolve({ status, ...output }));
  });
}

/** A judge's verdict in a line, as everybody who runs the judges sees it. */
export function say(judge: string, verdict: string): void {
  console.log(`${judge}: ${verdict}`);
}
