import type { Static, TObject, TSchema, Type as TypeBox } from "typebox";
import { isMapping, readTable } from "../lib/yaml.ts";

type Options = Record<string, unknown>;

/** Schemas of properties that an object may lack. */
const optional = new WeakSet<TSchema>();

function objectOf(properties: Record<string, TSchema>, options?: Options): TSchema {
  const required = Object.keys(properties).filter(
    (key) => !optional.has(properties[key] as TSchema),
  );
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties, ...options };
}

function optionalOf(schema: TSchema): TSchema {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}

const simple = (type: string) => (options?: Options) => ({ type, ...options });

const constructors = {
  Array: (items: TSchema, options?: Options) => ({ type: "array", items, ...options }),
  Boolean: simple("boolean"),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: values, ...options }),
  Integer: simple("integer"),
  Literal: (value: unknown, options?: Options) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: simple("null"),
  Number: simple("number"),
  Object: objectOf,
  Optional: optionalOf,
  Partial: ({ properties }: TObject, options?: Options) => ({
    type: "object",
    properties,
    ...options,
  }),
  Record: (key: { pattern?: string }, value: TSchema, options?: Options) => ({
    type: "object",
    patternProperties: { [key.pattern ?? "^.*$"]: value },
    ...options,
  }),
  String: simple("string"),
  Union: (anyOf: readonly TSchema[], options?: Options) => ({ anyOf, ...options }),
};

/**
 * Makes JSON Schemas that are TypeScript types as well (`Static<typeof Schema>`). The types are
 * TypeBox's. Its code is not used: loading its 370 modules, to make the same plain objects, takes a
 * tenth of a small build.
 */
export const Type = constructors as unknown as Pick<typeof TypeBox, keyof typeof constructors>;

/** The types that an author may name; the others follow from a page's address. */
export const authorsTypes = ["note", "realm", "manifesto", "greeting", "guestbook"] as const;

/** The types of page. A page whose author names another type is a plain `page`. */
export const pageTypes = ["home", "page", ...authorsTypes, "list", "search", "api"] as const;
export type PageType = (typeof pageTypes)[number];

/** Placeholder for the site's base URL in the examples of schemas, until they are published. */
export const baseUrl = "{base_url}";

/** A text that is not empty. */
export const words = Type.String({ minLength: 1 });
/** An absolute address. */
export const address = Type.String({ format: "uri" });
/** A text in the form of a language tag (BCP 47). */
export const languageTag = Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$" });

export const realmStatusNames = ["open", "growing", "quiet", "closed"] as const;
export type RealmStatus = (typeof realmStatusNames)[number];

const inEnglish = readTable<{ status: Record<string, string> }>(
  import.meta.dirname,
  "../words/en.yaml",
);

/** Each status of a realm and what it means to a visitor. */
export const realmStatuses = Object.fromEntries(
  realmStatusNames.map((name) => [name, inEnglish.status[`${name}_meaning`]]),
) as Record<RealmStatus, string>;

/** Texts of descriptions.yaml about the fields of schemas that are TypeScript types as well. */
const descriptions = readTable<Record<string, object>>(import.meta.dirname, "descriptions.yaml", {
  statuses: realmStatusNames.map((name) => `\`${name}\`: ${realmStatuses[name]}`).join(" "),
});

/** A schema with its texts of descriptions.yaml. */
export function withDescriptions<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return withTexts(schema, descriptions[name] ?? {});
}

/** A schema, or a part of one, with descriptions and examples of a table that is nested alike. */
export function withTexts<Part extends object>(part: Part, texts: object): Part {
  const result = { ...part } as Record<string, unknown>;
  for (const [key, text] of Object.entries(texts)) {
    const inner = result[key];
    if (key === "anyOf")
      result[key] = (inner as object[]).map((each, at) => withTexts(each, text[at]));
    else result[key] = isMapping(inner) ? withTexts(inner, text) : text;
  }
  return result as Part;
}

/** The schema of a JSON document: `$schema` is first, and version 1 of the API may add fields. */
export function documentSchema(
  id: string,
  title: string,
  description: string,
  properties: Record<string, TSchema>,
): TObject {
  const $schema = Type.String({
    format: "uri",
    description: "The JSON Schema this document follows.",
    examples: [baseUrl + schemaPath(id)],
  });
  return Type.Object({ $schema, ...properties }, { title, description });
}

/** An action open to visitors, with its method, address and media type. */
export const Affordance = withDescriptions(
  "affordance",
  Type.Object({
    action: words,
    label: words,
    method: Type.Union([Type.Literal("GET"), Type.Literal("POST")]),
    href: address,
    media_type: Type.String({ minLength: 3 }),
  }),
);
export type Affordance = Static<typeof Affordance>;

/** Version of the API's contract. Within version 1 fields are only added. */
export const apiVersion = "1.2.0";

/** Root-relative address of a published JSON Schema. */
export function schemaPath(id: string): string {
  return `/api/schemas/${id.replaceAll("_", "-")}.json`;
}

/** Absolute address of a published JSON Schema, which is its `$id`. */
export function schemaUrl(id: string, base_url: string): string {
  return base_url + schemaPath(id);
}
