import type { TObject } from "typebox";
import { feedLength } from "../content/feeds.ts";
import { readTable } from "../lib/yaml.ts";
import { Check } from "../model/promises.ts";
import type {
  Document,
  DocumentFacts,
  DocumentFamily,
  JsonDocument,
  SiteModel,
} from "../model/site-model.ts";
import { documentSchema } from "../schemas/fields.ts";
import { type FieldTexts, readFields } from "../schemas/read-fields.ts";

type Description = DocumentFacts & Pick<DocumentFamily, "named_in">;

interface WrittenDescription extends Omit<Description, "id"> {
  each?: Pick<Description, "title" | "purpose">;
  fields?: FieldTexts;
}

/** The entries of documents.yaml, by document id. */
export const descriptions: Readonly<Record<string, WrittenDescription>> = readTable(
  import.meta.dirname,
  "documents.yaml",
  { feed_length: feedLength },
);

/** The description of a document, with defaults for fields that documents.yaml leaves out. */
export function documentFacts(id: string): Description {
  const usual = { path: `/api/${id}.json`, media_type: "application/json", group: "api" } as const;
  const { fields: _, each: __, ...known } = descriptions[id] as WrittenDescription;
  return { id, ...usual, ...known };
}

/** The schema that documents.yaml gives a JSON document of our own, or each file of a family. */
export function describedSchema(id: string): TObject {
  const { fields = {}, each, ...whole } = descriptions[id] as WrittenDescription;
  const { title, purpose } = each ?? whole;
  return documentSchema(id, title, purpose, readFields(fields, { check: Check }));
}

/** A JSON document in a format of our own, and therefore with a schema. */
export function ownDocument(own: Pick<JsonDocument, "id" | "data" | "bytes">): JsonDocument {
  return { ...documentFacts(own.id), ...own, schema: describedSchema(own.id) };
}

/** The documents to list: neither `internal` ones nor families that are empty on this site. */
export function listedDocuments(model: SiteModel): Document[] {
  return model.catalogue.filter(
    (document) =>
      document.group !== "internal" &&
      (!("exampleName" in document) || document.exampleName?.(model) !== undefined),
  );
}
