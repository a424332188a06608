import { sha256 } from "../content/digest.ts";
import type { Context } from "../context.ts";
import type { Document, FileDigest, OutputFile } from "./document.ts";
import { renderJson } from "./json.ts";

/** Renders the whole catalogue. state.json tells the digests of all others, so it comes last. */
export function renderCatalogue(context: Context): OutputFile[] {
  const files: OutputFile[] = [];
  const written: FileDigest[] = [];
  const last = context.catalogue.filter(({ id }) => id === "state");
  for (const document of [...context.catalogue.filter((document) => !last.includes(document)), ...last]) {
    const made = renderDocument(document, context, written);
    files.push(...made);
    if (document.group !== "plumbing") written.push(digestOf(document, made));
  }
  return files;
}

function renderDocument(document: Document, context: Context, written: readonly FileDigest[]): OutputFile[] {
  if (document.kind === "family") return document.files(context);
  // Bytes once, for the digest and for the file: the corpus of a large site is tens of megabytes.
  const content = document.kind === "json" ? renderJson(document, context, written) : Buffer.from(document.render(context));
  return [{ path: document.path, content }];
}

/** A family is told by one digest, over its files' lines `path sha256`, sorted, so that a reader can compute it too. */
function digestOf({ kind, path }: Document, files: readonly OutputFile[]): FileDigest {
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const digests = files.map((file) => file.sha256 ?? sha256(file.content));
  if (kind !== "family") return { path, bytes, sha256: digests[0] ?? "" };
  return { path, bytes, sha256: sha256(files.map((file, index) => `${file.path} ${digests[index]}\n`).sort().join("")) };
}
