import type { TSchema } from "typebox";
import { type DocumentFamily, ownSchema, type SiteModel } from "../model/site-model.ts";
import { Facts } from "../schemas/facts.ts";
import { schemaPath, schemaUrl } from "../schemas/fields.ts";
import { FrontMatter } from "../schemas/front-matter.ts";
import { Entry, Guestbook, Problem, Signature } from "../schemas/guestbook.ts";
import { asPublished } from "../schemas/read-schema.ts";
import { documentFacts } from "./api-document.ts";

/** Schemas without a document in the catalogue: those of the guestbook and of front matter. */
const schemasOfCode: Readonly<Record<string, TSchema>> = {
  guestbook: Guestbook,
  entry: Entry,
  signature: Signature,
  problem: Problem,
  facts: Facts,
  front_matter: FrontMatter,
};

/** Every JSON Schema by its id: the documents' and the others. */
export function publishedSchemas({ catalogue }: Pick<SiteModel, "catalogue">): [string, TSchema][] {
  const ofDocuments = catalogue.map((document) => [document.id, ownSchema(document)] as const);
  return [...ofDocuments, ...Object.entries(schemasOfCode)].flatMap(([id, schema]) =>
    schema ? [[id, schema]] : [],
  );
}

export const schemas: DocumentFamily = {
  ...documentFacts("schemas"),
  exampleName: () => "entry",
  files: (model) =>
    publishedSchemas(model).map(([id, schema]) => ({
      path: schemaPath(id),
      content: `${JSON.stringify({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: schemaUrl(id, model.base_url),
        ...asPublished(schema, model),
      })}\n`,
    })),
};
