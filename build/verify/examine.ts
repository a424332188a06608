import { createContext, Script } from "node:vm";
import type { AnySchema, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";
import { createAjv } from "../lib/json-schema.ts";
import { NoAnswer } from "./answer.ts";
import { isTooDeep } from "./json.ts";

/** A pattern that a site sends, for RE2, which reads any text in linear time. @throws Error if RE2 does not know it. */
export function foreignPattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
}

/** Most characters of a schema that is compiled; no document of a site needs as many. */
const longest = 1_000_000;

export type Examiner = ReturnType<typeof createExaminer>;

/**
 * Examines what a site sends where the cost depends on it: a schema may refer to itself again and again.
 * @param limit Milliseconds for one examination.
 */
export function createExaminer(limit: number) {
  const regExp = Object.assign(foreignPattern, { code: "foreignPattern" });
  // Not strict: any valid JSON Schema is accepted, because a later version of the project may write others.
  const ajv = createAjv({ strict: false, logger: false, validateSchema: true, code: { optimize: false, regExp } });
  const compiled = new Map<string, ValidateFunction>();
  const context = createContext();
  const script = new Script("work()");

  return {
    examine,
    /**
     * Validates JSON text against a JSON Schema (2020-12) given as text. Nothing is ever fetched: a schema that refers
     * to another address is refused.
     * @returns What is wrong, at most ten sentences.
     */
    validate: (schema: string, document: string) =>
      examine(() => {
        const validator = compiled.get(schema) ?? compile(schema);
        compiled.set(schema, validator);
        if (isTooDeep(document)) return ["is nested too deeply to be examined"];
        return validator(JSON.parse(document)) ? [] : (validator.errors ?? []).slice(0, 10).map(inWords);
      }),
  };

  /** Does work until it is done or takes too long. @returns What is wrong, a sentence each; empty if nothing is. */
  function examine(work: () => string[]): string[] {
    try {
      // The time limit of a script also ends the functions of this context that it calls.
      return script.runInContext(Object.assign(context, { work }), { timeout: limit }) as string[];
    } catch (error) {
      if (error instanceof NoAnswer) return [error.message];
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") return [`cannot be examined: ${message}`];
      return [`takes longer than ${limit / 1000} s to examine, and was given up`];
    }
  }

  /** @throws NoAnswer naming why the schema is not used. */
  function compile(text: string): ValidateFunction {
    if (text.length > longest)
      throw new NoAnswer(`its schema has ${text.length} characters, which is more than is examined`);
    if (isTooDeep(text)) throw new NoAnswer("its schema is nested too deeply to be examined");
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
