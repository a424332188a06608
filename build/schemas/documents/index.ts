import { Type } from "typebox";
import { License, Permissions } from "../facts.ts";
import { documentSchema, path, text, url, version } from "../fields.ts";

const Endpoint = Type.Object({
  id: text("Short name."),
  method: text("HTTP method."),
  path: path("Root-relative address; `{name}` stands for any of several."),
  url: text("Absolute address, or a URI template (RFC 6570) where the path is one."),
  media_type: text("Media type of the answer."),
  purpose: text("What it is for."),
  schema: Type.Union([Type.String({ format: "uri" }), Type.Null()], {
    description: "JSON Schema of the answer, or null where it follows somebody else's standard.",
  }),
});

export const IndexDocument = documentSchema("Index", "Everything this service answers, with addresses.", {
  name: text("The site's name."),
  description: text("The site in one or two sentences."),
  base_url: url("Where the site is served."),
  version: version(),
  api_version: text("Version of the API's contract (semantic versioning)."),
  license: License,
  permissions: Permissions,
  endpoints: Type.Array(Endpoint, { description: "The JSON API." }),
  formats: Type.Array(Endpoint, { description: "The same content in formats with standards of their own." }),
  schemas: Type.Array(url("Address of a JSON Schema."), { description: "Every JSON Schema that is published." }),
  documentation: url("The API described for people."),
  openapi: url("The API described for programs, OpenAPI 3.1."),
});
