// Data that stands in YAML beside the code is typed where it is read, and has that form.

import { expect, test } from "vitest";
import { privateNames } from "../../build/content/private-files.ts";
import { publishingKeys } from "../../build/content/publishing-keys.ts";
import { descriptions } from "../../build/documents/api-document.ts";
import { catalogue } from "../../build/documents/catalogue.ts";
import { attributes, elements } from "../../build/lib/html-effects.ts";
import { createAjv } from "../../build/lib/json-schema.ts";
import { codeKinds } from "../../build/markdown/highlight.ts";
import { operationTexts } from "../../build/model/operations.ts";
import { explanations } from "../../build/schemas/guestbook.ts";
import { crawlers } from "../../build/verify/checks/promises.ts";
import { problems } from "../../functions/guestbook/http.ts";

/** A text in which no name in braces was left without its value. */
const text = { type: "string", pattern: "^[^{}]+$" };
const headers = { type: "object", additionalProperties: text };

/** An object with exactly these properties, those that are named aside perhaps absent. */
function exactly(properties: Record<string, object>, ...optional: string[]) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

const operations = {
  type: "array",
  minItems: 3,
  items: exactly(
    {
      id: { enum: ["guestbook", "guestbook_sign", "guestbook_feed"] },
      operation_id: text,
      answer: { anyOf: [text, { type: "null" }] },
      method: { enum: ["GET", "POST"] },
      path: text,
      title: text,
      purpose: text,
      media_type: text,
      parameters: {
        type: "array",
        items: exactly({
          name: { enum: ["from", "limit", "Idempotency-Key"] },
          in: { enum: ["query", "header"] },
          description: text,
          schema: { type: "object", properties: { type: text }, required: ["type"] },
          example: { anyOf: [text, { type: "integer" }] },
        }),
      },
      responses: {
        type: "array",
        minItems: 1,
        items: {
          anyOf: [
            exactly({ status: { type: "integer" }, description: text, headers }, "headers"),
            exactly({ problem: { enum: Object.keys(problems) }, headers }, "headers"),
          ],
        },
      },
    },
    "parameters",
  ),
};

const names = { type: "array", minItems: 1, uniqueItems: true, items: text };

const ofElements = exactly(
  Object.fromEntries(
    ["known", "running", "media", "forbidden", "page_only", "followed", "pictures"].map((kind) => [
      kind,
      names,
    ]),
  ),
);

test.for([
  ["operations", operationTexts, operations],
  [
    "problems",
    explanations,
    exactly(Object.fromEntries(Object.keys(problems).map((name) => [name, text]))),
  ],
  [
    "the kinds of code",
    codeKinds,
    exactly({ comment: names, keyword: names, value: names, name: names }),
  ],
  ["elements", elements, ofElements],
  [
    "attributes",
    attributes,
    exactly({ fetching: names, fetching_one: names, reporting: names, sending: names }),
  ],
  ["crawlers", crawlers, exactly({ search: names, ai_input: names, ai_train: names })],
] as const)("%s are written in the form that the code is typed for", ([, written, schema]) => {
  const ajv = createAjv({ allErrors: true });
  ajv.validate(schema, written);
  expect(ajv.errors ?? []).toEqual([]);
});

test("each pattern of private names is a regular expression, and each list has one", () => {
  const strings = { type: "array", minItems: 1, items: { type: "string", format: "regex" } };
  const schema = exactly({
    folders: strings,
    files: strings,
    code_and_data: { type: "string", format: "regex" },
    code_endings: strings,
    project_files: strings,
    project_settings: {
      type: "array",
      items: {
        anyOf: [
          exactly({ names: strings, pages: text }),
          exactly({ names: strings, pages: text, only_with_pages: { const: true } }),
        ],
      },
    },
  });
  const validate = createAjv({ strict: false }).compile(schema);
  expect([validate(privateNames), validate.errors]).toEqual([true, null]);
});

test("the keys that decide about publishing are written in the form that the code is typed for", () => {
  const lower = "^(?:[a-z_-]+|<<)$";
  const each = (value: object) => ({
    type: "object",
    minProperties: 1,
    propertyNames: { pattern: lower },
    additionalProperties: value,
  });
  const schema = exactly({
    answers: each({ type: "boolean" }),
    words: each({ type: "string", format: "regex" }),
    ordinary: names,
    audience: each(text),
    everybody: names,
    not_obeyed: each(text),
  });
  const validate = createAjv({ strict: false }).compile(schema);
  expect([validate(publishingKeys), validate.errors]).toEqual([true, null]);
});

test("each document of the catalogue is described once, and nothing else is", () => {
  const described = exactly(
    {
      title: { type: "string" },
      purpose: { type: "string" },
      path: { type: "string", pattern: "^/" },
      media_type: { type: "string", pattern: "^[a-z]+/" },
      group: { enum: ["format", "internal"] },
      named_in: { type: "string", pattern: "^in " },
      cache_control: text,
      late: { const: true },
      each: exactly({ title: text, purpose: text }),
      fields: { type: "object", minProperties: 1 },
    },
    ...["each", "fields", "path", "media_type", "group", "named_in", "cache_control", "late"],
  );
  const validate = createAjv({ strict: false }).compile({
    type: "object",
    additionalProperties: described,
  });
  expect([validate(descriptions), validate.errors]).toEqual([true, null]);
  expect(Object.keys(descriptions).sort()).toEqual(catalogue.map(({ id }) => id).sort());
});
