import type { AnySchema } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";
import { createAjv } from "../lib/json-schema.ts";
import { NoAnswer } from "./answer.ts";
import type { Row } from "./finding.ts";

/** Compiles a pattern that a site sends for RE2, which reads any text in linear time. */
const compile = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern));
const code = { optimize: false, regExp: Object.assign(compile, { code: "foreignPattern" }) };
// Not strict: any valid JSON Schema is accepted, because a later version of the project may write
// others.
const ajv = createAjv({ strict: false, logger: false, validateSchema: true, code });

/**
 * The faults of a document by a JSON Schema (2020-12), at most ten. Nothing is ever fetched: a
 * schema that refers to another address cannot be used.
 * @throws NoAnswer saying why the schema is not used
 */
export function schemaErrors(schema: unknown, document: unknown): Row[] {
  // Forgets earlier schemas, so that none can have the same `$id` or be referred to.
  ajv.removeSchema();
  try {
    ajv.validate(schema as AnySchema, document);
  } catch (error) {
    throw new NoAnswer(`its schema cannot be used: ${(error as Error).message}`);
  }
  const errors = (ajv.errors ?? []).slice(0, 10);
  return errors.map((error) => [true, `${error.instancePath || "the whole"} ${error.message}`]);
}
