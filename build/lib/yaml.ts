import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, YAMLException } from "js-yaml";
import { cachedText } from "./once.ts";
import { readTemplate, type Values, withoutControlCharacters } from "./text.ts";

/** The most values that a text with aliases may expand to: a few lines can expand to billions. */
const mostValues = 5_000;

/**
 * Parses YAML by its core schema, where dates are text: 2026-02-30 is not made the 2nd of March.
 * @returns its value, or why it cannot be parsed, with the one-based line
 */
export function readYaml(text: string): {
  value?: unknown;
  error?: { line: number; reason: string };
} {
  try {
    const value = load(text, { schema: CORE_SCHEMA });
    // A fast path: hardly any text has an alias or such a key, which may be spelt with a backslash.
    const error = /[*\\]|__proto__/.test(text) ? findUnusable(value, text) : undefined;
    return error ? { error } : { value };
  } catch (error) {
    if (error instanceof RangeError)
      return { error: { line: 1, reason: "its values are nested too deep" } };
    if (!(error instanceof YAMLException)) throw error;
    return { error: { line: (error.mark?.line ?? 0) + 1, reason: error.reason } };
  }
}

/**
 * Reads a YAML file beside the code, with values for its names in braces. The result is kept:
 * parsing all such files at each start would take a hundredth of a small build.
 */
export function readTable<Table>(folder: string, file: string, values: Values = {}): Table {
  const text = readTemplate(folder, file)(values);
  const json = cachedText("tables", text, () => JSON.stringify(readYaml(text).value));
  return JSON.parse(json) as Table;
}

/** The scalars of a mapping in valid YAML, as written: `1.10`, `007` and `true` are text. */
export function scalarsOf(text: string): Record<string, unknown> {
  try {
    return load(text, { schema: FAILSAFE_SCHEMA }) as Record<string, unknown>;
  } catch {
    return {}; // a value has a tag, such as `!!int`, and is what that says
  }
}

/** A value without control characters, which YAML can write in keys and texts: `"\x10"`, `"\e"`. */
export function withoutControls(value: unknown): unknown {
  if (typeof value === "string") return withoutControlCharacters(value);
  if (Array.isArray(value)) return value.map(withoutControls);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [withoutControls(key), withoutControls(inner)]),
  );
}

/**
 * Finds values that YAML allows but code should not get: those that contain themselves, aliases
 * that expand to very many values, and the key `__proto__`.
 */
function findUnusable(value: unknown, text: string): { line: number; reason: string } | undefined {
  const around = new Set<object>();
  const hasAliases = text.includes("*");
  let count = 0;
  let topLevelKey = "";
  const reasonIn = (inner: unknown): string | undefined => {
    if (hasAliases && ++count > mostValues)
      return `its aliases (\`*\`) repeat more than ${mostValues} values`;
    if (typeof inner !== "object" || inner === null) return undefined;
    if (around.has(inner)) return "an alias (`*`) is within the value that it repeats";
    around.add(inner);
    for (const [key, each] of Object.entries(inner)) {
      if (around.size === 1) topLevelKey = key;
      const reason = key === "__proto__" ? "`__proto__` cannot be a key" : reasonIn(each);
      if (reason !== undefined) return reason;
    }
    around.delete(inner);
    return undefined;
  };
  const reason = reasonIn(value);
  if (reason === undefined) return undefined;
  return { line: lineOfKey(text.split("\n"), topLevelKey) ?? 1, reason };
}

/** Whether a value is a mapping (an object), not a list or a scalar. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The boolean that a value means: true or false also as YAML 1.1 spells them
 * (https://yaml.org/type/bool.html), in quotes, as 1 or 0, or as never or none. Else undefined.
 */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === "object") return undefined; // a list with aliases can be endless as text
  if (/^\s*(true|yes|on|y|1)\s*$/i.test(String(value))) return true;
  return /^\s*(false|no|never|none|off|n|0)\s*$/i.test(String(value)) ? false : undefined;
}

/** The one-based line of a value in the list of a top-level key; the key's if it is not there. */
export function lineOfItem(text: string, key: string, value: string): number | undefined {
  const lines = text.split("\n");
  const start = lineOfKey(lines, key);
  if (start === undefined) return undefined;
  const below = lines
    .slice(start - 1)
    .findIndex((line) => line.split(/[\s"',[\]{}]+/).includes(value));
  return start + Math.max(below, 0);
}

/** The one-based line of a top-level key, quoted or not; undefined if there is none. */
export function lineOfKey(lines: readonly string[], key: string): number | undefined {
  for (const start of [`${key}:`, `"${key}":`, `'${key}':`]) {
    const index = lines.findIndex((line) => line.startsWith(start));
    if (index !== -1) return index + 1;
  }
  return undefined;
}
