import { CORE_SCHEMA, load, YAMLException } from "js-yaml";

/** The value of a YAML text, or why it cannot be parsed. `line` is one-based. */
interface Yaml {
  value?: unknown;
  error?: { line: number; reason: string };
}

/** Parses YAML by its core schema, in which dates stay text: 2026-02-30 does not silently become the 2nd of March. */
export function readYaml(text: string): Yaml {
  try {
    return { value: load(text, { schema: CORE_SCHEMA }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { error: { line: (error.mark?.line ?? 0) + 1, reason: error.reason } };
  }
}

/** Whether a value is a mapping (an object), not a list or a scalar. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What a value says that should be a boolean: true or false also as YAML 1.1 spells them
 * (https://yaml.org/type/bool.html), in quotes, or as 1 or 0. Undefined for every other value.
 */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === "object") return undefined; // a list with aliases can be endless as text
  if (/^(true|yes|on|y|1)$/i.test(String(value))) return true;
  return /^(false|no|off|n|0)$/i.test(String(value)) ? false : undefined;
}

/** The one-based line of a value in the list of a top-level key; that of the key where the value is written otherwise. */
export function lineOfItem(text: string, key: string, value: string): number | undefined {
  const start = lineOfKey(text, key);
  if (start === undefined) return undefined;
  const below = text
    .split("\n")
    .slice(start - 1)
    .findIndex((line) => line.split(/[\s"',[\]{}]+/).includes(value));
  return start + Math.max(below, 0);
}

/** The one-based line of a top-level key, quoted or not; undefined where there is none. */
export function lineOfKey(text: string, key: string): number | undefined {
  const index = text
    .split("\n")
    .findIndex((line) => line.startsWith(`${key}:`) || line.startsWith(`"${key}":`) || line.startsWith(`'${key}':`));
  return index === -1 ? undefined : index + 1;
}
