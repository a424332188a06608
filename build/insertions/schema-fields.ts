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
  /** `name`, `author.name`; `pages[].title` in the objects of a list, `digests.*` for whatever name a map has. */
  name: string;
  /** In words: `date-time or null`, `list of objects`. */
  type: string;
  meaning: string;
  optional: boolean;
}

/** Names of formats (JSON Schema 2020-12, section 7.3) that are shorter or plainer than their own. */
const formats: Readonly<Record<string, string>> = { uri: "URL" };

/** Every field that a schema names, those of nested objects after the object they are in. */
export function fieldsOf(schema: TSchema, prefix = ""): Field[] {
  const { properties = {}, patternProperties = {}, required = [], items, anyOf = [] } = schema as PlainSchema;
  const named = Object.entries(properties).flatMap(([key, value]) =>
    fieldAndNested(prefix === "" ? key : `${prefix}.${key}`, value, !required.includes(key)),
  );
  const mapped = Object.values(patternProperties).flatMap((value) =>
    (value as PlainSchema).description === undefined
      ? fieldsOf(value, `${prefix}.*`)
      : fieldAndNested(`${prefix}.*`, value, false),
  );
  const inItems = items === undefined ? [] : fieldsOf(items, `${prefix}[]`);
  return [...named, ...mapped, ...inItems, ...anyOf.flatMap((choice) => fieldsOf(choice, prefix))];
}

function fieldAndNested(name: string, schema: TSchema, optional: boolean): Field[] {
  const { description = "" } = schema as PlainSchema;
  return [{ name, type: typeOf(schema), meaning: description, optional }, ...fieldsOf(schema, name)];
}

/** The type of a value in words. */
function typeOf(schema: TSchema): string {
  const { type, format, const: only, enum: values, anyOf, items, patternProperties } = schema as PlainSchema;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (type === "array") return `list of ${plural(items)}`;
  if (patternProperties !== undefined) return `map of ${plural(Object.values(patternProperties)[0])}`;
  return format === undefined ? (type ?? "any value") : (formats[format] ?? format);
}

function plural(schema: TSchema | undefined): string {
  const { type, format } = (schema ?? {}) as PlainSchema;
  if (type === undefined) return "values";
  return format === undefined ? `${type}s` : `${formats[format] ?? format}s`;
}
