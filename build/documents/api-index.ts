import type { Operation } from "../model/operations.ts";
import { type Document, ownSchema, type SiteModel } from "../model/site-model.ts";
import { apiVersion, schemaUrl } from "../schemas/fields.ts";
import { listedDocuments, ownDocument } from "./api-document.ts";
import { publishedSchemas } from "./schemas.ts";

/** The index of all documents and operations, where programs start. */
export const index = ownDocument({
  id: "index",
  data: (model) => ({
    ...model.facts,
    ...model,
    api_version: apiVersion,
    endpoints: [...documentsOf("api", model), ...model.operations].map(endpointOf(model)),
    formats: documentsOf("format", model).map(endpointOf(model)),
    schemas: publishedSchemas(model).map(([id]) => schemaUrl(id, model.base_url)),
    documentation: `${model.base_url}/api/`,
    openapi: `${model.base_url}/api/openapi.json`,
  }),
});

function documentsOf(wanted: Document["group"], model: SiteModel): Document[] {
  return listedDocuments(model).filter(({ group }) => group === wanted);
}

/** Turns a document or an operation into an endpoint. */
export function endpointOf({ base_url }: SiteModel) {
  return (each: Document | Operation) => {
    const schema = "answer" in each ? each.answer : ownSchema(each) ? each.id : null;
    const url = base_url + each.path;
    return { method: "GET", ...each, url, schema: schema && schemaUrl(schema, base_url) };
  };
}
