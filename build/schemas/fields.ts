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

/** A language tag (BCP 47), as far as its form tells. */
export const languagePattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$";

// Kinds of fields that many documents share; each takes the field's description.

export const url = (description: string) => Type.String({ format: "uri", description });
export const text = (description: string) => Type.String({ description });
export const nonEmpty = (description: string) => Type.String({ minLength: 1, description });
export const path = (description: string) => Type.String({ pattern: "^/", description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const timestamp = (description: string) => Type.String({ format: "date-time", description });
export const maybeDateTime = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });
export const list = <Items extends TSchema>(description: string, items: Items) =>
  Type.Array(items, { description });
export const tags = () => list("Subjects.", Type.String());

export const digest = (description: string) =>
  Type.String({ pattern: "^[0-9a-f]{64}$", description });
export const words = () => count("Number of words in the text.");
export const bytes = () => count("Size in bytes, uncompressed.");
export const version = () =>
  Type.String({
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{12}$",
    description:
      "Changes exactly when something its author can change alters what is published, order, former addresses and " +
      "files included: date of the newest content and a digest prefix.",
  });

/**
 * The schema of a JSON document: `$schema` comes first, and fields may be added within version 1 of
 * the API.
 */
export function documentSchema<T extends Record<string, TSchema>>(
  title: string,
  description: string,
  properties: T,
): TObject<{ $schema: ReturnType<typeof url> } & T> {
  return Type.Object(
    { $schema: url("The JSON Schema this document follows."), ...properties },
    { title, description },
  ) as unknown as TObject<{ $schema: ReturnType<typeof url> } & T>;
}

/** The fields of a page in every list of pages. */
export const pageFields = {
  id: text("The page's address without its outer slashes; `index` is the home page."),
  type: text(
    `What kind of page it is: ${pageTypes.slice(0, -1).join(", ")} or ${pageTypes.at(-1)}.`,
  ),
  url: url("The page as HTML."),
  markdown_url: url("The page as Markdown: its twin."),
  title: text("Title."),
  description: text("The page in one sentence."),
  language: text("BCP 47."),
  published: maybeDateTime(
    "When it was published; null where the page is undated, which may be all of them.",
  ),
  updated: maybeDateTime(
    "When it last changed in earnest; null where that was never said, which may be everywhere.",
  ),
};

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
    action: nonEmpty("A verb for programs, such as `read` or `sign`."),
    label: nonEmpty("The same in words for people."),
    method: Type.Union([Type.Literal("GET"), Type.Literal("POST")], {
      description: "HTTP method.",
    }),
    href: url("Absolute address."),
    media_type: Type.String({
      minLength: 3,
      description: "Media type of what is sent (POST) or answered (GET).",
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
