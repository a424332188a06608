/** What of a JSON Schema is shown in a table of fields. */
interface PlainSchema {
  type?: string;
  description?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly PlainSchema[];
  items?: PlainSchema;
  required?: readonly string[];
  properties?: Record<string, PlainSchema>;
  patternProperties?: Record<string, PlainSchema>;
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
export function fieldsOf(shape: PlainSchema, prefix = ""): Field[] {
  const field = (name: string, value: PlainSchema, optional: boolean): Field[] => [
    {
      name,
      type: typeOf(value) + (optional ? ", optional" : ""),
      meaning: value.description ?? "",
    },
    ...fieldsOf(value, name),
  ];
  return [
    ...Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
      field(prefix === "" ? key : `${prefix}.${key}`, value, !shape.required?.includes(key)),
    ),
    ...Object.values(shape.patternProperties ?? {}).flatMap((value) =>
      value.description !== undefined
        ? field(`${prefix}.*`, value, false)
        : fieldsOf(value, `${prefix}.*`),
    ),
    ...(shape.items ? fieldsOf(shape.items, `${prefix}[]`) : []),
    ...(shape.anyOf ?? []).flatMap((choice) => fieldsOf(choice, prefix)),
  ];
}

/** The type of a value in words. */
function typeOf(schema: PlainSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  const literals = schema.const === undefined ? schema.enum : [schema.const];
  if (literals) return literals.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (schema.type === "array") return `list of ${simpleType(schema.items ?? {})}s`;
  const [valueOfMap] = Object.values(schema.patternProperties ?? {});
  return valueOfMap ? `map of ${simpleType(valueOfMap)}s` : simpleType(schema);
}

function simpleType({ type = "value", format = type }: PlainSchema): string {
  return format === "uri" ? "URL" : format;
}
