import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
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

/**
 * Runs a peer once as a process of its own.
 * @throws Error when it fails, with the end of what it printed.
 */
export async function runOnce({
  command,
  arguments: argv,
  cwd,
}: ReturnType<Peer["prepare"]>): Promise<Run> {
  const [started, cpuBefore] = [performance.now(), cpuOfChildren()];
  const child = spawn(command, argv, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let megabytes = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + String(chunk)).slice(-2000)));
  const watch = setInterval(() => (megabytes = Math.max(megabytes, residentPeak(child.pid))), 20);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${printed}`);
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: cpuOfChildren() - cpuBefore,
    megabytes,
  };
}

/**
 * Linux counts in /proc what the ended children of this process used, in hundredths of a second
 * (proc(5)).
 */
function cpuOfChildren(): number {
  try {
    const [, rest = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
    const fields = rest.split(" ");
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
export async function withFolder<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, "open-house-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The middle of some values, the higher of two; at least one value. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}
