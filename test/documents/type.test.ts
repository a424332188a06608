import { Type as TypeBox } from "typebox";
import { expect, test } from "vitest";
import { Type } from "../../build/schemas/fields.ts";

type Constructors = typeof Type;

/** Schemas from each constructor, with options and without. */
const examples: Record<keyof Constructors, (type: Constructors) => object[]> = {
  Array: (type) => [
    type.Array(type.String()),
    type.Array(type.Integer(), { minItems: 1, description: "Some." }),
  ],
  Boolean: (type) => [type.Boolean(), type.Boolean({ description: "Whether." })],
  Enum: (type) => [type.Enum(["a", "b"]), type.Enum(["a", "b"], { description: "One." })],
  Integer: (type) => [type.Integer(), type.Integer({ minimum: 1, maximum: 9 })],
  Literal: (type) => [type.Literal("GET"), type.Literal(3, { description: "Three." })],
  Null: (type) => [type.Null(), type.Null({ description: "Nothing." })],
  Number: (type) => [type.Number(), type.Number({ exclusiveMinimum: 0 })],
  Object: (type) => [
    type.Object(
      { b: type.Optional(type.Object({ c: type.Null() })), a: type.String() },
      { title: "Both" },
    ),
    type.Object({ a: type.Optional(type.String()) }, { additionalProperties: false }),
  ],
  Optional: (type) => [type.Optional(type.String({ description: "Perhaps." }))],
  Partial: (type) => [
    type.Partial(type.Object({ a: type.String(), b: type.Null() }), { title: "Both" }),
  ],
  Record: (type) => [
    type.Record(type.String({ pattern: "^/" }), type.String()),
    type.Record(type.String(), type.Null()),
  ],
  String: (type) => [type.String(), type.String({ format: "uri", description: "An address." })],
  Union: (type) => [
    type.Union([type.String(), type.Null()]),
    type.Union([type.Literal("a")], { description: "It." }),
  ],
};

test.each(Object.keys(Type) as (keyof Constructors)[])(
  "a schema of %s is the one that TypeBox makes",
  (name) => {
    const make = examples[name];
    expect(JSON.stringify(make(Type))).toBe(
      JSON.stringify(make(TypeBox as unknown as Constructors)),
    );
  },
);
