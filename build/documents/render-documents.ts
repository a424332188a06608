import { byteLengthOf, type Content, digestOf, sha256 } from "../lib/bytes.ts";
import { assertValid } from "../lib/json-schema.ts";
import type {
  Document,
  FileDigest,
  JsonDocument,
  Made,
  OutputFile,
  SiteModel,
} from "../model/site-model.ts";
import { schemaUrl } from "../schemas/fields.ts";
import { fieldsFrom } from "../schemas/read-schema.ts";

/**
 * Renders all documents of a site, late ones at the end, each when the caller asks for the next.
 * @param templates Paths of pages from the author's templates.
 * @returns the files of each document.
 */
export async function* renderDocuments(model: SiteModel, templates: readonly string[]) {
  const written: FileDigest[] = [];
  const late = model.catalogue.filter((document) => document.late);
  for (const document of [...model.catalogue.filter((document) => !document.late), ...late]) {
    const files = await renderDocument(document, model, { written, templates });
    for (const file of files) file.sha256 ??= digestOf(file.content);
    if (document.group !== "internal") written.push(digestOfDocument(document, files));
    yield files;
  }
}

async function renderDocument(document: Document, model: SiteModel, made: Made) {
  const { path } = document;
  if ("data" in document) return [{ path, content: renderJson(document, model, made) }];
  if ("render" in document) return [{ path, content: await document.render(model, made) }];
  const files = document.files(model, made);
  if (document.schema)
    for (const file of files)
      assertValid(file.path, document.schema, JSON.parse(String(file.content)));
  return files;
}

/**
 * The digest of a family: over the sorted lines `path sha256` of its files, so that readers can
 * compute it too.
 */
function digestOfDocument(document: Document, files: readonly OutputFile[]): FileDigest {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? byteLengthOf(file.content)), 0);
  const digests = files.map((file) => file.sha256 as string);
  const { path } = document;
  if (!("files" in document)) return { path, bytes, sha256: digests[0] ?? "" };
  const lines = files.map((file, index) => `${file.path} ${digests[index]}\n`).sort();
  return { path, bytes, sha256: sha256(lines.join("")) };
}

/**
 * A JSON document as it is published: compact, on one line, as UTF-8.
 * @throws Error if it does not match its own schema, which is a fault in the build
 */
function renderJson(document: JsonDocument, model: SiteModel, made: Made): Content {
  const { id, path, schema } = document;
  let value = document.data(model, made);
  if (schema) {
    const $schema = schemaUrl(id, model.base_url);
    value = fieldsFrom({ $schema, ...(value as object) }, schema);
    assertValid(path, schema, value);
  }
  return document.bytes?.(value, model) ?? `${JSON.stringify(value)}\n`;
}
