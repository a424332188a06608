import { apiVersion } from "../catalogue/api-version.ts";
import type { Document, JsonDocument, Operation } from "../catalogue/document.ts";
import { schemaUrl } from "../catalogue/schema-address.ts";
import type { Context } from "../context.ts";
import { IndexDocument } from "../schemas/documents/index.ts";
import { publishedSchemas } from "./schemas.ts";

/** Where a program starts: everything else is found from here. */
export const index: JsonDocument = {
  kind: "json",
  id: "index",
  path: "/api/index.json",
  media_type: "application/json",
  title: "Index",
  purpose: "Everything this service answers, with addresses: the place to start.",
  group: "api",
  schema: IndexDocument,
  data: (context) => ({
    name: context.facts.name,
    description: context.facts.description,
    base_url: context.base_url,
    version: context.version,
    api_version: apiVersion,
    license: context.facts.license,
    permissions: context.facts.permissions,
    endpoints: [
      ...context.catalogue.filter(({ group }) => group === "api").map((document) => documentEntry(document, context)),
      ...context.operations.map((operation) => operationEntry(operation, context)),
    ],
    formats: context.catalogue
      .filter(({ group }) => group === "format")
      .map((document) => documentEntry(document, context)),
    schemas: publishedSchemas(context).map(([id]) => schemaUrl(id, context.base_url)),
    documentation: `${context.base_url}/api/`,
    openapi: `${context.base_url}/api/openapi.json`,
  }),
};

function documentEntry({ id, path, media_type, purpose, ...document }: Document, { base_url }: Context) {
  const schema = document.kind === "json" && document.schema ? schemaUrl(id, base_url) : null;
  return { id, method: "GET", path, url: base_url + path, media_type, purpose, schema };
}

function operationEntry({ id, method, path, media_type, purpose }: Operation, { base_url }: Context) {
  return {
    id,
    method,
    path,
    url: base_url + path,
    media_type,
    purpose,
    schema: schemaUrl(method === "GET" ? "guestbook" : "entry", base_url),
  };
}
