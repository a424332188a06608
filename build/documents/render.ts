import type { TObject, TSchema } from "typebox";
import { byteLengthOf, type Content, digestOf, sha256 } from "../lib/bytes.ts";
import { compileSchema, type ValidateFunction } from "../lib/json-schema.ts";
import type {
  Document,
  DocumentFamily,
  FileDigest,
  JsonDocument,
  Made,
  OutputFile,
  SiteModel,
  TemplatePage,
} from "../model/site-model.ts";
import { schemaUrl } from "../schemas/fields.ts";

/**
 * Renders all documents of a site, each when the next one is asked for; late ones at the end.
 * @param templates Pages of the author's own templates.
 * @returns the files of each document.
 */
export function* renderDocuments(model: SiteModel, templates: readonly TemplatePage[]): Generator<OutputFile[]> {
  const written: FileDigest[] = [];
  const late = model.catalogue.filter((document) => document.late);
  for (const document of [...model.catalogue.filter((document) => !document.late), ...late]) {
    const files = renderDocument(document, model, { written, templates });
    if (document.group !== "internal") written.push(digestOfDocument(document, files));
    yield files;
  }
}

function renderDocument(document: Document, model: SiteModel, made: Made): OutputFile[] {
  if (document.kind === "family") return validated(document, document.files(model, made));
  const content = document.kind === "json" ? renderJson(document, model, made) : document.render(model, made);
  return [{ path: document.path, content }];
}

/** Checks JSON files against the schema of their family; one that was valid once is not checked again. */
function validated({ schema }: DocumentFamily, files: OutputFile[]): OutputFile[] {
  for (const file of schema ? files : []) {
    if (knownValid.has(file)) continue;
    assertValid(file.path, schema as TObject, JSON.parse(String(file.content)));
    knownValid.add(file);
  }
  return files;
}

/** The digest of a family: over the sorted lines `path sha256` of its files, so that a reader can compute it too. */
function digestOfDocument({ kind, path }: Document, files: readonly OutputFile[]): FileDigest {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? byteLengthOf(file.content)), 0);
  const digests = files.map((file) => file.sha256 ?? digestOf(file.content));
  if (kind !== "family") return { path, bytes, sha256: digests[0] ?? "" };
  return {
    path,
    bytes,
    sha256: sha256(
      files
        .map((file, index) => `${file.path} ${digests[index]}\n`)
        .sort()
        .join(""),
    ),
  };
}

/** A JSON document's value, beginning with `$schema` if it has a schema of its own. */
export function jsonValue(document: JsonDocument, model: SiteModel, made: Made): unknown {
  const value = document.data(model, made);
  return document.schema ? { $schema: schemaUrl(document.id, model.base_url), ...(value as object) } : value;
}

/**
 * A JSON document as it is published: compact, on one line, as UTF-8.
 * @throws Error if it does not match its own schema, which is a fault of the build and not of the author
 */
function renderJson(document: JsonDocument, model: SiteModel, made: Made): Content {
  const value = jsonValue(document, model, made);
  if (document.schema) assertValid(document.path, document.schema, value);
  return document.bytes?.(value, model) ?? Buffer.from(`${JSON.stringify(value)}\n`);
}

const compiled = new WeakMap<TSchema, ValidateFunction>();
const divided = new WeakMap<TSchema, { lists: [key: string, item: TSchema][]; rest: TSchema }>();
const knownValid = new WeakSet<object>();

/**
 * Checks a document against its schema. Long lists are checked item by item, and an item that was valid once is not
 * checked again.
 */
function assertValid(path: string, schema: TObject, value: unknown): void {
  const complaints: string[] = [];
  const { lists, rest } = divide(schema);
  const head = { ...(value as Record<string, unknown>) };
  for (const [key, item] of lists) {
    const list = head[key];
    if (!Array.isArray(list)) continue;
    head[key] = [];
    for (const [index, one] of list.entries()) {
      if (typeof one === "object" && one !== null && knownValid.has(one)) continue;
      const isValid = validator(item);
      if (!isValid(one)) complaints.push(...described(isValid, `/${key}/${index}`));
      else if (typeof one === "object" && one !== null) knownValid.add(one);
    }
  }
  const isValid = validator(rest);
  if (!isValid(head)) complaints.push(...described(isValid, ""));
  if (complaints.length > 0)
    throw new Error(`${path} breaks its own schema, so nothing is published:\n${complaints.slice(0, 10).join("\n")}`);
}

/** Divides a schema into the schemas of the items of its long lists and the rest, so that none is compiled twice. */
function divide(schema: TObject) {
  const known = divided.get(schema);
  if (known) return known;
  const lists: [string, TSchema][] = [];
  const properties: Record<string, TSchema> = {};
  for (const [key, property] of Object.entries(
    schema.properties as Record<string, TSchema & { items?: TSchema; minItems?: number }>,
  )) {
    const { items, ...list } = property;
    const isLong = items !== undefined && property.minItems === undefined;
    if (isLong) lists.push([key, items]);
    properties[key] = isLong ? list : property;
  }
  const parts = { lists, rest: { ...schema, properties } };
  divided.set(schema, parts);
  return parts;
}

function validator(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema) ?? compileSchema(schema);
  compiled.set(schema, known);
  return known;
}

function described({ errors }: ValidateFunction, prefix: string): string[] {
  return (errors ?? []).map(({ instancePath, message }) => `  ${prefix + instancePath || "/"} ${message}`);
}
