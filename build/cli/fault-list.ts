import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { byPlace, describeFaults, type Fault } from "../content/fault.ts";

/**
 * What `--faults=FILE` does with the faults of a build: writes them to the file, in the order of their places, or empties
 * it where there are none. A file that holds them already is not written again, because a server that watches its folder
 * would build for ever.
 * @param file Undefined where no list is asked for.
 */
export function faultList(file: string | undefined): (faults: readonly Fault[]) => void {
  if (file === undefined) return () => {};
  return (faults) => {
    const list = faults.length === 0 ? "" : `${describeFaults([...faults].sort(byPlace))}\n`;
    if (!existsSync(file) || readFileSync(file, "utf8") !== list) writeFileSync(file, list);
  };
}
