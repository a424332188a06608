// The fields of documents and of the guestbook stand in tables, of which the schemas are made.

import { expect, test } from "vitest";
import { compileSchema } from "../../build/lib/json-schema.ts";
import { readYaml } from "../../build/lib/yaml.ts";
import { Check } from "../../build/model/promises.ts";
import { Facts } from "../../build/schemas/facts.ts";
import { Type, withTexts } from "../../build/schemas/fields.ts";
import { FrontMatter } from "../../build/schemas/front-matter.ts";
import { type FieldTexts, readFields } from "../../build/schemas/read-fields.ts";

/** The schema of an object with the fields of a table. */
function schemaOf(table: string): object {
  const fields = readYaml(table).value as FieldTexts;
  return Type.Object(
    readFields(fields, { word: Type.String({ description: "A word.", examples: ["door"] }) }),
  );
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

test("a schema that is a type as well gets its texts from a table, in every depth", () => {
  const word = Type.String({ minLength: 1 });
  const schema = Type.Object({
    word,
    list: Type.Array(word),
    either: Type.Union([word, Type.Null()]),
  });
  const texts = {
    description: "All of it.",
    properties: {
      word: { description: "A word.", examples: ["door"] },
      list: { description: "Words.", items: { examples: ["gate"] } },
      either: { anyOf: [{ description: "A word." }, {}] },
    },
  };
  expect(withTexts(schema, texts)).toEqual({
    type: "object",
    required: ["word", "list", "either"],
    properties: {
      word: { type: "string", minLength: 1, description: "A word.", examples: ["door"] },
      list: {
        type: "array",
        items: { type: "string", minLength: 1, examples: ["gate"] },
        description: "Words.",
      },
      either: {
        anyOf: [{ type: "string", minLength: 1, description: "A word." }, { type: "null" }],
      },
    },
    description: "All of it.",
  });
  expect(schema.properties.word).toEqual({ type: "string", minLength: 1 });
});

/** Every field of a schema with its name, those of nested objects too. */
function fieldsIn(schema: object, path = ""): [path: string, field: Record<string, unknown>][] {
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key !== "properties")
      return typeof inner === "object" && inner !== null && key !== "examples"
        ? fieldsIn(inner, `${path}/${key}`)
        : [];
    return Object.entries(inner as Record<string, Record<string, unknown>>).flatMap(
      ([name, field]) => [
        [`${path}/${name}`, field] as const,
        ...fieldsIn(field, `${path}/${name}`),
      ],
    ) as [string, Record<string, unknown>][];
  });
}

test.each([
  ["facts", Facts],
  ["front matter", FrontMatter],
  ["checks", Check],
])("every field of %s has a text, and no text is of a field that there is not", (_, schema) => {
  const fields = fieldsIn(schema);
  expect(fields.length).toBeGreaterThan(10);
  expect(fields.filter(([, { description }]) => !description)).toEqual([]);
  const hasForm = ({ type, enum: values, anyOf }: Record<string, unknown>) =>
    type ?? values ?? anyOf;
  expect(fields.filter(([, field]) => !hasForm(field))).toEqual([]);
});
