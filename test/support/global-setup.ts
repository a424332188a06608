import { mkdirSync, promises, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareBrowser } from "./chromium.ts";
import { runPrefix } from "./temporary.ts";

/**
 * Gives the run a folder of its own for temporary files, which test files and all programs they
 * start inherit through the environment, and unpacks the browser once, before test files that run
 * side by side would each do it.
 * @returns What removes the folder. Vitest calls it at the end, whether or not tests failed. The
 * folder of a run that was killed is removed by the next run.
 * @throws At the end, on a CI machine, which runs nothing else: when the system's folder holds what
 * was not there.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const system = tmpdir();
  removeAbandoned(system);
  await prepareBrowser();
  const before = new Set(readdirSync(system));
  const folder = join(system, `${runPrefix}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  // Node looks at TMPDIR, and on Windows at TEMP and TMP.
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
  return async () => {
    // Not `rmSync`: it ends early, without an error, where a program that is just ending removes a
    // file meanwhile.
    await promises.rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    if (!process.env["CI"]) return;
    const left = readdirSync(system).filter((name) => !before.has(name));
    if (left.length > 0)
      throw new Error(`The tests left something behind in ${system}: ${left.join(", ")}.`);
  };
}

/**
 * Removes the folders of runs that were killed: their names end with the number of a process that
 * is gone.
 */
function removeAbandoned(system: string): void {
  for (const name of readdirSync(system)) {
    const pid = name.startsWith(runPrefix) ? name.slice(runPrefix.length) : "";
    if (/^[1-9]\d*$/.test(pid) && !isRunning(Number(pid)))
      rmSync(join(system, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 is not delivered: only the existence of the process is tested.
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
