import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Static } from "typebox";
import { readYaml } from "../lib/yaml.ts";
import { path, text } from "../schemas/fields.ts";
import { Type } from "../schemas/type.ts";

const headerMap = (description: string) => Type.Record(Type.String(), Type.String(), { description });
const pieces = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

/**
 * What must be true of an answer. A small closed vocabulary, so that a program can test it without running published
 * code.
 */
const Expectation = Type.Object(
  {
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: "The status of the answer." })),
    header_absent: Type.Optional(pieces("Headers the answer must not carry.")),
    header_equals: Type.Optional(headerMap("Headers with their exact value.")),
    header_contains: Type.Optional(headerMap("Headers with text their value must contain, whatever the case.")),
    body_contains: Type.Optional(pieces("Text the body must contain.")),
    body_absent: Type.Optional(pieces("Text the body must not contain, whatever the case.")),
    same_body_as: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Number (from 0) of an earlier request of this check, whose answer had the same bytes.",
      }),
    ),
  },
  { description: "What must be true of the answer: all of it." },
);
export type Expectation = Static<typeof Expectation>;

/** A request that anyone can make to test a promise. `verify` makes those that write something only with `--write`. */
const CheckRequest = Type.Object({
  method: text("HTTP method."),
  path: path("Root-relative address."),
  headers: Type.Optional(headerMap("Request headers.")),
  body: Type.Optional(text("Request body.")),
  times: Type.Optional(
    Type.Integer({ minimum: 1, description: "How often to ask in a row; once, where it is absent." }),
  ),
  writes: Type.Optional(Type.Boolean({ description: "True where the request leaves something behind." })),
  expect: Expectation,
});
export type CheckRequest = Static<typeof CheckRequest>;

export const Check = Type.Object(
  {
    requests: Type.Array(CheckRequest, { description: "What to ask for, and what to expect of each answer." }),
    holds: text("What must hold, in a sentence."),
    command: text("A line to paste into a terminal; the comment at its end says what it prints."),
  },
  { description: "How anyone can test that it is kept." },
);

/** How the promise with this id can be tested. */
export type PromiseCheck = Static<typeof Check> & { id: string };

/**
 * One check for each of the seven promises, in their order. manifest.json and the manifesto's page publish them, and
 * `npm run verify` runs them; the further tests that verify makes are in build/verify/checks. That they are written as
 * the schemas above have it is checked with the schema of manifest.json.
 */
export const promiseChecks = readYaml(readFileSync(join(import.meta.dirname, "promise-checks.yaml"), "utf8"))
  .value as readonly PromiseCheck[];
