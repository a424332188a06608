import type { Operation } from "../model/operations.ts";
import { type Document, ownSchema, type SiteModel } from "../model/site-model.ts";
import { apiVersion, baseUrl, list, path, schemaUrl, Type, text, url } from "../schemas/fields.ts";
import { described, listedDocuments, ownDocument, siteFields } from "./api-document.ts";
import { publishedSchemas } from "./schemas.ts";

/** An endpoint as lists name it. */
export const Endpoint = Type.Object({
  id: text("Short name.", "site"),
  method: text("HTTP method.", "GET"),
  path: path("Root-relative address; `{name}` stands for any of several.", "/api/site.json"),
  url: text(
    "Absolute address, or a URI template (RFC 6570) where the path is one.",
    `${baseUrl}/api/site.json`,
  ),
  media_type: text("Media type of the answer.", "application/json"),
  purpose: text("What it is for.", "All pages."),
  schema: Type.Union([url("An address.", "/api/schemas/site.json"), Type.Null()], {
    description: "JSON Schema of the answer, or null where it follows somebody else's standard.",
  }),
});

/** The index of all documents and operations, from which a program finds everything else. */
export const index = ownDocument({
  ...described("index"),
  fields: {
    ...siteFields,
    api_version: text("Version of the API's contract (semantic versioning).", apiVersion),
    endpoints: list("The JSON API.", Endpoint),
    formats: list("The same content in formats with standards of their own.", Endpoint),
    schemas: list(
      "Every JSON Schema that is published.",
      url("Address of a JSON Schema.", "/api/schemas/site.json"),
    ),
    documentation: url("The API described for people.", "/api/"),
    openapi: url("The API described for programs, OpenAPI 3.1.", "/api/openapi.json"),
  },
  data: (model) => ({
    ...model.facts,
    ...model,
    api_version: apiVersion,
    endpoints: [...listed("api", model), ...model.operations].map(endpointOf(model)),
    formats: listed("format", model).map(endpointOf(model)),
    schemas: publishedSchemas(model).map(([id]) => schemaUrl(id, model.base_url)),
    documentation: `${model.base_url}/api/`,
    openapi: `${model.base_url}/api/openapi.json`,
  }),
});

function listed(wanted: Document["group"], model: SiteModel): Document[] {
  return listedDocuments(model).filter(({ group }) => group === wanted);
}

/** A document or an operation with the fields of an endpoint. */
export function endpointOf({ base_url }: SiteModel) {
  return (each: Document | Operation) => {
    const schema = "answer" in each ? each.answer : ownSchema(each) ? each.id : null;
    const url = base_url + each.path;
    return { method: "GET", ...each, url, schema: schema && schemaUrl(schema, base_url) };
  };
}
