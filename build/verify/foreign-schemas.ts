import type { AnySchema, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";
import { createAjv } from "../lib/json-schema.ts";
import { NoAnswer } from "./answer.ts";

/** A pattern that a site sends, for RE2, which reads any text in linear time. @throws Error if RE2 does not know it. */
export function foreignPattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
}

/**
 * Creates a function that validates JSON text against a JSON Schema (2020-12) given as text, and returns what is wrong,
 * at most ten sentences. Nothing is ever fetched: a schema that refers to another address is refused.
 */
export function createSchemaValidator() {
  const regExp = Object.assign(foreignPattern, { code: "foreignPattern" });
  // Not strict: any valid JSON Schema is accepted, because a later version of the project may write others.
  const ajv = createAjv({ strict: false, logger: false, validateSchema: true, code: { optimize: false, regExp } });
  const compiled = new Map<string, ValidateFunction>();

  return (schema: string, document: string): string[] => {
    const validator = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validator);
    return validator(JSON.parse(document)) ? [] : (validator.errors ?? []).slice(0, 10).map(inWords);
  };

  /** @throws NoAnswer naming why the schema is not used. */
  function compile(text: string): ValidateFunction {
    // No schema can take the `$id` of another, or be referred to by it.
    ajv.removeSchema();
    try {
      return ajv.compile(JSON.parse(text) as AnySchema);
    } catch (error) {
      const { message, missingRef } = error as Error & { missingRef?: string };
      if (missingRef === undefined) throw new NoAnswer(`its schema cannot be used: ${message}`);
      throw new NoAnswer(`its schema refers to ${missingRef}, which is not fetched: a schema has to be whole`);
    }
  }
}

function inWords({ instancePath, message }: ErrorObject): string {
  return `${instancePath === "" ? "the whole" : instancePath} ${message ?? "breaks its schema"}`;
}
