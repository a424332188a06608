import type { TSchema, Type as TypeBox } from "typebox";

/** The constructors of TypeBox that are in use, each with its TypeScript type. */
type Constructors = Pick<
  typeof TypeBox,
  "Array" | "Boolean" | "Enum" | "Integer" | "Literal" | "Null" | "Number" | "Object" | "Optional" | "Record"
> &
  Pick<typeof TypeBox, "String" | "Union" | "Unknown">;

type Options = Record<string, unknown>;

/** Schemas of properties that an object may lack. */
const optional = new WeakSet<TSchema>();

function objectOf(properties: Record<string, TSchema>, options?: Options): TSchema {
  const required = Object.keys(properties).filter((key) => !optional.has(properties[key] as TSchema));
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties, ...options };
}

function optionalOf(schema: TSchema): TSchema {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}

const simple = (type: string) => (options?: Options) => ({ type, ...options });

/**
 * Makes JSON Schemas that are TypeScript types as well (`Static<typeof Schema>`). The types are TypeBox's. Its code is
 * not used, because it loads some 370 modules to make the same plain objects, a tenth of the time of a small build.
 */
export const Type = {
  Array: (items: TSchema, options?: Options) => ({ type: "array", items, ...options }),
  Boolean: simple("boolean"),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: values, ...options }),
  Integer: simple("integer"),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Null: simple("null"),
  Number: simple("number"),
  Object: objectOf,
  Optional: optionalOf,
  Record: (key: { pattern?: string }, value: TSchema, options?: Options) => ({
    type: "object",
    patternProperties: { [key.pattern ?? "^.*$"]: value },
    ...options,
  }),
  String: simple("string"),
  Union: (anyOf: readonly TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options) => ({ ...options }),
} as unknown as Constructors;
