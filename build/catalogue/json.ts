import type { ValidateFunction } from "ajv/dist/2020.js";
import type { TObject, TSchema } from "typebox";
import type { Context } from "../context.ts";
import { createAjv } from "../schemas/formats.ts";
import type { Content } from "./content.ts";
import type { JsonDocument, Made } from "./document.ts";
import { schemaUrl } from "./schema-address.ts";

/** A JSON document's value, led by `$schema` where it has a schema of its own. */
export function jsonValue(document: JsonDocument, context: Context, made: Made): unknown {
  const value = document.data(context, made);
  return document.schema ? { $schema: schemaUrl(document.id, context.base_url), ...(value as object) } : value;
}

/** A JSON document as it is published: compact, one line, as UTF-8. Throws when it breaks its own schema, which is a fault of the build and not of the author. */
export function renderJson(document: JsonDocument, context: Context, made: Made): Content {
  const value = jsonValue(document, context, made);
  if (document.schema) assertValid(document.path, document.schema, value);
  return document.bytes?.(value, context) ?? Buffer.from(`${JSON.stringify(value)}\n`);
}

const ajv = createAjv();
const compiled = new WeakMap<TSchema, ValidateFunction>();
const knownValid = new WeakSet<object>();

/** Checks a document against its schema; its long lists item by item, and an item that was found valid once is not checked again. */
function assertValid(path: string, schema: TObject, value: unknown): void {
  const complaints: string[] = [];
  const head = { ...(value as Record<string, unknown>) };
  for (const [key, property] of Object.entries(
    schema.properties as Record<string, TSchema & { items?: TSchema; minItems?: number }>,
  )) {
    const list = head[key];
    if (!property.items || property.minItems !== undefined || !Array.isArray(list)) continue;
    head[key] = [];
    const isValid = validator(property.items);
    for (const [index, item] of list.entries()) {
      if (typeof item === "object" && item !== null && knownValid.has(item)) continue;
      if (!isValid(item)) complaints.push(...described(isValid, `/${key}/${index}`));
      else if (typeof item === "object" && item !== null) knownValid.add(item);
    }
  }
  const isValid = validator(schema);
  if (!isValid(head)) complaints.push(...described(isValid, ""));
  if (complaints.length > 0)
    throw new Error(`${path} breaks its own schema, so nothing is published:\n${complaints.slice(0, 10).join("\n")}`);
}

function validator(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, known);
  return known;
}

function described({ errors }: ValidateFunction, prefix: string): string[] {
  return (errors ?? []).map(({ instancePath, message }) => `  ${prefix + instancePath || "/"} ${message}`);
}
