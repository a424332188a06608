import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Peer } from "./peers.ts";

/** One whole build by one peer. */
export interface Run {
  /** Wall-clock seconds of the process, from start to end. */
  seconds: number;
  /** Seconds of all processors that the process used; 0 where the system does not report it. */
  cpu: number;
  /** Peak resident memory in megabytes; 0 where the system does not report it. */
  megabytes: number;
}

/** Runs a peer once as a process of its own. @throws Error when it fails, with the end of what it printed. */
export async function runOnce(command: ReturnType<Peer["prepare"]>): Promise<Run> {
  const [started, cpuBefore] = [performance.now(), cpuOfChildren()];
  const child = spawn(command.command, command.arguments, { cwd: command.cwd, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let megabytes = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + String(chunk)).slice(-2000)));
  const watch = setInterval(() => (megabytes = Math.max(megabytes, residentPeak(child.pid))), 20);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (exitCode) => resolve(exitCode));
  });
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command.command} ended with ${code}:\n${printed}`);
  return { seconds: (performance.now() - started) / 1000, cpu: cpuOfChildren() - cpuBefore, megabytes };
}

/**
 * Linux counts in /proc what the children of this process that have ended used, in hundredths of a second (proc(5)).
 */
function cpuOfChildren(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

/** Linux keeps the high-water mark of a process's resident memory in /proc. */
function residentPeak(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Does work with a new folder below `parent`, which is removed afterwards. */
export async function withFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, "open-house-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The middle of some values, or the mean of the two in the middle; at least one value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Files and bytes below a folder. */
export function sizeOf(folder: string): { files: number; bytes: number } {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files++;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { files, bytes };
}
