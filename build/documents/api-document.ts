import type { TSchema } from "typebox";
import { feedLength } from "../content/feeds.ts";
import { readTable } from "../lib/yaml.ts";
import type {
  Document,
  DocumentFacts,
  DocumentFamily,
  JsonDocument,
  SiteModel,
} from "../model/site-model.ts";
import { License, Permissions } from "../schemas/facts.ts";
import { documentSchema, list, Type, text, url, version } from "../schemas/fields.ts";

type Description = DocumentFacts & Pick<DocumentFamily, "named_in">;

/** What documents.yaml says, by the ids of documents. */
export const descriptions = readTable<Record<string, Omit<Description, "id">>>(
  import.meta.dirname,
  "documents.yaml",
  { feed_length: feedLength },
);

/** The description of a document, with all that documents.yaml leaves out. */
export function described(id: string): Description {
  const usual = { path: `/api/${id}.json`, media_type: "application/json", group: "api" } as const;
  return { id, ...usual, ...(descriptions[id] as Omit<Description, "id">) };
}

/**
 * A JSON document of our own, whose schema has its title and purpose.
 * @param fields The document's fields besides `$schema`.
 */
export function ownDocument({
  fields,
  ...document
}: JsonDocument & { fields: Record<string, TSchema> }): JsonDocument {
  const { id, title, purpose } = document;
  return { ...document, schema: documentSchema(id, title, purpose, fields) };
}

/** A field with an object. */
export const object = (description: string, fields: Record<string, TSchema>): TSchema =>
  Type.Object(fields, { description });

/** A field with a list of objects. */
export const objects = (description: string, fields: Record<string, TSchema>): TSchema =>
  list(description, Type.Object(fields));

/** The fields with which a document that stands for the whole site begins. */
export const siteFields = {
  name: text("The site's name.", "A House"),
  description: text("The site in one or two sentences.", "What I learn about doors."),
  base_url: url("Where the site is served."),
  version: version(),
  license: License,
  permissions: Permissions,
};

/**
 * The documents that lists of them name: not those for the host, nor families of which this site
 * has no file.
 */
export function listedDocuments(model: SiteModel): Document[] {
  return model.catalogue.filter(
    (document) =>
      document.group !== "internal" &&
      (!("files" in document) || document.exampleName(model) !== undefined),
  );
}
