import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Where the build's page takes the form and the entries. */
export const shellMarker = "<!--guestbook-->";

const shellPath = join("guestbook", "index.html");

/**
 * The build's page around the guestbook, cut at its marker.
 * It lies in the output folder that `OPEN_HOUSE_OUTPUT` names, else in `_site` of the working directory, else in `_site` above
 * this file or the bundle that it became part of.
 * @returns null where no such page was built.
 */
export async function readShell(): Promise<{ before: string; after: string } | null> {
  const output = process.env["OPEN_HOUSE_OUTPUT"];
  const above = ["..", "../..", "../../.."].map((up) => resolve(import.meta.dirname, up, "_site"));
  for (const folder of output === undefined ? [resolve("_site"), ...above] : [resolve(output)]) {
    const text = await readFile(join(folder, shellPath), "utf8").catch(() => null);
    const [before, after, ...more] = text?.split(shellMarker) ?? [];
    if (before !== undefined && after !== undefined && more.length === 0) return { before, after };
  }
  return null;
}
