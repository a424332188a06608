import { CORE_SCHEMA, load, YAMLException } from "js-yaml";

/** What stands in a piece of YAML, or why it cannot be read. `line` is one-based. */
export interface Yaml {
  value?: unknown;
  error?: { line: number; reason: string };
}

/** Reads YAML by its core schema, in which a date stays the text it is: 2026-02-30 does not quietly become the 2nd of March. */
export function readYaml(text: string): Yaml {
  try {
    return { value: load(text, { schema: CORE_SCHEMA }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { error: { line: (error.mark?.line ?? 0) + 1, reason: error.reason } };
  }
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The one-based line on which a top-level key stands. */
export function lineOfKey(text: string, key: string): number | undefined {
  const index = text
    .split("\n")
    .findIndex((line) => line.startsWith(`${key}:`) || line.startsWith(`"${key}":`) || line.startsWith(`'${key}':`));
  return index === -1 ? undefined : index + 1;
}
