// The fields of documents and of the guestbook stand in tables, of which the schemas are made.

import { expect, test } from "vitest";
import { compileSchema } from "../../build/lib/json-schema.ts";
import { readYaml } from "../../build/lib/yaml.ts";
import { Type, text } from "../../build/schemas/fields.ts";
import { type FieldTexts, readFields } from "../../build/schemas/read-fields.ts";

/** The schema of an object with the fields of a table. */
function schemaOf(table: string): object {
  const fields = readYaml(table).value as FieldTexts;
  return Type.Object(readFields(fields, { word: text("A word.", "door") }));
}

test.each<[what: string, table: string, schema: object]>([
  [
    "a kind with what it means, and its usual example or another",
    "a: { count: How many. }\nb: { count: How many., example: 12 }",
    {
      required: ["a", "b"],
      properties: {
        a: { type: "integer", minimum: 0, description: "How many.", examples: [1] },
        b: { type: "integer", minimum: 0, description: "How many.", examples: [12] },
      },
    },
  ],
  [
    "the name of a schema",
    "a: word",
    {
      required: ["a"],
      properties: { a: { type: "string", description: "A word.", examples: ["door"] } },
    },
  ],
  [
    "a JSON Schema, and one that may be absent",
    "a: { type: integer, maximum: 7 }\nb: { optional: true, const: 1 }",
    { required: ["a"], properties: { a: { type: "integer", maximum: 7 }, b: { const: 1 } } },
  ],
  [
    "an object, and a list of them with a bound",
    "a: { object: One., fields: { b: word } }\nc: { objects: Some., minItems: 2, fields: { d: word } }",
    {
      required: ["a", "c"],
      properties: {
        a: {
          type: "object",
          description: "One.",
          required: ["b"],
          properties: { b: { type: "string", description: "A word.", examples: ["door"] } },
        },
        c: {
          type: "array",
          description: "Some.",
          minItems: 2,
          items: {
            type: "object",
            required: ["d"],
            properties: { d: { type: "string", description: "A word.", examples: ["door"] } },
          },
        },
      },
    },
  ],
  [
    "a list, and a choice",
    'a: { list: Some., of: { type: "null" } }\nb: { either: One., of: [{ type: "null" }, { const: 1 }] }',
    {
      required: ["a", "b"],
      properties: {
        a: { type: "array", description: "Some.", items: { type: "null" } },
        b: { description: "One.", anyOf: [{ type: "null" }, { const: 1 }] },
      },
    },
  ],
  [
    "other fields among its own",
    "a: { fields: &some { b: { const: 1 } } }\nc: { fields: { <<: *some, d: { const: 2 } } }",
    {
      required: ["a", "c"],
      properties: {
        a: { type: "object", required: ["b"], properties: { b: { const: 1 } } },
        c: {
          type: "object",
          required: ["b", "d"],
          properties: { b: { const: 1 }, d: { const: 2 } },
        },
      },
    },
  ],
])("a table holds %s", (_, table, schema) => {
  expect(schemaOf(table)).toEqual({ type: "object", ...schema });
});

test("a schema or a kind that there is not is a fault", () => {
  expect(() => schemaOf("a: wrod")).toThrow("`wrod`");
  expect(() => compileSchema(schemaOf("a: { txet: A word., example: door }"))).toThrow("txet");
});
