import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./bytes.ts";

/** The value that is known for a key; if there is none, it is computed, and known from then on. */
export function getOrInsert<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: (key: Key) => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = compute(key)));
  return value;
}

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

/**
 * A function of a text that is computed once for each text. It does not call `getOrInsert`, because
 * searches call it for every word, and one call more for each takes time.
 */
export function memoizeText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = compute(text)));
    return value;
  };
}

const cacheFolder = join(import.meta.dirname, "../../node_modules/.cache/texts");

/** Texts that a command did not use are kept for the next, unless there are more than this. */
const mostUnused = 50;

/** The texts of one kind, which are written when the process exits. */
const storeOf = memoizeText((kind) => {
  const file = join(cacheFolder, kind);
  const known = readTexts(file);
  const used = new Map<string, string>();
  process.once("exit", () => {
    const unused = [...known].filter(([id]) => !used.has(id));
    const kept = unused.length > mostUnused ? [] : unused;
    if ([...used.keys()].some((id) => !known.has(id))) writeTexts(file, [...used, ...kept]);
  });
  return { known, used };
});

/**
 * A text that takes long to make, and is kept on disk for later runs.
 * @param kind The file in which it is kept.
 * @param key Everything that the text depends on, versions included.
 */
export function cachedText(kind: string, key: string, make: () => string): string {
  const { known, used } = storeOf(kind);
  return getOrInsert(used, sha256(key), (id) => known.get(id) ?? make());
}

function readTexts(file: string): Map<string, string> {
  try {
    const [digest, json = ""] = readFileSync(file, "utf8").split("\n");
    // After a crash of the machine the file may be cut off.
    if (digest === sha256(json)) return new Map(JSON.parse(json) as [string, string][]);
  } catch {
    // No texts are kept yet.
  }
  return new Map();
}

/** If nothing can be written, the texts are made at each start. */
function writeTexts(file: string, texts: readonly [string, string][]): void {
  const json = JSON.stringify(texts);
  const part = `${file}.${randomUUID()}`; // moved into place, so that nobody reads half of it
  try {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(part, `${sha256(json)}\n${json}`);
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
