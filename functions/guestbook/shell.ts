import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Where the build's page takes the form and the entries. */
export const shellMarker = "<!--guestbook-->";

/**
 * The build's page around the guestbook, cut at its marker.
 * It lies in the output folder that `OPEN_HOUSE_OUTPUT` names, else in `_site` of the working directory, else in `_site` above
 * this file or the bundle that it became part of.
 * @returns null where no such page was built.
 */
export async function readShell(): Promise<{ before: string; after: string } | null> {
  for (const folder of outputFolders()) {
    const text = await readFile(join(folder, "guestbook", "index.html"), "utf8").catch(() => null);
    const [before, after, ...more] = text?.split(shellMarker) ?? [];
    if (before !== undefined && after !== undefined && more.length === 0) return { before, after };
  }
  return null;
}

function outputFolders(): string[] {
  const named = process.env["OPEN_HOUSE_OUTPUT"];
  if (named !== undefined) return [resolve(named)];
  const starts = [process.cwd()];
  for (let folder = import.meta.dirname, level = 0; level < 4; level++) starts.push((folder = dirname(folder)));
  // Put together here and not in one expression, because the bundler would read that and take the whole site along.
  return starts.map((start) => [start, "_site"].join("/"));
}
