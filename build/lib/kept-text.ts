import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { sha256 } from "./bytes.ts";

const folder = join(import.meta.dirname, "../../node_modules/.cache/texts");

/**
 * A text that takes long to make, kept on disk for later runs of a command. One that is not whole on disk, as after a
 * crash of the machine, is made again.
 * @param key All that the text depends on, versions included.
 */
export function keptText(key: string, make: () => string): string {
  const file = join(folder, sha256(key));
  const kept = readKept(file);
  if (kept !== undefined) return kept;
  const text = make();
  keep(file, text);
  return text;
}

/** @returns undefined where nothing whole is kept */
function readKept(file: string): string | undefined {
  try {
    const [digest, ...lines] = readFileSync(file, "utf8").split("\n");
    const text = lines.join("\n");
    return digest === sha256(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text below its digest. */
function keep(file: string, text: string): void {
  const part = `${file}.${process.pid}.${threadId}`; // moved into place, so that nobody else reads half of it
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, `${sha256(text)}\n${text}`);
    renameSync(part, file);
  } catch {
    // Where nothing can be written, the text is made at each start.
  }
}
