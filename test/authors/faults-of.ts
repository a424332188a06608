import { join } from "node:path";
import { Faults } from "../../build/content/diagnostics.ts";
import { byPlace, describeFaults, type Fault } from "../../build/content/fault.ts";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { folderOf } from "../build/folder.ts";

/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Folders that several tests build. */
export const fixtures = join(import.meta.dirname, "../fixtures");

/**
 * All that `npm run build` tells of the faults of a folder of test/fixtures, in the order of files
 * and lines.
 */
export async function toldOf(fixture: string, lenient = false): Promise<string> {
  return `${describeFaults([...(await faultsOf(join(fixtures, fixture), lenient))].sort(byPlace))}\n`;
}

/**
 * What stops a folder from being published: nothing, or the whole list. Anything but a list of
 * faults is thrown on.
 * @param content Its path, or the files of a new one.
 */
export async function faultsOf(
  content: string | Readonly<Record<string, string | Uint8Array>>,
  lenient = false,
): Promise<readonly Fault[]> {
  try {
    await prepareSite({
      input: typeof content === "string" ? content : folderOf(content),
      lenient,
    });
    return [];
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    return error.faults;
  }
}
