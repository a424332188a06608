import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./bytes.ts";

/** A function of an object that is computed once for each object, and forgotten with it. */
export function memoize<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = compute(key)));
    return value;
  };
}

/** A function of a text that is computed once for each text. */
export function memoizeText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = compute(text)));
    return value;
  };
}

const keptTexts = join(import.meta.dirname, "../../node_modules/.cache/texts");

/**
 * A text that takes long to make, kept on disk below its digest for later runs of a command.
 * @param key All that the text depends on, versions included.
 */
export function keptText(key: string, make: () => string): string {
  const file = join(keptTexts, sha256(key));
  try {
    const [digest, ...lines] = readFileSync(file, "utf8").split("\n");
    const kept = lines.join("\n");
    if (digest === sha256(kept)) return kept; // it may be cut, after a crash of the machine
  } catch {
    // It was never made here.
  }
  const text = make();
  const part = `${file}.${randomUUID()}`; // moved into place, so that nobody else reads half of it
  try {
    mkdirSync(keptTexts, { recursive: true });
    writeFileSync(part, `${sha256(text)}\n${text}`);
    renameSync(part, file);
  } catch {
    // Where nothing can be written, the text is made at each start.
  }
  return text;
}
