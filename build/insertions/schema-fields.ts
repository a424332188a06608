import type { TSchema } from "typebox";

/** What of a JSON Schema is shown in a table of fields. */
interface PlainSchema {
  type?: string;
  description?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  items?: TSchema;
  required?: readonly string[];
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
}

/** A field of a document, as a reader looks it up. */
interface Field {
  /**
   * `name`, `author.name`; `pages[].title` in the objects of a list, `digests.*` for whatever name
   * a map has.
   */
  name: string;
  /** In words: `date-time or null`, `list of objects, optional`. */
  type: string;
  meaning: string;
}

/** Every field that a schema names, those of nested objects after the object they are in. */
export function fieldsOf(schema: TSchema, prefix = ""): Field[] {
  const {
    properties = {},
    patternProperties = {},
    required = [],
    items,
    anyOf = [],
  } = schema as PlainSchema;
  const field = (name: string, value: TSchema, optional: boolean): Field[] => {
    const { description: meaning = "" } = value as PlainSchema;
    return [
      { name, type: typeOf(value) + (optional ? ", optional" : ""), meaning },
      ...fieldsOf(value, name),
    ];
  };
  return [
    ...Object.entries(properties).flatMap(([key, value]) =>
      field(prefix === "" ? key : `${prefix}.${key}`, value, !required.includes(key)),
    ),
    ...Object.values(patternProperties).flatMap((value) =>
      "description" in value ? field(`${prefix}.*`, value, false) : fieldsOf(value, `${prefix}.*`),
    ),
    ...(items ? fieldsOf(items, `${prefix}[]`) : []),
    ...anyOf.flatMap((choice) => fieldsOf(choice, prefix)),
  ];
}

/** The type of a value in words. */
function typeOf(schema: TSchema): string {
  const {
    type,
    const: only,
    enum: values,
    anyOf,
    items,
    patternProperties,
  } = schema as PlainSchema;
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  const literals = only === undefined ? values : [only];
  if (literals) return literals.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (type === "array") return `list of ${items ? simpleType(items) : "value"}s`;
  if (patternProperties)
    return `map of ${simpleType(Object.values(patternProperties)[0] as TSchema)}s`;
  return simpleType(schema);
}

function simpleType(schema: TSchema): string {
  const { type = "value", format = type } = schema as PlainSchema;
  return format === "uri" ? "URL" : format;
}
