import type { ValidateFunction } from "ajv/dist/2020.js";
import type { TObject } from "typebox";
import type { Context } from "../context.ts";
import { createAjv } from "../schemas/formats.ts";
import type { FileDigest, JsonDocument } from "./document.ts";
import { schemaUrl } from "./schema-address.ts";

/** A JSON document's value, led by `$schema` where it has a schema of its own. */
export function jsonValue(document: JsonDocument, context: Context, written: readonly FileDigest[]): unknown {
  const value = document.data(context, written);
  return document.schema ? { $schema: schemaUrl(document.id, context.base_url), ...(value as object) } : value;
}

/** A JSON document as it is published: compact, one line. Throws when it breaks its own schema, which is a fault of the build and not of the author. */
export function renderJson(document: JsonDocument, context: Context, written: readonly FileDigest[]): string {
  const value = jsonValue(document, context, written);
  if (document.schema) assertValid(document.path, document.schema, value);
  return `${document.stringify?.(value, context) ?? JSON.stringify(value)}\n`;
}

const ajv = createAjv();
const compiled = new WeakMap<TObject, ValidateFunction>();

function assertValid(path: string, schema: TObject, value: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return;
  const list = (validate.errors ?? []).slice(0, 10).map(({ instancePath, message }) => `  ${instancePath || "/"} ${message}`);
  throw new Error(`${path} breaks its own schema, so nothing is published:\n${list.join("\n")}`);
}
