import type { TObject, TSchema } from "typebox";
import { CorpusRecord } from "../content/twin.ts";
import { Check } from "../model/promises.ts";
import { Author, License, Permissions } from "../schemas/facts.ts";
import * as schemas from "../schemas/fields.ts";

const { Type } = schemas;

/** The fields of a document as documents.yaml has them, which explains their form. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

type FieldText = string | WrittenField;

/** A field that names no schema. Its kind stands in it as a key, or it is a JSON Schema. */
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

/** The kinds of fields, as functions of what a field means and an example. */
const kinds: Readonly<Record<string, (meaning: string, example: never) => TSchema>> = {
  text: schemas.text,
  url: schemas.url,
  path: schemas.path,
  count: schemas.count,
  flag: schemas.flag,
  timestamp: schemas.timestamp,
  maybe_timestamp: schemas.maybeDateTime,
  digest: schemas.digest,
};

/** The schemas that any document may name. */
const shared: Readonly<Record<string, TSchema>> = {
  affordance: schemas.Affordance,
  api_version: schemas.text(
    "Version of the API's contract (semantic versioning).",
    schemas.apiVersion,
  ),
  author: Author,
  bytes: schemas.bytes(),
  check: Check,
  corpus_record: CorpusRecord,
  license: License,
  page_fields: Type.Object(schemas.pageFields),
  permissions: Permissions,
  tags: schemas.tags(),
  version: schemas.version(),
  words: schemas.words(),
};

/**
 * The schemas of fields.
 * @param own Schemas that only this document names.
 * @throws Error if a field names a schema that there is not, which is a fault of the build
 */
export function readFields(
  texts: FieldTexts,
  own: Readonly<Record<string, TSchema>>,
): Record<string, TSchema> {
  const named = (name: string): TSchema => {
    const schema = own[name] ?? shared[name];
    if (schema === undefined) throw new Error(`documents.yaml names no known schema: ${name}`);
    return schema;
  };
  const schemaOf = (text: FieldText): TSchema => {
    if (typeof text === "string") return named(text);
    const { optional, ...field } = text;
    return optional ? Type.Optional(written(field)) : written(field);
  };
  const written = ({ example, fields, of = [], ...field }: WrittenField): TSchema => {
    const { object, objects, list, either, ...rest } = field;
    const items = [of].flat().map(schemaOf);
    if (list) return Type.Array(items[0] as TSchema, { description: list });
    if (either) return Type.Union(items, { description: either });
    if (objects) return Type.Array(written({ fields }), { ...rest, description: objects });
    if (fields) return Type.Object(readFields(fields, own), object ? { description: object } : {});
    const [[kind, meaning] = ["", ""]] = Object.entries(rest as Record<string, string>);
    return kinds[kind]?.(meaning, example as never) ?? (rest as TSchema);
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      if (name !== "<<") return [[name, schemaOf(text)]];
      const others = typeof text === "string" ? (named(text) as TObject).properties : undefined;
      return Object.entries(others ?? readFields(text as FieldTexts, own));
    }),
  );
}
