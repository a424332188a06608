import type { TObject, TSchema } from "typebox";
import { readTable } from "../lib/yaml.ts";
import { Author, License, Permissions } from "./facts.ts";
import * as fields from "./fields.ts";

const { Type } = fields;

/**
 * Fields as a table has them. A field has a kind (`text`, `url`, `count` and so on) with its
 * meaning, and an example if the kind's own does not fit; or it is a schema's name, or a JSON
 * Schema. An `object`, and `objects` (a list of them), have `fields` themselves; `list` and
 * `either` name their items in `of`. An `optional` field may be absent; `<<` includes other fields.
 */
export type FieldTexts = Readonly<Record<string, FieldText>>;

type FieldText = string | WrittenField;

/** A field that is not a schema's name. It has its kind as a key, or is a JSON Schema. */
interface WrittenField {
  optional?: boolean;
  example?: string | number;
  object?: string;
  objects?: string;
  list?: string;
  either?: string;
  fields?: FieldTexts;
  of?: FieldText | FieldText[];
}

/** The form of each kind of field, with its usual example. */
const kinds = readTable<Readonly<Record<string, { examples?: unknown[] }>>>(
  import.meta.dirname,
  "field-kinds.yaml",
);

/** The schemas that every table may name. */
export const sharedSchemas: Readonly<Record<string, TSchema>> = {
  affordance: fields.Affordance,
  author: Author,
  license: License,
  permissions: Permissions,
  realm_status: Type.Enum(fields.realmStatusNames, { description: "State of the realm." }),
  realm_statuses: Type.Object(
    Object.fromEntries(
      fields.realmStatusNames.map((name) => {
        const examples = [fields.realmStatuses[name]];
        return [name, Type.String({ description: `What \`${name}\` means.`, examples })];
      }),
    ),
    { description: "What each status means." },
  ),
  ...readFields(
    readTable<FieldTexts>(import.meta.dirname, "shared-fields.yaml", {
      api_version: fields.apiVersion,
      page_types: `${fields.pageTypes.slice(0, -1).join(", ")} or ${fields.pageTypes.at(-1)}`,
    }),
  ),
};

/**
 * The schemas of fields.
 * @param own Schemas that these fields may name besides.
 * @throws Error if a field names a missing schema, which is a fault in the build
 */
export function readFields(
  texts: FieldTexts,
  own: Readonly<Record<string, TSchema>> = {},
): Record<string, TSchema> {
  const named = (name: string): TSchema => {
    const schema = own[name] ?? sharedSchemas[name];
    if (schema === undefined)
      throw new Error(`A field names the schema \`${name}\`, which there is not.`);
    return schema;
  };
  const schemaOf = (text: FieldText): TSchema => {
    if (typeof text === "string") return named(text);
    const { optional, ...field } = text;
    return optional ? Type.Optional(written(field)) : written(field);
  };
  const written = ({ example, fields: inner, of = [], ...field }: WrittenField): TSchema => {
    const { object, objects, list, either, ...rest } = field;
    const items = [of].flat().map(schemaOf);
    if (list) return Type.Array(items[0] as TSchema, { description: list });
    if (either) return Type.Union(items, { description: either });
    if (objects) return Type.Array(written({ fields: inner }), { ...rest, description: objects });
    if (inner) return Type.Object(readFields(inner, own), object ? { description: object } : {});
    const [[kind, description] = [""]] = Object.entries(rest);
    const known = kinds[kind];
    if (known === undefined) return rest;
    const { examples: usual = [], ...form } = known;
    const examples = example === undefined ? usual : [example];
    // A root-relative example is an address of the site.
    const absolute = examples.map((each) => String(each).replace(/^\//, `${fields.baseUrl}/`));
    return { ...form, description, examples: kind === "url" ? absolute : examples };
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      if (name !== "<<") return [[name, schemaOf(text)]];
      const others = typeof text === "string" ? (named(text) as TObject).properties : undefined;
      return Object.entries(others ?? readFields(text as FieldTexts, own));
    }),
  );
}
