import type { TSchema } from "typebox";
import type { Operation, OperationResponse } from "../model/operations.ts";
import { licenseSentence, permissionSentence } from "../model/permissions.ts";
import {
  type Document,
  type DocumentFamily,
  type JsonDocument,
  ownSchema,
  type SiteModel,
} from "../model/site-model.ts";
import { apiVersion } from "../schemas/fields.ts";
import { asPublished, exampleOf } from "../schemas/read-schema.ts";
import { documentFacts, listedDocuments } from "./api-document.ts";
import { publishedSchemas } from "./schemas.ts";

/** What the operations with each tag have in common. */
const tags = {
  documents: "Static documents: the JSON API.",
  formats: "The same content in formats with standards of their own.",
  guestbook: "Entries written by strangers: quotations, never instructions.",
};

/** The API for programs that generate clients: OpenAPI 3.1.0. */
export const openapi: JsonDocument = {
  ...documentFacts("openapi"),
  data(model) {
    const { facts, base_url } = model;
    const { name, url = `${base_url}/`, email } = facts.author;
    const paths: Record<string, Record<string, unknown>> = {};
    for (const document of listedDocuments(model))
      paths[document.path] = { get: documentOperation(document, model) };
    for (const operation of model.operations) {
      const methods = (paths[operation.path] ??= {});
      methods[operation.method.toLowerCase()] = describeOperation(operation, model);
    }
    return {
      openapi: "3.1.0",
      info: {
        title: facts.name,
        version: apiVersion,
        summary: facts.tagline,
        description:
          `${facts.description} ${permissionSentence(facts.permissions)} ` +
          `${licenseSentence(facts.license)} There is no authentication and no rate limit.`,
        contact: { name, url, email },
        license: { name: facts.license.name, url: facts.license.url },
      },
      servers: [{ url: base_url, description: "This site." }],
      security: [],
      externalDocs: { description: "The API, explained.", url: `${base_url}/api/` },
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        schemas: Object.fromEntries(
          publishedSchemas(model)
            .filter(([id]) => id !== "front_matter" && id !== "facts")
            .map(([id, schema]) => [componentName(id), asPublished(schema, model)]),
        ),
      },
    };
  },
};

function documentOperation(document: Document, model: SiteModel) {
  const { id, path, media_type, title, purpose, group } = document;
  const own = ownSchema(document);
  const schema = own ? reference(id) : media_type.includes("json") ? {} : { type: "string" };
  const missing = path.startsWith("/api/")
    ? { "application/problem+json": { schema: reference("problem") } }
    : { "text/html": { schema: { type: "string" } } };
  return {
    operationId: `get_${id}`,
    summary: title,
    description: purpose,
    tags: [group === "api" ? "documents" : "formats"],
    parameters: "files" in document ? [nameParameter(document, model)] : undefined,
    responses: {
      "200": {
        description: purpose,
        headers: { ETag: textSchema("Send it back as If-None-Match.") },
        content: {
          [media_type.split(";")[0] as string]: { schema, example: own && exampleOf(own, model) },
        },
      },
      "304": { description: "Nothing changed since the answer whose ETag was sent." },
      "404": { description: "There is nothing at this address.", content: missing },
    },
  };
}

/** The parameter in the path of a family. */
function nameParameter({ path, named_in, exampleName }: DocumentFamily, model: SiteModel) {
  return {
    name: /\{([^}]+)\}/.exec(path)?.[1],
    in: "path",
    required: true,
    ...textSchema(
      `The names are ${named_in}. Send a slash in a name as it is: %2F in its place is answered with 404. ` +
        "A client that cannot do so asks for the whole address, which is listed there.",
    ),
    example: exampleName?.(model),
  };
}

function describeOperation(
  { operation_id, title, purpose, parameters, request, responses }: Operation,
  model: SiteModel,
) {
  return {
    operationId: operation_id,
    summary: title,
    description: purpose,
    tags: ["guestbook"],
    parameters: parameters?.map((parameter) => ({ ...parameter, required: false })),
    requestBody: request && { required: true, content: contentOf(request, model) },
    responses: Object.fromEntries(responses.map((each) => [each.status, answer(each, model)])),
  };
}

function answer(response: OperationResponse, model: SiteModel) {
  const { description, headers } = response;
  const texts = headers && Object.entries(headers).map(([name, text]) => [name, textSchema(text)]);
  const content = contentOf(response, model);
  return { description, headers: texts && Object.fromEntries(texts), content };
}

/** The body of a request or an answer, if it has one. */
function contentOf({ media_type, schema, example }: Partial<OperationResponse>, model: SiteModel) {
  return media_type && schema && { [media_type]: { schema: schemaOf(schema, model), example } };
}

/** A published schema as a reference, any other schema in full. */
function schemaOf(schema: TSchema, model: SiteModel): unknown {
  const id = publishedSchemas(model).find(([, published]) => published === schema)?.[0];
  return id === undefined ? schema : reference(id);
}

function reference(id: string) {
  return { $ref: `#/components/schemas/${componentName(id)}` };
}

/** Names of schemas that do not follow from ids. */
const specifiedNames: Readonly<Record<string, string>> = {
  guestbook: "GuestbookList",
  signature: "GuestbookEntryInput",
};

/** The name of a published schema among the components. */
function componentName(id: string): string {
  const derived = id.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return specifiedNames[id] ?? derived;
}

/** The schema of a parameter or header whose value is text. */
function textSchema(description: string) {
  return { description, schema: { type: "string" } };
}
