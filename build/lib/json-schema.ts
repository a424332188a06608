import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type * as ajvLibrary from "ajv/dist/2020.js";
import type { Options, ValidateFunction } from "ajv/dist/2020.js";
import type standaloneLibrary from "ajv/dist/standalone/index.js";
import { isContentDate, isDate, isDateTime } from "./dates.ts";
import { cachedText, memoize } from "./once.ts";

const require = createRequire(import.meta.url);

const formatChecks = {
  date: isDate,
  "date-time": isDateTime,
  "content-date": isContentDate,
  uri: (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
};

const ajvOptions = {
  allErrors: true,
  strict: true,
  validateSchema: false,
  code: { optimize: false }, // optimizing costs more than it saves: most validators are used once
} as const satisfies Options;

/**
 * A new ajv for JSON Schema 2020-12 with the formats that the schemas here use. By default it is
 * strict and does not validate the schemas themselves, which would slow down every build: tests
 * check the published ones against their meta-schema.
 */
export function createAjv(options: Options = {}): ajvLibrary.Ajv2020 {
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof ajvLibrary;
  return new Ajv2020({ ...ajvOptions, formats: formatChecks, ...options });
}

/**
 * The validator of a schema, kept on disk: loading ajv and compiling take a tenth of a small build.
 * @param verbose Whether errors include the value, and the schema that it does not match.
 */
export function compileSchema<T>(schema: object, verbose = false): ValidateFunction<T> {
  const { version } = require("ajv/package.json") as { version: string };
  const key = JSON.stringify([String(standaloneCode), version, ajvOptions, verbose, schema]);
  const code = cachedText("validators", key, () => standaloneCode(schema, verbose));
  const module: { exports?: ValidateFunction<T> } = {};
  compileFunction(code, ["module", "require", "formatChecks"])(module, require, formatChecks);
  return module.exports as ValidateFunction<T>;
}

const validatorOf = memoize((schema: object) => compileSchema(schema));

/**
 * Checks data to be published against its own schema.
 * @param what A name for the data, for the message.
 * @throws Error if it does not match, which is a fault in the build and not the author's
 */
export function assertValid(what: string, schema: object, value: unknown): void {
  const isValid = validatorOf(schema);
  if (isValid(value)) return;
  const complaints = (isValid.errors ?? []).map(
    ({ instancePath, message }) => `  ${instancePath || "/"} ${message}`,
  );
  throw new Error(
    `${what} breaks its own schema, so nothing is published:\n${complaints.slice(0, 10).join("\n")}`,
  );
}

/** Code that sets `module.exports` to the validator. It uses `require` and `formatChecks`. */
function standaloneCode(schema: object, verbose: boolean): string {
  const { _ } = require("ajv/dist/2020.js") as typeof ajvLibrary;
  const { default: write } = require("ajv/dist/standalone/index.js") as typeof standaloneLibrary;
  const code = { ...ajvOptions.code, source: true, formats: _`formatChecks` };
  const ajv = createAjv({ verbose, code });
  return write(ajv, ajv.compile(schema));
}
