import { parentPort } from "node:worker_threads";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../lib/json-schema.ts";
import { isTooDeep } from "./json.ts";
import { compareForms } from "./parity.ts";
import type { Job } from "./sandbox.ts";

parentPort?.on("message", (job: Job) => {
  parentPort?.postMessage(examine(job));
});

function examine(job: Job): string[] {
  try {
    return job.kind === "validate" ? validateText(job.schema, job.document) : compareForms(job.forms);
  } catch (error) {
    return [`cannot be examined: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Most characters of a schema that is compiled; no document of a site needs as many. */
const longest = 1_000_000;

/** Not strict: any valid JSON Schema is accepted, because a later version of the project may write others. */
const ajv = createAjv({ strict: false, logger: false, validateSchema: true });
const compiled = new Map<string, ValidateFunction>();

/**
 * Validates JSON text against a JSON Schema (2020-12) given as text. Nothing is ever fetched: a schema that refers to
 * another address is refused.
 * @returns What is wrong, at most ten sentences.
 */
function validateText(schema: string, document: string): string[] {
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
    // Removed at once, so that no schema can take the `$id` of the next, or be referred to by it.
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
