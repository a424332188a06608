import { CORE_SCHEMA, load, YAMLException } from "js-yaml";

/**
 * Most values in a text with aliases, those that they repeat counted each time: a few lines can
 * stand for billions.
 */
const mostValues = 5_000;

/**
 * Parses YAML by its core schema, in which dates stay text: 2026-02-30 does not silently become the
 * 2nd of March.
 * @returns its value, or why it cannot be parsed, with the one-based line
 */
export function readYaml(text: string): {
  value?: unknown;
  error?: { line: number; reason: string };
} {
  try {
    const value = load(text, { schema: CORE_SCHEMA });
    if (!text.includes("*") || countValues(value, mostValues) <= mostValues) return { value };
    return {
      error: { line: 1, reason: `its aliases (\`*\`) repeat more than ${mostValues} values` },
    };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { error: { line: (error.mark?.line ?? 0) + 1, reason: error.reason } };
  }
}

/** Counts the values in a value, at most to the first one after `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value))
    if (count <= most) count += countValues(inner, most - count);
  return count;
}

/** Whether a value is a mapping (an object), not a list or a scalar. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What a value says that should be a boolean: true or false also as YAML 1.1 spells them
 * (https://yaml.org/type/bool.html), in quotes, as 1 or 0, or as never or none. Undefined for every
 * other value.
 */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === "object") return undefined; // a list with aliases can be endless as text
  if (/^\s*(true|yes|on|y|1)\s*$/i.test(String(value))) return true;
  return /^\s*(false|no|never|none|off|n|0)\s*$/i.test(String(value)) ? false : undefined;
}

/**
 * The one-based line of a value in the list of a top-level key; that of the key where the value is
 * written otherwise.
 */
export function lineOfItem(text: string, key: string, value: string): number | undefined {
  const start = lineOfKey(text, key);
  if (start === undefined) return undefined;
  const lines = text.split("\n").slice(start - 1);
  const below = lines.findIndex((line) => line.split(/[\s"',[\]{}]+/).includes(value));
  return start + Math.max(below, 0);
}

/** The one-based line of a top-level key, quoted or not; undefined where there is none. */
export function lineOfKey(text: string, key: string): number | undefined {
  const written = [`${key}:`, `"${key}":`, `'${key}':`];
  const index = text
    .split("\n")
    .findIndex((line) => written.some((start) => line.startsWith(start)));
  return index === -1 ? undefined : index + 1;
}
