import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./bytes.ts";

const folder = join(import.meta.dirname, "../../node_modules/.cache/texts");

/**
 * A text that takes long to make, kept on disk for later runs of a command.
 * @param key All that the text depends on, versions included.
 */
export function keptText(key: string, make: () => string): string {
  const file = join(folder, sha256(key));
  try {
    return readFileSync(file, "utf8");
  } catch {
    const text = make();
    keep(file, text);
    return text;
  }
}

function keep(file: string, text: string): void {
  const part = `${file}.${process.pid}`; // moved into place, so that no other process reads half of it
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, text);
    renameSync(part, file);
  } catch {
    // Where nothing can be written, the text is made at each start.
  }
}
