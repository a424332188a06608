import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { createAjv } from "../../build/lib/json-schema.ts";
import { baseUrl, Type } from "../../build/schemas/fields.ts";
import { asPublished, exampleOf } from "../../build/schemas/read-schema.ts";
import { facts } from "./facts.ts";

interface Schema {
  type?: string;
  examples?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

const base_url = "https://somewhere.example";
const ajv = createAjv({ strictTypes: false });

/** The fields of a schema that hold no others, by where they stand. */
function leavesOf(schema: Schema, place: string): [place: string, schema: Schema][] {
  const { properties, items, anyOf, examples } = schema;
  const parts: [string, Schema][] = [
    ...Object.entries(properties ?? {}),
    ...(items ? [["[]", items] as [string, Schema]] : []),
    ...(examples ? [] : (anyOf ?? [])).map((each): [string, Schema] => ["or", each]),
  ];
  if (parts.length > 0) return parts.flatMap(([name, each]) => leavesOf(each, `${place} ${name}`));
  const isItsOwn = "enum" in schema || "const" in schema || schema.type === "null";
  return isItsOwn ? [] : [[place, schema]];
}

describe.each(publishedSchemas({ catalogue }))("the schema %s", (id, schema) => {
  const published = asPublished<Schema>(schema, { base_url });

  test("has an example in each field, which the field allows", () => {
    const leaves = leavesOf(published, id);
    expect(leaves.length).toBeGreaterThan(1);
    expect(leaves.filter(([, { examples }]) => !examples?.length)).toEqual([]);
    const refused = leaves.filter(([, { examples, ...field }]) =>
      examples?.some((example) => !ajv.validate(field, example)),
    );
    expect(refused).toEqual([]);
  });

  test("allows the example that is made of these", () => {
    const example = exampleOf(schema, { base_url, facts });
    ajv.validate(published, example);
    expect(ajv.errors, JSON.stringify(example)).toBe(null);
  });
});

test("an example has what is required, as many items as it must, and the site's address and terms", () => {
  const schema = Type.Object({
    one: Type.String({ format: "uri", examples: [`${baseUrl}/`] }),
    other: Type.Array(Type.Object({ a: Type.Literal(3), b: Type.Enum(["x", "y"]) }), {
      minItems: 2,
    }),
    perhaps: Type.Optional(Type.String()),
  });
  const item = { a: 3, b: "x" };
  expect(exampleOf(schema, { base_url })).toEqual({ one: `${base_url}/`, other: [item, item] });
  const license = { id: "LicenseRef-own", name: "Mine", url: "https://a.example/" };
  const permissions = { search: true, ai_input: false, ai_train: false };
  const { greeting } = Object.fromEntries(publishedSchemas({ catalogue }));
  expect(
    exampleOf(greeting ?? expect.unreachable(), { base_url, facts: { license, permissions } }),
  ).toMatchObject({ license, permissions });
});
