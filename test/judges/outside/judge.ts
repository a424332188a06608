import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Outcome {
  /** Exit status. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a judge's program with the Node that runs this, whatever other Node the machine has, in this folder.
 * @param name The package.
 * @param program The name of its program in `bin`.
 * @param options Options for Node itself.
 */
export async function runJudge(
  name: string,
  program: string,
  args: readonly string[],
  options: readonly string[] = [],
): Promise<Outcome> {
  const folder = join(import.meta.dirname, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { bin: Record<string, string> };
  const file = bin[program];
  if (file === undefined) throw new Error(`${name} has no program ${program}; it has ${Object.keys(bin).join(", ")}.`);
  return run(process.execPath, [...options, join(folder, file), ...args], { cwd: import.meta.dirname });
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

/** What a judge printed as JSON. Throws with everything it said where it printed something else. */
export function verdictOf<T>({ status, stdout, stderr }: Outcome): T {
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`The judge ended with ${status} and without a verdict in JSON:\n${stdout}\n${stderr}`);
  }
}

/**
 * Asks a judge again, five times at most, where one of its own requests failed: it then judged something that it did
 * not see.
 */
export async function wholeVerdict<T>(ask: () => Promise<T>, sawAll: (verdict: T) => boolean): Promise<T> {
  for (let left = 4; ; left--) {
    const verdict = await ask();
    if (sawAll(verdict) || left === 0) return verdict;
  }
}

/** A judge's verdict in a line, as everybody who runs the judges sees it. */
export function say(judge: string, verdict: string): void {
  console.log(`${judge}: ${verdict}`);
}
