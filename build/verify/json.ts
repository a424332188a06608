import { readTable } from "../lib/yaml.ts";

// Functions to read values of unknown shape: a site may send anything, and no check may throw
// because of it.

/** The value at a path of own members, or undefined. */
export function at(value: unknown, ...keys: readonly PropertyKey[]): unknown {
  return keys.reduce<unknown>(
    (here, key) =>
      typeof here === "object" && here !== null && Object.hasOwn(here, key)
        ? (here as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

/** The list at a path of own members, or an empty one. */
export function listAt(value: unknown, ...keys: readonly PropertyKey[]): unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** The text at a path of own members, or the empty text. */
export function textAt(value: unknown, ...keys: readonly PropertyKey[]): string {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** Several members of an object, each empty if it is not text. */
export function textsAt<Name extends string>(value: unknown, ...names: readonly Name[]) {
  const texts = Object.fromEntries(names.map((name) => [name, textAt(value, name)]));
  return texts as Record<Name, string>;
}

/** Own members of an object at a path of own members, or none. */
export const membersAt = (value: unknown, ...keys: readonly PropertyKey[]): [string, unknown][] =>
  Object.entries(Object(at(value, ...keys)));

/** A value and all values in it, at any depth of objects and lists. */
export function* valuesIn(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) yield* valuesIn(item);
}

/** Reads expected values from a table beside the code. */
export const readExpected = <Table>(name: string, values = {}): Table =>
  readTable(import.meta.dirname, `${name}.yaml`, values);
