import type { TSchema } from "typebox";
import type { Context } from "../context.ts";
import type { Document, FileDigest } from "./document.ts";
import { jsonValue } from "./json.ts";

/**
 * A real answer, shortened to be read: lists keep their first item (all, where the schema demands a number), long text is cut,
 * and what follows from the words of pages is replaced by the example its schema carries.
 */
export function exampleOf(document: Document, context: Context): unknown {
  const few = {
    ...context,
    pages: context.pages.slice(0, shown),
    notes: context.notes.slice(0, shown),
    realms: context.realms.slice(0, shown),
  };
  if (document.excerpt) return document.excerpt(few);
  if (document.kind !== "json" || !document.schema) return undefined;
  const written = context.catalogue
    .filter(({ id }) => id !== document.id)
    .map(({ path }): FileDigest => ({ path, bytes: 0, sha256: "0".repeat(64) }));
  return abridge(jsonValue(document, few, written), document.schema);
}

/** Pages of each kind that examples are made of, however many there are. */
const shown = 3;

const longest = 160;

interface PlainSchema {
  examples?: readonly unknown[];
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  items?: TSchema;
  minItems?: number;
}

export function abridge(value: unknown, schema: TSchema | undefined): unknown {
  const plain = (schema ?? {}) as PlainSchema;
  if (plain.examples?.length) return plain.examples[0];
  if (typeof value === "string")
    return value.length > longest ? `${value.slice(0, longest).replace(/\s+\S*$/, "")} …` : value;
  if (Array.isArray(value))
    return value.slice(0, Math.max(1, plain.minItems ?? 1)).map((item) => abridge(item, plain.items));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value);
  const ofPattern = Object.values(plain.patternProperties ?? {})[0];
  const kept = ofPattern ? entries.slice(0, 2) : entries;
  return Object.fromEntries(kept.map(([key, item]) => [key, abridge(item, plain.properties?.[key] ?? ofPattern)]));
}
