import type { TSchema } from "typebox";
import { type Facts, License, Permissions } from "./facts.ts";
import { baseUrl } from "./fields.ts";

// Reads schemas: their fields for readers, an example, and which fields of a value are published.

/** The keywords of JSON Schema that are read. */
interface PlainSchema {
  type?: string;
  description?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  anyOf?: readonly PlainSchema[];
  items?: PlainSchema;
  minItems?: number;
  required?: readonly string[];
  properties?: Record<string, PlainSchema>;
  patternProperties?: Record<string, PlainSchema>;
}

/** A field of a document, as a reader looks it up. */
interface Field {
  /** `name`, `author.name`; `pages[].title` in a list's objects, `digests.*` for names in a map. */
  name: string;
  /** In words: `date-time or null`, `list of objects, optional`. */
  type: string;
  meaning: string;
}

/** Every field that a schema names; those of a nested object follow the object. */
export function fieldsOf(shape: PlainSchema, prefix = ""): Field[] {
  const field = (name: string, value: PlainSchema, optional: boolean): Field[] => {
    const type = typeOf(value) + (optional ? ", optional" : "");
    return [{ name, type, meaning: value.description ?? "" }, ...fieldsOf(value, name)];
  };
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

/** The values of a site for its examples. */
interface Site {
  base_url: string;
  /** Absent if no example has license or permissions. */
  facts?: Pick<Facts, "license" | "permissions">;
}

/**
 * Schemas, or an example, as a site publishes them: with its own address in the examples, and
 * without the format `content-date`, which only this build knows and strict validators refuse.
 */
export function asPublished<T>(value: T, { base_url }: Pick<Site, "base_url">): T {
  const json = JSON.stringify(value, (key, each: unknown) =>
    key === "format" && each === "content-date" ? undefined : each,
  );
  return JSON.parse(json.replaceAll(baseUrl, base_url)) as T;
}

/**
 * An example for a schema, made from the examples of its required fields. License and permissions
 * are the site's, so that every statement of them is the same.
 */
export function exampleOf(schema: TSchema, site: Site): unknown {
  const example = (shape: PlainSchema): unknown => {
    if (shape === License && site.facts) return site.facts.license;
    if (shape === Permissions && site.facts) return site.facts.permissions;
    const { examples, enum: values, anyOf, items, minItems = 1, properties = {} } = shape;
    const known = examples ?? values ?? (shape.const === undefined ? undefined : [shape.const]);
    if (known) return known[0];
    if (anyOf) return example(anyOf[0] ?? {});
    if (items) return Array.from({ length: minItems }, () => example(items));
    const names = shape.required ?? [];
    return Object.fromEntries(names.map((name) => [name, example(properties[name] ?? {})]));
  };
  return asPublished(example(schema), site);
}

/** A value with only its schema's fields, in the schema's order; maps and plain values are kept. */
export function fieldsFrom(value: unknown, schema: PlainSchema): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { items, anyOf } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => fieldsFrom(item, items)) : value;
  // Of alternatives, the first object counts.
  const fields = schema.properties ?? anyOf?.find((choice) => choice.properties)?.properties;
  if (!fields) return value;
  const all = value as Readonly<Record<string, unknown>>;
  const chosen: Record<string, unknown> = {};
  for (const name in fields) chosen[name] = fieldsFrom(all[name], fields[name] as PlainSchema);
  return chosen;
}
