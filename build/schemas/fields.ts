import type { Static, TObject, TSchema, Type as TypeBox } from "typebox";

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
  Unknown: (options?: Options) => ({ ...options }),
};

/**
 * Makes JSON Schemas that are TypeScript types as well (`Static<typeof Schema>`). The types are
 * TypeBox's. Its code is not used, because it loads some 370 modules to make the same plain
 * objects, a tenth of the time of a small build.
 */
export const Type = constructors as unknown as Pick<typeof TypeBox, keyof typeof constructors>;

/** The types of page. A page of any other type is a plain `page`. */
export const pageTypes = [
  "home",
  "page",
  "note",
  "realm",
  "manifesto",
  "greeting",
  "guestbook",
  "list",
  "search",
  "api",
] as const;
export type PageType = (typeof pageTypes)[number];

/** Those that an author may name; the others follow from a page's address. */
export const authorsTypes: readonly PageType[] = [
  "note",
  "realm",
  "manifesto",
  "greeting",
  "guestbook",
];

/** Stands for the site's base URL in the examples of schemas, until they are published. */
export const baseUrl = "{base_url}";

// Kinds of fields that many documents share; each takes the field's description and an example.

/** @param example The path of something that every site has, or an absolute address. */
export const url = (description: string, example = "/") => {
  const address = example.startsWith("/") ? baseUrl + example : example;
  return Type.String({ format: "uri", description, examples: [address] });
};
export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
export const nonEmpty = (description: string, example: string) =>
  Type.String({ minLength: 1, description, examples: [example] });
export const matching = (pattern: string, description: string, example: string) =>
  Type.String({ pattern, description, examples: [example] });
export const path = (description: string, example = "/") => matching("^/", description, example);
/** A language tag (BCP 47), as far as its form tells. */
export const languageTag = (description: string) =>
  matching("^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", description, "en");
export const flag = (description: string) => Type.Boolean({ description, examples: [true, false] });
export const count = (description: string, example = 1) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
export const timestamp = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-11-20T12:00:00Z"] });
export const maybeDateTime = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description,
    examples: ["2026-11-20T00:00:00Z", null],
  });
export const list = <Items extends TSchema>(description: string, items: Items) =>
  Type.Array(items, { description });

export const digest = (description: string) =>
  matching("^[0-9a-f]{64}$", description, "0123456789abcdef".repeat(4));

/**
 * The schema of a JSON document: `$schema` comes first, and fields may be added within version 1 of
 * the API.
 */
export function documentSchema(
  id: string,
  title: string,
  description: string,
  properties: Record<string, TSchema>,
): TObject {
  return Type.Object(
    { $schema: url("The JSON Schema this document follows.", schemaPath(id)), ...properties },
    { title, description },
  );
}

/** Each status of a realm and what it means to a visitor. */
export const realmStatuses = {
  open: "In use: everything named here works now.",
  growing: "In use and still being extended: what is named here works now, more will follow.",
  quiet: "Works, and is left as it is.",
  closed: "No longer in use; kept so that its address stays good.",
} as const;

export type RealmStatus = keyof typeof realmStatuses;
export const realmStatusNames = Object.keys(realmStatuses) as RealmStatus[];

/** Something a visitor can do: an action with its method, address and media type. */
export const Affordance = Type.Object(
  {
    action: nonEmpty("A verb for programs, such as `read` or `sign`.", "read"),
    label: nonEmpty("The same in words for people.", "Read the guestbook"),
    method: Type.Union([Type.Literal("GET"), Type.Literal("POST")], {
      description: "HTTP method.",
      examples: ["GET", "POST"],
    }),
    href: url("Absolute address.", "/api/guestbook"),
    media_type: Type.String({
      minLength: 3,
      description: "Media type of what is sent (POST) or answered (GET).",
      examples: ["application/json"],
    }),
  },
  { description: "Something a visitor can do here." },
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
