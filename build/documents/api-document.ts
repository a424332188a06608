import type { TSchema } from "typebox";
import type { Document, JsonDocument, SiteModel } from "../model/site-model.ts";
import { License, Permissions } from "../schemas/facts.ts";
import { documentSchema, list, Type, text, url, version } from "../schemas/fields.ts";

type Needed = Pick<JsonDocument, "id" | "title" | "purpose" | "data">;

/**
 * A JSON document of our own, by default under `/api/`. Its schema has the document's title and
 * purpose.
 * @param fields The document's fields besides `$schema`.
 */
export function ownDocument(
  document: Needed & Partial<JsonDocument> & { fields: Record<string, TSchema> },
): JsonDocument {
  const { fields, ...facts } = document;
  const schema = documentSchema(facts.id, facts.title, facts.purpose, fields);
  return {
    path: `/api/${facts.id}.json`,
    media_type: "application/json",
    group: "api",
    schema,
    ...facts,
  };
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
