import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readYaml } from "../lib/yaml.ts";

/**
 * One check for each of the seven promises, in their order. manifest.json and the manifesto's page publish them, and
 * `npm run verify` runs them; the further tests that verify makes are in build/verify/checks. That they are written as
 * the types below say is checked with the schema of manifest.json.
 */
export const promiseChecks = readYaml(readFileSync(join(import.meta.dirname, "promise-checks.yaml"), "utf8"))
  .value as readonly PromiseCheck[];

/**
 * What must be true of an answer. A small closed vocabulary, so that a program can test it without running published
 * code.
 */
export interface Expectation {
  status?: number;
  /** Names of headers the answer must not carry. */
  header_absent?: readonly string[];
  /** Headers by name, with their exact value. */
  header_equals?: Readonly<Record<string, string>>;
  /** Headers by name, with text their value must contain, whatever the case. */
  header_contains?: Readonly<Record<string, string>>;
  /** Pieces of text the body must contain. */
  body_contains?: readonly string[];
  /** Pieces of text the body must not contain, whatever the case. */
  body_absent?: readonly string[];
  /** Number (from 0) of an earlier request of the same check, whose answer had the same bytes. */
  same_body_as?: number;
}

/** A request that anyone can make to test a promise. */
export interface CheckRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** How often it is made in a row; once by default. */
  times?: number;
  /** True where the request stores something. `verify` makes such requests only with `--write`. */
  writes?: boolean;
  expect: Expectation;
}

/**
 * How a promise can be tested: requests, what must hold, and a shell command that ends in a comment on what it prints.
 */
export interface PromiseCheck {
  id: string;
  requests: readonly CheckRequest[];
  /** What must be true, as a sentence. */
  holds: string;
  command: string;
}
