import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../lib/json-schema.ts";

/** A schema longer than this, in characters, is not one of ours. */
const longest = 1_000_000;

/** Not strict: what is valid JSON Schema is taken as it is, whatever the version that wrote it. */
const ajv = createAjv({ strict: false, logger: false, validateSchema: true });
const compiled = new Map<string, ValidateFunction>();

/**
 * Validates JSON text against a JSON Schema (2020-12) given as text. Nothing is ever fetched: a schema that refers to
 * another address is refused.
 * @returns What is wrong, at most ten sentences.
 */
export function validateText(schema: string, document: string): string[] {
  const known = compiled.get(schema) ?? compile(schema);
  if (Array.isArray(known)) return known;
  compiled.set(schema, known);
  if (isTooDeep(document)) return ["is nested too deeply to be examined"];
  if (known(JSON.parse(document))) return [];
  return (known.errors ?? []).slice(0, 10).map(inWords);
}

function compile(text: string): ValidateFunction | string[] {
  if (text.length > longest) return [`its schema has ${text.length} characters, which is more than is examined`];
  if (isTooDeep(text)) return ["its schema is nested too deeply to be examined"];
  const schema: unknown = JSON.parse(text);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return ["its schema is no object"];
  const foreign = foreignReferences(schema);
  if (foreign.length > 0)
    return foreign
      .slice(0, 3)
      .map((address) => `its schema refers to ${address}, which is not fetched: a schema has to be whole`);
  try {
    return ajv.compile(schema);
  } catch (error) {
    return [`its schema cannot be used: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    // Forgotten at once, so that no schema can stand in the way of the next by taking its `$id`, or be referred to by it.
    ajv.removeSchema();
  }
}

/** References that do not stay within the schema. */
function foreignReferences(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const refers = (key === "$ref" || key === "$dynamicRef") && typeof item === "string" && !item.startsWith("#");
    return refers ? [item] : foreignReferences(item);
  });
}

function inWords({ instancePath, message }: ErrorObject): string {
  return `${instancePath === "" ? "the whole" : instancePath} ${message ?? "breaks its schema"}`;
}

// Reading values of which nothing is known: what a site sent may have any shape, and no check may stumble over it.

/** The value at a path of own members, or undefined. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of keys) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

export function listAt(value: unknown, ...keys: readonly (string | number)[]): unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** Own members of an object, or none. */
export function membersAt(value: unknown, ...keys: readonly (string | number)[]): [string, unknown][] {
  const found = at(value, ...keys);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? Object.entries(found) : [];
}

/** Whether two JSON values are the same, whatever the order of members. */
export function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, item: unknown) =>
      typeof item === "object" && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ) ?? "undefined"
  );
}

/** Deeper than this no document of ours goes; a reader that recurses must not be brought down by one that does. */
const deepest = 100;

/** Whether JSON text nests arrays and objects deeper than any document needs. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      // A string: brackets in it do not count.
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
