import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The name of a folder which one process uses, and which `removeAbandoned` removes when that process is gone. */
export function folderNameOf(prefix: string, pid: number): string {
  return `${prefix}${pid}`;
}

/**
 * Removes the folders below `parent` that `folderNameOf(prefix, …)` names for processes which no longer run, such as a
 * test run that was killed. Everything else stays.
 */
export function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    if (!/^[1-9]\d*$/.test(pid) || isRunning(Number(pid))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 is not delivered: only the existence of the process is tested.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
